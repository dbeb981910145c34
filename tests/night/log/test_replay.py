"""The log is the truth: what is kept in memory saves time and never says anything else."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, update

from app import night
from app.games import load
from app.games.catalog import catalog
from app.games.load import resolve
from app.night import Entry, Hand, LiveHand, Night
from app.night.db import db, writing
from app.night.log.loading import hand_cache
from tests.night.table import any_line, deal, everyone_folds, tap


def from_the_log(hand_id: int) -> LiveHand:
    hand_cache().clear()
    loaded = night.live_hand(hand_id)
    assert isinstance(loaded, LiveHand)
    return loaded


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", sorted(info.id for info in catalog().values() if info.players[0] <= 3 and not resolve(info.id).even)
)
def test_a_hand_read_from_its_log_is_the_hand_that_was_played(friday: Night, game: str):
    rng = random.Random(game)
    live = deal(friday, game)
    for _ in range(60):
        if live.over:
            break
        chance = rng.random()
        if chance < 0.1:
            answer: Any = night.undo(live.hand.id, live.number)
        elif chance < 0.15:
            answer = night.redo(live.hand.id, live.number)
        elif chance < 0.2 and live.actions:
            place = rng.randint(1, len(live.actions))
            cut = rng.choice([None, place + 1 if place < len(live.actions) else None])
            answer = night.correct(live.hand.id, live.number, {place: []}, cut)
        else:
            answer = night.post(live.hand.id, live.number, [any_line(live.state, rng)])
        live = answer.live
    assert from_the_log(live.hand.id) == live


def test_a_cache_that_is_behind_catches_up(friday: Night):
    first = deal(friday)
    last = everyone_folds(first)
    hand_cache().clear()
    hand_cache().put(first)
    assert night.live_hand(first.hand.id) == last


def test_an_older_hand_does_not_push_out_a_newer_one(friday: Night):
    first = deal(friday)
    last = everyone_folds(first)
    hand_cache().put(first)
    assert hand_cache().get(first.hand.id) == last


def test_a_hand_of_another_database_is_not_taken_for_this_one(friday: Night):
    live = everyone_folds(deal(friday))
    with writing() as session:
        session.execute(delete(Entry).where(Entry.hand_id == live.hand.id))
        session.get_one(Hand, live.hand.id).started_at -= timedelta(days=7)
    loaded = night.live_hand(live.hand.id)
    assert isinstance(loaded, LiveHand)
    assert loaded.actions == ()


def test_only_so_many_hands_are_kept(friday: Night):
    live = deal(friday)
    for number in range(100):
        hand_cache().put(night.LiveHand(other(live, number), live.log, live.states))
    assert hand_cache().get(other(live, 99).id) is not None
    assert hand_cache().get(live.hand.id) is None


def other(live: LiveHand, number: int) -> night.HandInfo:
    hand = live.hand
    return night.HandInfo(
        1000 + number,
        hand.night_id,
        number,
        hand.game_id,
        hand.game_name,
        hand.setup,
        hand.seat_ids,
        hand.player_ids,
        hand.dealer_place,
        hand.options,
        hand.modifiers,
        hand.started_at,
    )


def test_a_hand_keeps_the_game_that_it_was_dealt_under(friday: Night, monkeypatch: pytest.MonkeyPatch):
    live = tap(deal(friday, "baseball"), "d dh p1 ????9h")
    changed = {"baseball": {**load.library()["baseball"], "name": "Softball", "wild": []}}
    monkeypatch.setattr(load, "library", lambda: {**load.library.__wrapped__(), **changed})
    again = from_the_log(live.hand.id)
    assert again == live
    assert again.state.game.name == "Baseball"
    assert again.state.wild == live.state.wild


def test_an_old_hand_that_no_longer_replays_says_where_and_why(friday: Night):
    live = everyone_folds(deal(friday))
    change(live, stacks=[100, 100, 2])
    broken = night.live_hand(live.hand.id)
    assert isinstance(broken, night.Broken)
    assert (broken.misfit.number, broken.misfit.text) == (4, "p3 cbr 2")
    assert broken.misfit.reason
    assert broken.live is not None
    assert broken.live.actions == live.actions
    answer = night.post(live.hand.id, live.number, ["p1 cc"])
    assert isinstance(answer, night.Refused)
    assert "action 4 no longer fits" in answer.reason


def test_a_hand_that_cannot_even_be_dealt_any_more_says_so(friday: Night):
    live = everyone_folds(deal(friday))
    change(live, names=["Ann", "Ann", "Cy"])
    broken = night.live_hand(live.hand.id)
    assert isinstance(broken, night.Broken)
    assert (broken.misfit.number, broken.live) == (0, None)
    assert isinstance(night.post(live.hand.id, live.number, ["p1 cc"]), night.Broken)


def test_what_no_longer_fits_can_be_taken_back(friday: Night):
    live = tap(deal(friday), "d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2")
    change(live, stacks=[100, 100, 2])
    assert isinstance(night.live_hand(live.hand.id), night.Broken)
    answer = night.undo(live.hand.id, 4)
    assert isinstance(answer, night.Posted)
    assert isinstance(night.post(live.hand.id, 5, ["p3 cc"]), night.Posted)


def change(live: LiveHand, **setup: Any) -> None:
    """Change what a hand was dealt under, as another version of the app might read it."""
    with writing() as session:
        raw = session.get_one(Hand, live.hand.id).setup
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(setup={**raw, **setup}))
    db.session.expire_all()
    hand_cache().clear()


def test_past_hands_and_games_are_listed(friday: Night):
    for game in ("five-card-stud", "five-card-stud"):
        everyone_folds(deal(friday, game))
        night.next_hand(friday)
    tap(deal(friday, "razz"), "d misdeal")
    past = night.past_hands(friday)
    assert [(hand.number, hand.game_id, hand.carried) for hand in past] == [
        (3, "razz", 0),
        (2, "five-card-stud", 0),
        (1, "five-card-stud", 0),
    ]
    assert past[2].winners == (("Ann", 5),)
    assert [called.game_id for called in night.recent_games(friday)] == ["razz", "five-card-stud"]
    assert [called.times for called in night.favourite_games()] == [2, 1]
