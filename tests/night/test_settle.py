"""The payments of a finished hand: made once, reversed by undo, and never lost."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from sqlalchemy import Executable, Select, func, select, update
from sqlalchemy.dialects import postgresql

from app.games.catalog import catalog
from app.games.load import resolve
from app.hand.play import legal, prompt
from app.night import nights, screens
from app.night.acts import queue, requests
from app.night.acts.queue import Done
from app.night.caches import clear_caches
from app.night.db import db, writing
from app.night.history import hands
from app.night.ledger import Totals, balances
from app.night.log import loading
from app.night.log.loading import NoHandError
from app.night.log.replay import Broken, LiveHand, Posted, Refused, Stale
from app.night.log.replay import LiveHand as StoredLiveHand
from app.night.models import Hand, Ledger, Night, Seat
from app.night.nights import current_hand, last_hand
from app.night.people import seats
from app.night.play import call, taps
from app.night.play.call import end_night
from app.night.play.settle import award_text, stored_awards
from app.night.validation import Problem
from app.words.reasons import reasons_text
from app.words.speaker import Speaker
from tests.databases import listening
from tests.games.covering import every_game
from tests.hand.random_dealer import RandomDealer, random_setup
from tests.night import acting
from tests.night.table import (
    FIRST_STREET,
    Dealer,
    any_line,
    begin,
    deal,
    dealer,
    everyone_folds,
    ledger_rows,
    seat,
    tap,
    two_pots,
)
from tests.seating import add_player

#: Why a hand can no longer be reopened.
ANN_LEFT = "Ann has left with the chips of this hand; undo that in the night's log first"


def stacks(night: Night) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in seats.seats(night)}


def paid(hand_id: int) -> list[tuple[str, int]]:
    rows = db.session.execute(select(Ledger.kind, Ledger.amount).where(Ledger.hand_id == hand_id).order_by(Ledger.id))
    return [(kind, amount) for kind, amount in rows]


def leave(night: Night, name: str) -> Done:
    answer = acting.leave(night, seat(night, name).id)
    assert isinstance(answer, Done), answer
    return answer


def back(night: Night) -> tuple[int, str]:
    """Return the hand that Undo would reopen, and why it cannot be."""
    cleared, reason = call.cleared_hand(night)
    assert cleared is not None
    return cleared.id, reason


def final_reason(night: Night) -> str:
    """Return why the cleared hand can no longer be reopened, or the empty string."""
    return back(night)[1]


def test_a_finished_hand_is_written_to_the_ledger(friday: Night):
    live = everyone_folds(deal(friday))
    assert stacks(friday) == {"Ann": 102, "Bob": 99, "Cy": 99}
    rows = ledger_rows(live.hand.id)
    assert sorted(rows) == [("Ann", "award", 5), ("Ann", "put-in", -3), ("Bob", "put-in", -1), ("Cy", "put-in", -1)]
    (ann,) = [player for name, player in zip(live.hand.setup.names, live.hand.player_ids, strict=True) if name == "Ann"]
    assert hands.award_reasons(db.session.get_one(Hand, live.hand.id)) == {
        (ann, 5): ["main pot, all, everyone else has folded"]
    }


def test_awards_are_stored_without_words_and_worded_when_shown(app: object):
    _, live = two_pots()
    hand = db.session.get_one(Hand, live.hand.id)
    worded = hands.award_reasons(hand)
    assert {chips: words for (_, chips), words in worded.items()} == {
        4: ["side pot 1, high, pair of kings, the highest hand"],
        9: ["main pot, high, pair of aces, the highest hand"],
    }
    assert set(db.session.scalars(select(Ledger.why))) == {""}
    # An older version stored neither, so the hand is replayed.
    hand.outcome = {name: value for name, value in (hand.outcome or {}).items() if name not in ("awards", "pots")}
    db.session.commit()
    assert hands.award_reasons(hand) == worded


@pytest.mark.parametrize("game", every_game())
def test_stored_awards_keep_their_reasons(game: str) -> None:
    dealer = RandomDealer(random_setup(resolve(game), random.Random(1)), random.Random(1))
    dealer.play_out()
    result, names = dealer.state.result, dealer.state.setup.names
    assert result is not None
    stored = json.loads(json.dumps(stored_awards(result)))
    words = award_text(names, range(len(names)), stored)
    for award in result.awards:
        assert words[award.seat, award.amount].pop(0).endswith(reasons_text(award.why, Speaker(names)))
    assert not any(words.values())


def test_listed_hands_show_winners_by_chips_and_why_there_was_no_showdown(app: object):
    friday, _ = two_pots()
    (shown,) = hands.past_hands(friday)
    assert (shown.winners, shown.why) == ((("Cy", 9), ("Bob", 4)), "")
    saturday = begin()
    live = everyone_folds(deal(saturday))
    (folded,) = hands.past_hands(saturday)
    assert (folded.winners, folded.why) == ((("Ann", 5),), "everyone else has folded")
    assert (db.session.get_one(Hand, live.hand.id).outcome or {})["actions"] == 6


def test_chips_are_paid_when_the_hand_ends_and_undo_reopens_it(friday: Night):
    live = everyone_folds(deal(friday))
    ended = db.session.get_one(Hand, live.hand.id).finished_at
    assert ended is not None
    assert set(db.session.scalars(select(Ledger.at).where(Ledger.hand_id == live.hand.id))) == {ended}
    taps.undo(live.hand.id, live.number)
    assert db.session.get_one(Hand, live.hand.id).finished_at is None
    assert hands.past_hands(friday) == []


def test_a_hand_in_play_has_no_ledger_rows(friday: Night):
    live = tap(deal(friday), "d dh p1 ??5h")
    assert paid(live.hand.id) == []
    assert stacks(friday) == {"Ann": 100, "Bob": 100, "Cy": 100}


def test_undo_reverses_the_payments_and_redo_restores_them(friday: Night):
    live = everyone_folds(deal(friday))
    facts = paid(live.hand.id)
    answer = taps.undo(live.hand.id, live.number)
    assert isinstance(answer, Posted)
    assert paid(live.hand.id) == []
    assert stacks(friday)["Ann"] == 100
    taps.redo(live.hand.id, live.number + 1)
    assert paid(live.hand.id) == facts


def test_stacks_corrected_by_the_dealer_are_counted_with_the_hand(friday: Night):
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "d stack p1 40", "p1 cc", "d stack p2 120", "p2 f")
    live = tap(live, "d dh p1 2c", "d dh p3 2d", "p3 cbr 2", "p1 f")
    # Ann put in 5, of which 2 were uncalled, and wins 9. Bob put in 3 and is short 59. Cy put in 1 and has 21 more.
    assert stacks(friday) == {"Ann": 104, "Bob": 38, "Cy": 120}
    assert sorted(paid(live.hand.id)) == [
        ("award", 9),
        ("count", -59),
        ("count", 21),
        ("put-in", -5),
        ("put-in", -3),
        ("put-in", -1),
    ]
    found = balances(db.session(), friday)
    assert Totals(friday, found).difference == sum(balance.difference for balance in found) == -38
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    assert stacks(friday) == {"Ann": 100, "Bob": 100, "Cy": 100}


def test_a_hand_can_end_differently_after_undo(friday: Night):
    live = everyone_folds(deal(friday))
    taps.undo(live.hand.id, live.number)
    taps.undo(live.hand.id, live.number + 1)
    now = loading.live_hand(live.hand.id)
    assert isinstance(now, StoredLiveHand)
    tap(now, "p1 cbr 4", "p2 f", "p3 f")
    assert stacks(friday) == {"Ann": 97, "Bob": 104, "Cy": 99}


def test_a_correction_that_reopens_a_hand_removes_its_payments(friday: Night):
    live = everyone_folds(deal(friday))
    answer = taps.correct(live.hand.id, live.number, {4: ["p3 cc"], 5: ["p1 cc"], 6: ["p2 cc"]})
    assert isinstance(answer, Posted)
    assert paid(live.hand.id) == []
    assert isinstance(taps.undo(live.hand.id, answer.live.number), Posted)
    assert stacks(friday)["Ann"] == 102


def test_a_hand_is_final_only_when_the_next_is_dealt(friday: Night):
    live = everyone_folds(deal(friday))
    assert call.next_hand(friday) is None
    assert current_hand(friday) is None
    back = taps.undo(live.hand.id, live.number)
    assert isinstance(back, Posted)
    current = current_hand(friday)
    assert current is not None
    assert current.id == live.hand.id
    assert dealer(friday) == "Ann"
    over = tap(back.live, "p2 f")
    call.next_hand(friday)
    deal(friday)
    closed = taps.undo(over.hand.id, over.number)
    assert isinstance(closed, Refused)
    assert closed.reason == "the hand would not be over, and another has begun"


def clear_hand(night: Night) -> LiveHand:
    """Return a cleared hand that Ann won, so that Bob deals next."""
    live = everyone_folds(deal(night))
    assert call.next_hand(night) is None
    assert dealer(night) == "Bob"
    return live


def test_undo_after_next_hand_first_reopens_the_cleared_hand(friday: Night):
    live = clear_hand(friday)
    assert back(friday) == (live.hand.id, "")
    facts = paid(live.hand.id)
    assert call.reopen_hand(friday, live.hand.id) is None
    current = current_hand(friday)
    assert current is not None
    assert current.id == live.hand.id
    assert current.finished_at is not None
    assert dealer(friday) == "Ann"
    assert paid(live.hand.id) == facts
    now = loading.live_hand(live.hand.id)
    assert isinstance(now, LiveHand)
    assert now.number == live.number
    assert call.cleared_hand(friday) == (None, "")


def test_reopening_a_hand_twice_changes_nothing_and_next_hand_clears_it_again(friday: Night):
    live = clear_hand(friday)
    assert call.reopen_hand(friday, live.hand.id) is None
    at = screens.night_version(friday.id)
    assert call.reopen_hand(friday, live.hand.id) is None
    assert screens.night_version(friday.id) == at
    assert call.next_hand(friday) is None
    assert current_hand(friday) is None
    assert dealer(friday) == "Bob"


def test_every_step_back_changes_the_version_of_the_night(friday: Night):
    live = clear_hand(friday)
    fresh = deal(friday)
    seen = [screens.night_version(friday.id)]
    assert call.undo_call(fresh.hand.id, fresh.number) is None
    seen.append(screens.night_version(friday.id))
    assert call.reopen_hand(friday, live.hand.id) is None
    seen.append(screens.night_version(friday.id))
    assert len(set(seen)) == 3


def test_the_button_returns_to_the_dealer_of_the_hand_after_a_seat_change(friday: Night):
    live = clear_hand(friday)
    order = [seat.id for seat in seats.seats(friday)]
    assert isinstance(requests.rearrange_seats(friday, [order[1], order[2], order[0]]), Done)
    assert call.reopen_hand(friday, live.hand.id) is None
    assert dealer(friday) == "Ann"
    call.next_hand(friday)
    call.reopen_hand(friday, live.hand.id)
    assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    assert dealer(friday) == "Ann"


def test_a_call_without_entries_can_be_undone(friday: Night):
    live = clear_hand(friday)
    fresh = deal(friday, "razz")
    assert call.cleared_hand(friday) == (None, "")
    assert call.undo_call(fresh.hand.id, fresh.number) is None
    assert current_hand(friday) is None
    assert dealer(friday) == "Bob"
    assert stacks(friday) == {"Ann": 102, "Bob": 99, "Cy": 99}
    assert back(friday) == (live.hand.id, "")
    assert call.undo_call(fresh.hand.id, fresh.number) is None


def test_the_button_returns_to_a_player_without_chips_who_may_buy_in_and_deal(friday: Night):
    clear_hand(friday)
    bob, cy = seat(friday, "Bob"), seat(friday, "Cy")
    assert isinstance(acting.give_chips(friday, bob.id, cy.id, bob.stack or 0), Done)
    fresh = deal(friday)
    assert dealer(friday) == "Cy"
    assert call.undo_call(fresh.hand.id, fresh.number) is None
    assert isinstance(acting.buy_in(friday, bob.id, 100), Done)
    assert dealer(friday) == "Bob"


def test_a_call_whose_entries_were_undone_can_be_undone(friday: Night):
    fresh = tap(deal(friday), "d dh p1 ??5h")
    assert isinstance(call.undo_call(fresh.hand.id, fresh.number), Refused)
    undone = taps.undo(fresh.hand.id, fresh.number)
    assert isinstance(undone, Posted)
    assert isinstance(call.undo_call(fresh.hand.id, fresh.number), Stale)
    assert call.undo_call(fresh.hand.id, undone.live.number) is None
    assert last_hand(friday.id) is None


def test_an_undone_call_is_never_loaded_again(friday: Night):
    gone = deal(friday, "razz")
    assert call.undo_call(gone.hand.id, 0) is None
    with pytest.raises(NoHandError):
        loading.live_hand(gone.hand.id)
    other = deal(friday, "five-card-stud")
    loaded = loading.live_hand(other.hand.id)
    assert isinstance(loaded, LiveHand)
    assert loaded.hand.game_id == "five-card-stud"
    assert loaded.hand.number == 1


def test_undoing_the_next_call_allows_the_showdown_to_be_corrected(friday: Night):
    live = clear_hand(friday)
    fresh = deal(friday)
    assert isinstance(taps.undo(live.hand.id, live.number), Refused)
    assert isinstance(call.reopen_hand(friday, live.hand.id), Problem)
    assert call.undo_call(fresh.hand.id, 0) is None
    assert call.reopen_hand(friday, live.hand.id) is None
    undone = taps.undo(live.hand.id, live.number)
    assert isinstance(undone, Posted)
    tap(undone.live, "p2 cbr 4", "p3 f")
    assert stacks(friday) == {"Ann": 97, "Bob": 99, "Cy": 104}
    call.next_hand(friday)
    again = deal(friday)
    assert again.hand.setup.stacks == (104, 97, 99)
    assert again.hand.number == 2


def test_a_cleared_hand_cannot_be_reopened_after_a_player_left_with_its_chips(friday: Night):
    live = clear_hand(friday)
    leave(friday, "Ann")
    assert final_reason(friday) == ANN_LEFT
    assert call.reopen_hand(friday, live.hand.id) == Problem("hand", ANN_LEFT)
    assert isinstance(add_player(friday, "Ann", 50), Seat)
    assert call.reopen_hand(friday, live.hand.id) == Problem("hand", ANN_LEFT)
    assert current_hand(friday) is None


def test_undoing_a_departure_allows_the_hand_to_be_reopened(friday: Night):
    live = clear_hand(friday)
    left = leave(friday, "Ann")
    assert isinstance(queue.undo_act(friday, left.line, "Ann leaves"), Done)
    assert final_reason(friday) == ""
    assert call.reopen_hand(friday, live.hand.id) is None


def test_a_cash_out_at_the_moment_a_hand_ends_counts_as_after_it(friday: Night):
    live = clear_hand(friday)
    leave(friday, "Ann")
    with writing() as session:
        ended = session.get_one(Hand, live.hand.id).finished_at
        session.execute(update(Ledger).where(Ledger.kind == "cash-out").values(at=ended))
    assert final_reason(friday) == ANN_LEFT


def test_a_player_who_left_before_the_hand_does_not_block_its_reopening(friday: Night):
    clear_hand(friday)
    leave(friday, "Bob")
    add_player(friday, "Bob", 50)
    everyone_folds(deal(friday))
    call.next_hand(friday)
    assert final_reason(friday) == ""


def test_a_player_who_left_broke_does_not_block_the_reopening(app: object):
    friday = begin(chips=3)
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 cc", "p2 f")
    while not live.over:
        live = tap(live, any_line(live.state, random.Random(2)))
    call.next_hand(friday)
    leave(friday, next(name for name, stack in stacks(friday).items() if stack == 0))
    assert final_reason(friday) == ""


def test_a_departure_with_untracked_chips_blocks_the_reopening(app: object):
    friday = begin(tracked=False)
    everyone_folds(deal(friday))
    call.next_hand(friday)
    leave(friday, "Ann")
    assert final_reason(friday) == ANN_LEFT


def test_with_untracked_chips_only_players_of_the_hand_block_its_reopening(app: object):
    """Only players dealt into the hand can leave with its chips; Dee came after it."""
    friday = begin(tracked=False)
    everyone_folds(deal(friday))
    call.next_hand(friday)
    add_player(friday, "Dee", 0)
    leave(friday, "Dee")
    assert final_reason(friday) == ""


def test_a_player_who_came_after_the_hand_does_not_block_its_reopening(friday: Night):
    clear_hand(friday)
    add_player(friday, "Dee", 50)
    leave(friday, "Dee")
    assert final_reason(friday) == ""


def test_a_hand_that_no_longer_replays_stays_paid_after_a_player_left_with_its_chips(friday: Night):
    live = everyone_folds(deal(friday))
    no_longer_replays(live)
    leave(friday, "Ann")
    facts = paid(live.hand.id)
    assert isinstance(taps.undo(live.hand.id, live.number), Refused)
    assert paid(live.hand.id) == facts


def test_hands_of_an_ended_night_can_be_reopened_only_with_the_night(friday: Night):
    live = clear_hand(friday)
    assert end_night(friday) is None
    assert call.reopen_hand(friday, live.hand.id) == Problem("hand", "the night is over")
    nights.reopen_night(friday)
    assert call.reopen_hand(friday, live.hand.id) is None


def test_undo_is_refused_after_a_player_left_with_the_chips(friday: Night):
    live = everyone_folds(deal(friday))
    leave(friday, "Ann")
    answer = taps.undo(live.hand.id, live.number)
    assert isinstance(answer, Refused)
    assert "Ann has left" in answer.reason


def test_a_misdeal_moves_neither_chips_nor_the_button(friday: Night):
    live = tap(deal(friday), "d dh p1 ??5h", "d misdeal")
    assert live.over
    assert paid(live.hand.id) == []
    call.next_hand(friday)
    assert dealer(friday) == "Ann"


def to_the_showdown(live: LiveHand, rng: random.Random) -> LiveHand:
    """Check or call for every player up to the showdown."""
    while prompt(live.state).kind != "show":
        line = any_line(live.state, rng)
        if prompt(live.state).kind == "bet":
            line = next(ask for ask in legal(live.state) if ask.endswith((" cc", " pb")))
        live = tap(live, line)
    return live


def test_an_odd_chip_carries_over_to_the_next_pot(friday: Night):
    answer = call.call_game(friday, "chicago", house_for_hand={"odd_chip_split": "next pot"})
    assert isinstance(answer, LiveHand)
    live = to_the_showdown(answer, random.Random(1))
    assert live.state.pot % 2 == 1
    shares = [share.name for share in live.state.game.shares]
    live = tap(live, *(f"d ranks {share} p{n}" for n, share in enumerate(shares, start=1)))
    assert friday.carried == 1
    assert hands.past_hands(friday)[0].carried == 1
    call.next_hand(friday)
    live = deal(friday)
    assert live.state.pot == 4
    assert friday.carried == 1
    live = everyone_folds(live)
    assert friday.carried == 0
    assert sum(amount for _, amount in paid(live.hand.id)) == 1
    assert sum(seat.stack or 0 for seat in seats.seats(friday)) == 300
    taps.undo(live.hand.id, live.number)
    assert friday.carried == 1


def test_a_game_cannot_be_called_before_the_last_hand_is_cleared(friday: Night):
    everyone_folds(deal(friday))
    answer = call.call_game(friday, "razz")
    assert answer == Problem("hand", "the last hand is still on the table")


def test_with_untracked_chips_only_awards_are_stored(app: object):
    saturday = begin(tracked=False)
    live = everyone_folds(deal(saturday))
    assert paid(live.hand.id) == [("award", 5)]
    assert stacks(saturday) == {"Ann": None, "Bob": None, "Cy": None}


@cache
def games_for(players: int) -> list[str]:
    """Return the games for this number of players."""
    games = [resolve(game) for game in catalog()]
    return [
        game.id for game in games if game.players[0] <= players <= game.players[1] and not (game.even and players % 2)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 12))])
def test_no_chip_is_lost_over_a_night_of_random_hands(app: object, seed: int):
    rng = random.Random(seed)
    friday = begin("Ann", "Bob", "Cy", "Di", chips=60)
    bought = 240
    for _ in range(6):
        if sum(seat.in_play for seat in seats.seats(friday)) < 2:
            break
        dealer = Dealer(deal(friday, rng.choice(games_for(sum(seat.in_play for seat in seats.seats(friday))))), rng)
        for _ in range(rng.randint(0, 20)):
            if dealer.live.over:
                break
            dealer.tap()
            if rng.random() < 0.2:
                dealer.undo()
        live = dealer.play_out()
        total = sum(seat.stack or 0 for seat in seats.seats(friday))
        assert total + friday.carried == bought
        ledger = select(func.sum(Ledger.amount)).where(Ledger.night_id == friday.id)
        assert db.session.scalar(ledger) + friday.carried == bought
        assert [player.stack for player in live.state.players] == [
            next(seat.stack for seat in seats.seats(friday) if seat.id == seat_id) for seat_id in live.hand.seat_ids
        ]
        assert call.next_hand(friday) is None
        if rng.random() < 0.5:
            poorest = min(seats.seats(friday), key=lambda seat: seat.stack or 0)
            assert isinstance(acting.buy_in(friday, poorest.id, 25), Done)
            bought += 25


def no_longer_replays(live: LiveHand) -> None:
    """Make the bet invalid, as a later version might: the hand no longer ends, but its chips have been paid."""
    setup = {**db.session.get_one(Hand, live.hand.id).setup, "stacks": [100, 100, 2]}
    with writing() as session:
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(setup=setup))
    clear_caches()


def test_undoing_a_hand_that_no_longer_replays_reverses_its_payments(friday: Night):
    live = everyone_folds(deal(friday))
    assert paid(live.hand.id)
    no_longer_replays(live)
    assert isinstance(loading.live_hand(live.hand.id), Broken)
    taps.undo(live.hand.id, live.number)
    assert paid(live.hand.id) == []
    assert stacks(friday) == {"Ann": 100, "Bob": 100, "Cy": 100}


def test_undoing_a_hand_that_no_longer_replays_returns_the_button(friday: Night):
    """A settled hand is undone together with its button, although this version cannot replay its end."""
    live = everyone_folds(deal(friday))
    assert isinstance(acting.set_dealer(friday, 1), Done)
    assert dealer(friday) == "Bob"
    no_longer_replays(live)
    taps.undo(live.hand.id, live.number)
    assert dealer(friday) == "Ann"


def test_undoing_a_settled_hand_locks_its_night(friday: Night, monkeypatch: pytest.MonkeyPatch):
    """Other servers end the night, or cash players out, under the same lock. SQLite has one lock for all nights."""
    monkeypatch.setattr(loading, "has_concurrent_writers", lambda: True)
    everyone_folds(deal(begin()))
    live = everyone_folds(deal(friday))
    locked: list[object] = []

    def note(_connection: object, statement: Executable, _many: object, values: object, _options: object) -> None:
        select = getattr(statement, "_resolved", statement)  # of a lambda
        if isinstance(select, Select) and "FOR UPDATE OF night" in str(select.compile(dialect=postgresql.dialect())):
            locked.append(values)

    with listening("before_execute", note):
        assert isinstance(taps.undo(live.hand.id, live.number), Posted)
    assert locked == [{"hand": live.hand.id}]


def test_departures_from_another_night_do_not_block_the_reopening(friday: Night):
    live = clear_hand(friday)
    saturday = begin("Ann", "Bob", "Cy")
    for _ in range(3):
        everyone_folds(deal(saturday))
        assert call.next_hand(saturday) is None
    for name in ("Ann", "Bob", "Cy"):
        leave(saturday, name)
    assert back(friday) == (live.hand.id, "")
