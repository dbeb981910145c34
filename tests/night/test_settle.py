"""The end of a hand in chips: paid once, taken back with the hand, and never lost."""

from __future__ import annotations

import random
from functools import cache

import pytest
from sqlalchemy import Executable, Select, func, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.event import listen

from app import night
from app.games.catalog import catalog
from app.games.load import resolve
from app.hand.play import legal, prompt
from app.night import Hand, Ledger, LiveHand, Night
from app.night.db import db, writing
from app.night.log.loading import hand_cache as live_hands
from app.night.money.balances import balances, totals
from tests.night.table import FIRST_STREET, Dealer, any_line, begin, deal, everyone_folds, tap, two_pots


def stacks(of: Night) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in night.seats(of)}


def paid(hand_id: int) -> list[tuple[str, int]]:
    rows = db.session.execute(select(Ledger.kind, Ledger.amount).where(Ledger.hand_id == hand_id).order_by(Ledger.id))
    return [(kind, amount) for kind, amount in rows]


def test_a_finished_hand_is_written_to_the_ledger_as_facts(friday: Night):
    live = everyone_folds(deal(friday))
    assert stacks(friday) == {"Ann": 102, "Bob": 99, "Cy": 99}
    put_in = [fact for fact in night.ledger_rows(friday, live.hand.id) if fact.kind == "put-in"]
    assert {(fact.name, fact.amount) for fact in put_in} == {("Ann", -3), ("Bob", -1), ("Cy", -1)}
    (award,) = [fact for fact in night.ledger_rows(friday, live.hand.id) if fact.kind == "award"]
    assert (award.name, award.amount) == ("Ann", 5)
    assert award.why == "hand 1, Five-Card Stud: main pot, all, everyone else has folded"


def test_an_award_is_written_with_its_pot_share_hand_and_reason(app: object):
    _, live = two_pots()
    rows = select(Ledger.why).where(Ledger.hand_id == live.hand.id, Ledger.kind == "award").order_by(Ledger.amount)
    assert [why.partition(": ")[2] for why in db.session.scalars(rows)] == [
        "side pot 1, high, pair of kings, the highest hand",
        "main pot, high, pair of aces, the highest hand",
    ]


def test_a_hand_in_the_list_has_its_winners_most_chips_first_and_why_no_cards_were_needed(app: object):
    friday, _ = two_pots()
    (shown,) = night.past_hands(friday)
    assert (shown.winners, shown.why) == ((("Cy", 9), ("Bob", 4)), "")
    saturday = begin()
    live = everyone_folds(deal(saturday))
    (folded,) = night.past_hands(saturday)
    assert (folded.winners, folded.why) == ((("Ann", 5),), "everyone else has folded")
    assert (db.session.get_one(Hand, live.hand.id).outcome or {})["actions"] == 6


def test_chips_are_paid_at_the_moment_the_hand_ends_and_undo_leaves_it_unfinished(friday: Night):
    live = everyone_folds(deal(friday))
    ended = db.session.get_one(Hand, live.hand.id).finished_at
    assert ended is not None
    assert set(db.session.scalars(select(Ledger.at).where(Ledger.hand_id == live.hand.id))) == {ended}
    night.undo(live.hand.id, live.number)
    assert db.session.get_one(Hand, live.hand.id).finished_at is None
    assert night.past_hands(friday) == []


def test_a_hand_that_is_still_played_has_written_nothing(friday: Night):
    live = tap(deal(friday), "d dh p1 ??5h")
    assert paid(live.hand.id) == []
    assert stacks(friday) == {"Ann": 100, "Bob": 100, "Cy": 100}


def test_undo_takes_the_chips_back_and_redo_pays_them_again(friday: Night):
    live = everyone_folds(deal(friday))
    facts = paid(live.hand.id)
    answer = night.undo(live.hand.id, live.number)
    assert isinstance(answer, night.Posted)
    assert paid(live.hand.id) == []
    assert stacks(friday)["Ann"] == 100
    night.redo(live.hand.id, live.number + 1)
    assert paid(live.hand.id) == facts


def test_chips_that_the_dealer_finds_missing_are_counted_with_the_hand(friday: Night):
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "d stack p1 40", "p1 cc", "d stack p2 120", "p2 f")
    live = tap(live, "d dh p1 2c", "d dh p3 2d", "p3 cbr 2", "p1 f")
    # Ann has put in 5, the last 2 uncalled, and wins 9. Bob has put in 3, and 59 are missing.
    # Cy has put in 1, and had 21 more.
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
    assert totals(db.session(), friday, found).difference == sum(balance.difference for balance in found) == -38
    assert isinstance(night.undo(live.hand.id, live.number), night.Posted)
    assert stacks(friday) == {"Ann": 100, "Bob": 100, "Cy": 100}


def test_a_hand_may_end_otherwise_after_undo(friday: Night):
    live = everyone_folds(deal(friday))
    night.undo(live.hand.id, live.number)
    night.undo(live.hand.id, live.number + 1)
    now = night.live_hand(live.hand.id)
    assert isinstance(now, night.LiveHand)
    tap(now, "p1 cbr 4", "p2 f", "p3 f")
    assert stacks(friday) == {"Ann": 97, "Bob": 104, "Cy": 99}


def test_a_correction_of_a_finished_hand_pays_again(friday: Night):
    live = everyone_folds(deal(friday))
    answer = night.correct(live.hand.id, live.number, {4: ["p3 cc"], 5: ["p1 cc"], 6: ["p2 cc"]})
    assert isinstance(answer, night.Posted)
    assert paid(live.hand.id) == []
    assert isinstance(night.undo(live.hand.id, answer.live.number), night.Posted)
    assert stacks(friday)["Ann"] == 102


def test_the_next_hand_closes_the_one_before_only_when_it_is_dealt(friday: Night):
    live = everyone_folds(deal(friday))
    assert night.next_hand(friday) is None
    assert night.current_hand(friday) is None
    back = night.undo(live.hand.id, live.number)
    assert isinstance(back, night.Posted)
    current = night.current_hand(friday)
    assert current is not None
    assert current.id == live.hand.id
    assert [seat.name for seat in night.seats(friday) if seat.dealer] == ["Ann"]
    over = tap(back.live, "p2 f")
    night.next_hand(friday)
    deal(friday)
    closed = night.undo(over.hand.id, over.number)
    assert isinstance(closed, night.Refused)
    assert closed.reason == "the hand would not be over, and another has begun"


def dealer(of: Night) -> str:
    return next(seat.name for seat in night.seats(of) if seat.dealer)


def clear_hand(of: Night) -> LiveHand:
    """Return a hand that Ann has won and that is cleared, so that Bob is to deal."""
    live = everyone_folds(deal(of))
    assert night.next_hand(of) is None
    assert dealer(of) == "Bob"
    return live


def test_the_first_undo_after_next_hand_only_takes_the_hand_out_again(friday: Night):
    live = clear_hand(friday)
    back = night.cleared_hand(friday)
    assert back == night.ClearedHand(live.hand.id, 1, "Five-Card Stud", "")
    facts = paid(live.hand.id)
    assert night.reopen_hand(friday, live.hand.id) is None
    current = night.current_hand(friday)
    assert current is not None
    assert current.id == live.hand.id
    assert current.finished_at is not None
    assert dealer(friday) == "Ann"
    assert paid(live.hand.id) == facts
    now = night.live_hand(live.hand.id)
    assert isinstance(now, LiveHand)
    assert now.number == live.number
    assert night.cleared_hand(friday) is None


def test_taken_out_twice_is_once_and_next_hand_puts_it_away_again(friday: Night):
    live = clear_hand(friday)
    assert night.reopen_hand(friday, live.hand.id) is None
    at = night.night_version(friday.id)
    assert night.reopen_hand(friday, live.hand.id) is None
    assert night.night_version(friday.id) == at
    assert night.next_hand(friday) is None
    assert night.current_hand(friday) is None
    assert dealer(friday) == "Bob"


def test_screens_hear_of_every_step_back(friday: Night):
    live = clear_hand(friday)
    fresh = deal(friday)
    seen = [night.night_version(friday.id)]
    assert night.undo_call(fresh.hand.id, fresh.number) is None
    seen.append(night.night_version(friday.id))
    assert night.reopen_hand(friday, live.hand.id) is None
    seen.append(night.night_version(friday.id))
    assert len(set(seen)) == 3


def test_the_button_goes_back_to_its_dealer_wherever_they_sit_now(friday: Night):
    live = clear_hand(friday)
    order = [seat.id for seat in night.seats(friday)]
    assert isinstance(night.move_seats(friday, [order[1], order[2], order[0]]), night.Done)
    assert night.reopen_hand(friday, live.hand.id) is None
    assert dealer(friday) == "Ann"
    night.next_hand(friday)
    night.reopen_hand(friday, live.hand.id)
    assert isinstance(night.undo(live.hand.id, live.number), night.Posted)
    assert dealer(friday) == "Ann"


def test_a_called_game_of_which_nothing_is_entered_can_be_taken_back(friday: Night):
    live = clear_hand(friday)
    fresh = deal(friday, "razz")
    assert night.cleared_hand(friday) is None
    assert night.undo_call(fresh.hand.id, fresh.number) is None
    assert night.current_hand(friday) is None
    assert dealer(friday) == "Bob"
    assert stacks(friday) == {"Ann": 102, "Bob": 99, "Cy": 99}
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.hand_id == live.hand.id
    assert night.undo_call(fresh.hand.id, fresh.number) is None


def test_what_was_entered_and_taken_back_again_does_not_keep_the_call(friday: Night):
    fresh = tap(deal(friday), "d dh p1 ??5h")
    assert isinstance(night.undo_call(fresh.hand.id, fresh.number), night.Refused)
    undone = night.undo(fresh.hand.id, fresh.number)
    assert isinstance(undone, night.Posted)
    assert isinstance(night.undo_call(fresh.hand.id, fresh.number), night.Stale)
    assert night.undo_call(fresh.hand.id, undone.live.number) is None
    assert night.last_hand(friday) is None


def test_a_call_taken_back_never_comes_again(friday: Night):
    gone = deal(friday, "razz")
    assert night.undo_call(gone.hand.id, 0) is None
    with pytest.raises(night.NoHandError):
        night.live_hand(gone.hand.id)
    other = deal(friday, "five-card-stud")
    loaded = night.live_hand(other.hand.id)
    assert isinstance(loaded, LiveHand)
    assert loaded.hand.game_id == "five-card-stud"
    assert loaded.hand.number == 1


def test_undo_leads_from_the_next_call_back_to_the_wrong_settlement_and_the_chips_are_right(friday: Night):
    live = clear_hand(friday)
    fresh = deal(friday)
    assert isinstance(night.undo(live.hand.id, live.number), night.Refused)
    assert isinstance(night.reopen_hand(friday, live.hand.id), night.Problem)
    assert night.undo_call(fresh.hand.id, 0) is None
    assert night.reopen_hand(friday, live.hand.id) is None
    undone = night.undo(live.hand.id, live.number)
    assert isinstance(undone, night.Posted)
    tap(undone.live, "p2 cbr 4", "p3 f")
    assert stacks(friday) == {"Ann": 97, "Bob": 99, "Cy": 104}
    night.next_hand(friday)
    again = deal(friday)
    assert again.hand.setup.stacks == (104, 97, 99)
    assert again.hand.number == 2


def test_a_cleared_hand_whose_chips_have_gone_home_cannot_be_reopened(friday: Night):
    live = clear_hand(friday)
    ann = next(seat for seat in night.seats(friday) if seat.name == "Ann")
    assert isinstance(night.leave(friday, ann.id), night.Done)
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == "Ann has left with the chips of this hand"
    assert night.reopen_hand(friday, live.hand.id) == night.Problem("hand", back.final_reason)
    assert isinstance(night.add_player(friday, "Ann", 50), night.Seat)
    assert night.reopen_hand(friday, live.hand.id) == night.Problem("hand", back.final_reason)
    assert night.current_hand(friday) is None


def test_chips_cashed_out_the_moment_that_a_hand_ends_are_the_chips_of_that_hand(friday: Night):
    live = clear_hand(friday)
    ann = next(seat for seat in night.seats(friday) if seat.name == "Ann")
    assert isinstance(night.leave(friday, ann.id), night.Done)
    with writing() as session:
        ended = session.get_one(Hand, live.hand.id).finished_at
        session.execute(update(Ledger).where(Ledger.kind == "cash-out").values(at=ended))
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == "Ann has left with the chips of this hand"


def test_who_left_before_the_hand_took_none_of_its_chips(friday: Night):
    clear_hand(friday)
    bob = next(seat for seat in night.seats(friday) if seat.name == "Bob")
    night.leave(friday, bob.id)
    night.add_player(friday, "Bob", 50)
    everyone_folds(deal(friday))
    night.next_hand(friday)
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == ""


def test_who_has_lost_everything_takes_nothing_home(app: object):
    friday = begin(chips=3)
    live = tap(deal(friday), *FIRST_STREET, "p3 cbr 2", "p1 cc", "p2 f")
    while not live.over:
        live = tap(live, any_line(live.state, random.Random(2)))
    night.next_hand(friday)
    broke = next(seat for seat in night.seats(friday) if seat.stack == 0)
    assert isinstance(night.leave(friday, broke.id), night.Done)
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == ""


def test_at_a_table_with_its_own_chips_a_player_who_left_may_have_taken_some(app: object):
    friday = begin(tracked=False)
    everyone_folds(deal(friday))
    night.next_hand(friday)
    night.leave(friday, night.seats(friday)[0].id)
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == "Ann has left with the chips of this hand"


def test_at_a_table_with_chips_of_its_own_nobody_has_taken_any_while_all_are_there(app: object):
    """Only those who were dealt into the hand can leave with its chips: Dee came after it."""
    friday = begin(tracked=False)
    everyone_folds(deal(friday))
    night.next_hand(friday)
    dee = night.add_player(friday, "Dee", 0)
    assert isinstance(dee, night.Seat)
    assert isinstance(night.leave(friday, dee.id), night.Done)
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == ""


def test_who_came_after_the_hand_takes_none_of_its_chips_home(friday: Night):
    clear_hand(friday)
    dee = night.add_player(friday, "Dee", 50)
    assert isinstance(dee, night.Seat)
    assert isinstance(night.leave(friday, dee.id), night.Done)
    back = night.cleared_hand(friday)
    assert back is not None
    assert back.final_reason == ""


def test_chips_that_have_gone_home_keep_a_hand_that_no_longer_replays_as_it_was_paid(friday: Night):
    live = everyone_folds(deal(friday))
    no_longer_replays(live)
    ann = next(seat for seat in night.seats(friday) if seat.name == "Ann")
    assert isinstance(night.leave(friday, ann.id), night.Done)
    facts = paid(live.hand.id)
    assert isinstance(night.undo(live.hand.id, live.number), night.Refused)
    assert paid(live.hand.id) == facts


def test_a_night_that_is_over_keeps_its_hands_until_it_is_reopened(friday: Night):
    live = clear_hand(friday)
    assert night.end_night(friday) is None
    assert night.reopen_hand(friday, live.hand.id) == night.Problem("hand", "the night is over")
    night.reopen_night(friday)
    assert night.reopen_hand(friday, live.hand.id) is None


def test_a_player_who_left_with_the_chips_keeps_the_hand_closed(friday: Night):
    live = everyone_folds(deal(friday))
    ann = next(seat for seat in night.seats(friday) if seat.name == "Ann")
    assert isinstance(night.leave(friday, ann.id), night.Done)
    answer = night.undo(live.hand.id, live.number)
    assert isinstance(answer, night.Refused)
    assert "Ann has left" in answer.reason


def test_a_misdeal_moves_no_chips_and_the_same_player_deals_again(friday: Night):
    live = tap(deal(friday), "d dh p1 ??5h", "d misdeal")
    assert live.over
    assert paid(live.hand.id) == []
    night.next_hand(friday)
    assert [seat.name for seat in night.seats(friday) if seat.dealer] == ["Ann"]


def to_the_showdown(live: LiveHand, rng: random.Random) -> LiveHand:
    """Everybody checks or calls to the end."""
    while prompt(live.state).kind != "show":
        line = any_line(live.state, rng)
        if prompt(live.state).kind == "bet":
            line = next(ask for ask in legal(live.state) if ask.endswith((" cc", " pb")))
        live = tap(live, line)
    return live


def test_chips_that_nobody_won_lie_in_the_next_pot(friday: Night):
    answer = night.call_game(friday, "chicago", house_for_hand={"odd_chip_split": "next pot"})
    assert isinstance(answer, LiveHand)
    live = to_the_showdown(answer, random.Random(1))
    assert live.state.pot % 2 == 1
    shares = [share.name for share in live.state.game.shares]
    live = tap(live, *(f"d ranks {share} p{n}" for n, share in enumerate(shares, start=1)))
    assert friday.carried == 1
    assert night.past_hands(friday)[0].carried == 1
    night.next_hand(friday)
    live = deal(friday)
    assert live.state.pot == 4
    assert friday.carried == 1
    live = everyone_folds(live)
    assert friday.carried == 0
    assert sum(amount for _, amount in paid(live.hand.id)) == 1
    assert sum(seat.stack or 0 for seat in night.seats(friday)) == 300
    night.undo(live.hand.id, live.number)
    assert friday.carried == 1


def test_a_hand_is_cleared_before_another_is_called(friday: Night):
    everyone_folds(deal(friday))
    answer = night.call_game(friday, "razz")
    assert answer == night.Problem("hand", "the last hand is still on the table")


def test_without_tracked_chips_only_the_awards_are_facts(app: object):
    saturday = begin(tracked=False)
    live = everyone_folds(deal(saturday))
    assert paid(live.hand.id) == [("award", 5)]
    assert stacks(saturday) == {"Ann": None, "Bob": None, "Cy": None}


@cache
def games_for(players: int) -> list[str]:
    """Return the games that so many can play."""
    games = [resolve(game) for game in catalog()]
    return [
        game.id for game in games if game.players[0] <= players <= game.players[1] and not (game.even and players % 2)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_no_chip_is_lost_over_a_night_of_random_hands(app: object, seed: int):
    rng = random.Random(seed)
    friday = begin("Ann", "Bob", "Cy", "Di", chips=60)
    bought = 240
    for _ in range(6):
        if sum(seat.in_play for seat in night.seats(friday)) < 2:
            break
        dealer = Dealer(deal(friday, rng.choice(games_for(sum(seat.in_play for seat in night.seats(friday))))), rng)
        for _ in range(rng.randint(0, 20)):
            if dealer.live.over:
                break
            dealer.tap()
            if rng.random() < 0.2:
                dealer.undo()
        live = dealer.play_out()
        total = sum(seat.stack or 0 for seat in night.seats(friday))
        assert total + friday.carried == bought
        ledger = select(func.sum(Ledger.amount)).where(Ledger.night_id == friday.id)
        assert db.session.scalar(ledger) == bought
        assert [player.stack for player in live.state.players] == [
            next(seat.stack for seat in night.seats(friday) if seat.id == seat_id) for seat_id in live.hand.seat_ids
        ]
        assert night.next_hand(friday) is None
        if rng.random() < 0.5:
            poorest = min(night.seats(friday), key=lambda seat: seat.stack or 0)
            assert isinstance(night.buy_in(friday, poorest.id, 25), night.Done)
            bought += 25


def no_longer_replays(live: LiveHand) -> None:
    """As if this version no longer took the bet: the hand stops before its end, but its chips have been paid."""
    setup = {**db.session.get_one(Hand, live.hand.id).setup, "stacks": [100, 100, 2]}
    with writing() as session:
        session.execute(update(Hand).where(Hand.id == live.hand.id).values(setup=setup))
    live_hands().clear()


def test_taking_back_a_hand_that_no_longer_replays_takes_its_chips_back(friday: Night):
    live = everyone_folds(deal(friday))
    assert paid(live.hand.id)
    no_longer_replays(live)
    assert isinstance(night.live_hand(live.hand.id), night.Broken)
    night.undo(live.hand.id, live.number)
    assert paid(live.hand.id) == []
    assert stacks(friday) == {"Ann": 100, "Bob": 100, "Cy": 100}


def test_the_button_goes_back_with_a_hand_that_no_longer_replays(friday: Night):
    """A hand that was settled is taken back together with its button, although this version cannot replay its end."""
    live = everyone_folds(deal(friday))
    assert isinstance(night.set_dealer(friday, 1), night.Done)
    assert dealer(friday) == "Bob"
    no_longer_replays(live)
    night.undo(live.hand.id, live.number)
    assert dealer(friday) == "Ann"


def test_a_settled_hand_is_taken_back_under_the_lock_of_its_night(friday: Night):
    """Other servers end the night, or cash players out, under the same lock. SQLite has one lock for all nights."""
    everyone_folds(deal(begin()))
    live = everyone_folds(deal(friday))
    locked: list[object] = []

    def note(_connection: object, statement: Executable, _many: object, values: object, _options: object) -> None:
        select = getattr(statement, "_resolved", statement)  # of a lambda
        if isinstance(select, Select) and "FOR UPDATE OF night" in str(select.compile(dialect=postgresql.dialect())):
            locked.append(values)

    listen(db.engine, "before_execute", note)
    assert isinstance(night.undo(live.hand.id, live.number), night.Posted)
    assert locked == [{"hand": live.hand.id}]


def test_another_night_keeps_no_hand_from_being_taken_back(friday: Night):
    live = clear_hand(friday)
    saturday = begin("Ann", "Bob", "Cy")
    for _ in range(3):
        everyone_folds(deal(saturday))
        assert night.next_hand(saturday) is None
    for seat in night.seats(saturday):
        assert isinstance(night.leave(saturday, seat.id), night.Done)
    assert night.cleared_hand(friday) == night.ClearedHand(live.hand.id, 1, "Five-Card Stud", "")
