"""The end of a hand in chips: paid once, taken back with the hand, and never lost."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import func, select

from app import night
from app.games.catalog import catalog
from app.games.load import resolve
from app.hand.play import legal, prompt
from app.night import Ledger, LiveHand, Night
from app.night.db import db
from tests.night.table import Dealer, any_line, begin, deal, everyone_folds, tap


def stacks(of: Night) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in night.seats(of)}


def paid(hand_id: int) -> list[tuple[str, int]]:
    rows = db.session.execute(select(Ledger.kind, Ledger.amount).where(Ledger.hand_id == hand_id).order_by(Ledger.id))
    return [(kind, amount) for kind, amount in rows]


def test_a_finished_hand_is_written_to_the_ledger_as_facts(friday: Night):
    live = everyone_folds(deal(friday))
    assert stacks(friday) == {"Ann": 102, "Bob": 99, "Cy": 99}
    put_in = [fact for fact in night.facts(friday, live.hand.id) if fact.kind == "put-in"]
    assert {(fact.name, fact.amount) for fact in put_in} == {("Ann", -3), ("Bob", -1), ("Cy", -1)}
    (award,) = [fact for fact in night.facts(friday, live.hand.id) if fact.kind == "award"]
    assert (award.name, award.amount) == ("Ann", 5)
    assert "everyone else has folded" in award.why


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


def test_a_hand_may_end_otherwise_after_undo(friday: Night):
    live = everyone_folds(deal(friday))
    night.undo(live.hand.id, live.number)
    night.undo(live.hand.id, live.number + 1)
    now = night.live(live.hand.id)
    assert isinstance(now, night.LiveHand)
    tap(now, "p1 cbr 4", "p2 f", "p3 f")
    assert stacks(friday) == {"Ann": 97, "Bob": 104, "Cy": 99}


def test_a_correction_of_a_finished_hand_pays_anew(friday: Night):
    live = everyone_folds(deal(friday))
    answer = night.correct(live.hand.id, live.number, 4, "p3 cc", further={5: "p1 cc", 6: "p2 cc"})
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
    found = night.current_hand(friday)
    assert found is not None
    assert found.id == live.hand.id
    assert [seat.name for seat in night.seats(friday) if seat.dealer] == ["Ann"]
    over = tap(back.live, "p2 f")
    night.next_hand(friday)
    deal(friday)
    closed = night.undo(over.hand.id, over.number)
    assert isinstance(closed, night.Refused)
    assert closed.reason == "another hand has begun"


def test_whoever_left_with_the_chips_keeps_the_hand_closed(friday: Night):
    live = everyone_folds(deal(friday))
    ann = next(seat for seat in night.seats(friday) if seat.name == "Ann")
    assert night.leave(friday, ann.id) is None
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
    assert ("carried", -1) in paid(live.hand.id)
    assert sum(seat.stack or 0 for seat in night.seats(friday)) == 300
    night.undo(live.hand.id, live.number)
    assert friday.carried == 1


def test_a_hand_is_put_away_before_another_is_called(friday: Night):
    everyone_folds(deal(friday))
    answer = night.call_game(friday, "razz")
    assert answer == night.Problem("hand", "the last hand is still on the table")


def test_without_tracked_chips_only_the_awards_are_facts(app: object):
    saturday = begin(tracked=False)
    live = everyone_folds(deal(saturday))
    assert paid(live.hand.id) == [("award", 5)]
    assert stacks(saturday) == {"Ann": None, "Bob": None, "Cy": None}


def games_for(players: int) -> list[str]:
    """The games that so many can play."""
    games = [resolve(game) for game in catalog()]
    return [
        game.id for game in games if game.players[0] <= players <= game.players[1] and not (game.even and players % 2)
    ]


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
            assert night.buy_in(friday, poorest.id, 25) is None
            bought += 25
