"""The log is the truth: caches save time and never disagree with it."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, text, update

from app.games import load
from app.games.catalog import catalog
from app.games.load import resolve
from app.hand.play import play
from app.hand.state import State
from app.night.caches import clear_caches
from app.night.db import db, writing
from app.night.history.hands import favourite_games, past_hands, recent_games
from app.night.log import loading
from app.night.log.entries import HandInfo, LogEntry
from app.night.log.loading import SIZE, HandCache, NoHandError, hand_cache
from app.night.log.replay import Broken, LiveHand, Misfit, Posted, Refused, append_entry
from app.night.log.replay import LiveHand as StoredLiveHand
from app.night.models import Entry, Hand, Night, Seat
from app.night.play import call, taps
from tests.games.covering import every_game
from tests.night.table import FIRST_STREET, any_line, begin, deal, everyone_folds, tap
from tests.seating import add_player


def from_the_log(hand_id: int) -> LiveHand:
    clear_caches()
    loaded = loading.live_hand(hand_id)
    assert isinstance(loaded, LiveHand)
    return loaded


@pytest.mark.slow
@pytest.mark.parametrize("game", every_game())
def test_a_hand_read_from_its_log_equals_the_hand_played(friday: Night, game: str):
    rng = random.Random(game)
    if catalog()[game].summary.players[0] > 3 or resolve(game).even:
        assert isinstance(add_player(friday, "Dee", 100), Seat)
    live = deal(friday, game)
    for _ in range(60):
        if live.over:
            break
        chance = rng.random()
        if chance < 0.1:
            answer: Any = taps.undo(live.hand.id, live.number)
        elif chance < 0.15:
            answer = taps.redo(live.hand.id, live.number)
        elif chance < 0.2 and live.actions:
            place = rng.randint(1, len(live.actions))
            cut = rng.choice([None, place + 1 if place < len(live.actions) else None])
            answer = taps.correct(live.hand.id, live.number, {place: []}, cut)
        else:
            answer = taps.post(live.hand.id, live.number, [any_line(live.state, rng)])
        live = answer.live
    assert from_the_log(live.hand.id) == live


def test_an_outdated_cached_hand_catches_up(friday: Night):
    first = deal(friday)
    last = everyone_folds(first)
    clear_caches()
    hand_cache().keep(first)
    assert loading.live_hand(first.hand.id) == last


def test_a_cached_hand_is_not_replayed(friday: Night):
    everyone_folds(deal(begin("Dee", "Eve", "Flo")))
    last = everyone_folds(deal(friday))
    assert loading.live_hand(last.hand.id) is last
    loaded = from_the_log(last.hand.id)
    assert loaded is not last
    assert loading.live_hand(last.hand.id) is loaded


def test_undo_reuses_the_earlier_states(friday: Night):
    live = everyone_folds(deal(friday))
    undone = taps.undo(live.hand.id, live.number)
    assert isinstance(undone, Posted)
    states = undone.live.states
    assert len(states) == len(live.states) - 1
    assert [state is before for state, before in zip(states, live.states, strict=False)] == [True] * len(states)


def test_a_state_already_computed_is_reused(friday: Night):
    live = deal(friday)
    after = play(live.state, FIRST_STREET[0])
    assert isinstance(after, State)
    assert append_entry(live, LogEntry(1, "act", FIRST_STREET[0]), after).state is after


@pytest.mark.sqlite
def test_the_log_is_read_in_order_even_if_the_database_returns_it_in_another(friday: Night):
    last = everyone_folds(deal(friday))
    db.session.execute(text("PRAGMA reverse_unordered_selects = ON"))
    assert from_the_log(last.hand.id) == last


def test_an_older_state_does_not_replace_a_newer_one_in_the_cache(friday: Night):
    first = deal(friday)
    last = everyone_folds(first)
    hand_cache().keep(first)
    assert hand_cache().get(first.hand.id) == last


def test_a_hand_with_the_same_id_in_another_database_is_not_served_from_the_cache(friday: Night):
    live = everyone_folds(deal(friday))
    with writing() as session:
        session.execute(delete(Entry).where(Entry.hand_id == live.hand.id))
        session.get_one(Hand, live.hand.id).started_at -= timedelta(days=7)
    loaded = loading.live_hand(live.hand.id)
    assert isinstance(loaded, LiveHand)
    assert loaded.actions == ()


def test_the_cache_keeps_the_hands_used_last(friday: Night):
    live = deal(friday)
    hands = [StoredLiveHand(other(live, number), live.log, live.states) for number in range(SIZE + 1)]
    cache = HandCache()
    for hand in hands[:SIZE]:
        cache.keep(hand)
    assert cache.get(hands[0].hand.id) == hands[0]
    cache.keep(hands[SIZE])
    assert [cache.get(hand.hand.id) is not None for hand in hands] == [True, False, *[True] * (SIZE - 1)]


def other(live: LiveHand, number: int) -> HandInfo:
    hand = live.hand
    return HandInfo(
        1000 + number,
        hand.night_id,
        number,
        hand.game_id,
        hand.game_name,
        hand.setup,
        hand.seat_ids,
        hand.player_ids,
        hand.options,
        hand.modifiers,
        hand.started_at,
    )


def test_a_hand_keeps_the_game_it_was_dealt_under(friday: Night, monkeypatch: pytest.MonkeyPatch):
    live = tap(deal(friday, "baseball"), "d dh p1 ????9h")
    changed = {"baseball": {**load.library()["baseball"], "name": "Softball", "wild": []}}
    monkeypatch.setattr(load, "library", lambda: {**load.library.__wrapped__(), **changed})
    again = from_the_log(live.hand.id)
    assert again == live
    assert again.state.game.name == "Baseball"
    assert again.state.wild == live.state.wild


def test_a_hand_that_no_longer_replays_names_its_misfit(friday: Night):
    live = everyone_folds(deal(friday))
    change(live, stacks=[100, 100, 2])
    broken = loading.live_hand(live.hand.id)
    assert isinstance(broken, Broken)
    assert (broken.misfit.number, broken.misfit.text) == (4, "p3 cbr 2")
    assert broken.misfit.reason
    assert broken.live is not None
    assert broken.live.actions == live.actions
    answer = taps.post(live.hand.id, live.number, ["p1 cc"])
    assert isinstance(answer, Refused)
    assert "action 4 no longer fits" in answer.reason


def test_a_hand_with_an_invalid_setup_is_broken(friday: Night):
    live = everyone_folds(deal(friday))
    change(live, names=["Ann", "Ann", "Cy"])
    broken = loading.live_hand(live.hand.id)
    assert isinstance(broken, Broken)
    assert (broken.misfit, broken.live) == (Misfit(0, "", "two players have the same name"), None)
    assert isinstance(taps.post(live.hand.id, live.number, ["p1 cc"]), Broken)


def test_a_misfit_can_be_undone(friday: Night):
    live = tap(deal(friday), "d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2")
    change(live, stacks=[100, 100, 2])
    broken = loading.live_hand(live.hand.id)
    assert isinstance(broken, Broken)
    assert (broken.misfit.number, broken.misfit.text) == (4, "p3 cbr 2")
    answer = taps.undo(live.hand.id, 4)
    assert isinstance(answer, Posted)
    assert isinstance(taps.post(live.hand.id, 5, ["p3 cc"]), Posted)


def test_a_misfit_must_be_corrected_before_later_actions(friday: Night):
    live = everyone_folds(deal(friday))
    change(live, stacks=[100, 100, 2])
    later = taps.correct(live.hand.id, live.number, {5: ["p1 cc"]})
    assert isinstance(later, Refused)
    assert (later.line, later.reason) == ("", "action 4 has to be fixed first")
    assert isinstance(taps.correct(live.hand.id, live.number, {4: ["p3 cc"]}, cut=5), Posted)


def test_loading_an_unknown_hand_fails_with_its_id(friday: Night):
    with pytest.raises(NoHandError, match="77"):
        loading.live_hand(77)


def change(live: LiveHand, **setup: Any) -> None:
    """Change the stored setup of a hand, as if written by another version of the app."""
    with writing() as session:
        raw = session.get_one(Hand, live.hand.id).setup
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(setup={**raw, **setup}))
    db.session.expire_all()
    clear_caches()


def test_past_hands_recent_games_and_favourites_are_listed(friday: Night):
    for game in ("five-card-stud", "five-card-stud"):
        everyone_folds(deal(friday, game))
        call.next_hand(friday)
    tap(deal(friday, "razz"), "d misdeal")
    past = past_hands(friday)
    assert [(hand.number, hand.game_name, hand.carried) for hand in past] == [
        (3, "Razz", 0),
        (2, "Five-Card Stud", 0),
        (1, "Five-Card Stud", 0),
    ]
    assert past[2].winners == (("Ann", 5),)
    assert [called.game_id for called in recent_games(friday)] == ["razz", "five-card-stud"]
    assert [called.times for called in favourite_games()] == [2, 1]
