"""A table for tests: an app on a file, a night with three players, and a random dealer."""

from __future__ import annotations

import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import delete, select

from app.cards.card import UNSEEN
from app.games.house import Stakes
from app.hand.ask import TakesOrder
from app.hand.notation import write_action
from app.hand.play import play, prompt
from app.hand.state import State
from app.hand.view import sealed
from app.night import nights
from app.night.acts import queue
from app.night.acts.queue import Done, Pending
from app.night.acts.table import NewHouse, NewStakes
from app.night.db import db, init
from app.night.log import sealing
from app.night.log.entries import SINCE_0_3
from app.night.log.replay import LiveHand, Posted
from app.night.models import Hand, Ledger, Night, Player, Seat
from app.night.people import seats
from app.night.people.seats import SeatInfo
from app.night.play import call, taps
from app.night.validation import Problem
from tests.databases import address_at
from tests.entering import enter
from tests.hand.random_dealer import RandomDealer
from tests.seating import add_player
from tests.snapshots import copied

STAKES = Stakes(ante=1, small=2, big=4)

#: Five-card stud for Bob, Cy and Ann, who deals: the first street, with Ann to open.
FIRST_STREET = ["d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh"]


def make_app(path: Path, *, create: bool = True) -> Flask:
    """Return an app with only the database."""
    app = Flask("night")
    app.config.update(SQLALCHEMY_DATABASE_URI=address_at(path), SECRET_KEY="x", TESTING=True)
    init(app)
    if create:
        with app.app_context():
            db.create_all()
    return app


def begin(*names: str, tracked: bool = True, chips: int = 100) -> Night:
    return db.session.get_one(Night, _new_night_id(names, tracked, chips))


@copied
def _new_night_id(names: tuple[str, ...], tracked: bool, chips: int) -> int:
    friday = nights.start_night("Friday", STAKES, {}, tracked)
    assert isinstance(friday, Night)
    for name in names or ("Ann", "Bob", "Cy"):
        assert isinstance(add_player(friday, name, chips if tracked else 0), Seat)
    return friday.id


def set_stakes(night: Night, stakes: Stakes) -> Done | Pending | Problem:
    return queue.do(night, NewStakes(asdict(stakes), stakes.words()))


def set_house(night: Night, house: dict[str, Any]) -> Done | Pending | Problem:
    return queue.do(night, NewHouse(house))


def deal(night: Night, game: str = "five-card-stud") -> LiveHand:
    live = call.call_game(night, game)
    assert isinstance(live, LiveHand), live
    return live


def tap(live: LiveHand, *lines: str) -> LiveHand:
    """Return the hand after these actions, one tap each."""
    for line in lines:
        answer = taps.post(live.hand.id, live.number, [line])
        assert isinstance(answer, Posted), answer
        live = answer.live
    return live


def seat(night: Night, name: str) -> SeatInfo:
    """Return the seat of a player at the table, or of one who has left."""
    return next(info for info in seats.seats(night, with_left=True) if info.name == name)


def dealer(night: Night) -> str:
    """Return the name of the player with the button."""
    (name,) = [info.name for info in seats.seats(night) if info.dealer]
    return name


def everyone_folds(live: LiveHand) -> LiveHand:
    """Play five-card stud to its end: Ann bets, the others fold."""
    return tap(live, *FIRST_STREET, "p3 cbr 2", "p1 f", "p2 f")


def ledger_rows(hand_id: int) -> list[tuple[str, str, int]]:
    """Return the ledger of a hand in the order written: player, kind, chips."""
    rows = select(Player.name, Ledger.kind, Ledger.amount).join(Player, Player.id == Ledger.player_id)
    found = db.session.execute(rows.where(Ledger.hand_id == hand_id).order_by(Ledger.id))
    return [(name, kind, int(amount)) for name, kind, amount in found]


def two_pots() -> tuple[Night, LiveHand]:
    """Play a hand with Cy all in for 3: his aces win 9; Bob's kings win the side pot of 4 over Ann's queens."""
    friday = begin("Ann", "Bob")
    assert isinstance(add_player(friday, "Cy", 3), Seat)
    live = tap(deal(friday), "d dh p1 ??Kh", "d dh p2 ??Ah", "d dh p3 ??Qh", "p2 cbr 2", "p3 cbr 4", "p1 cc")
    for bob, cy, ann in (("Kc", "Ac", "Qc"), ("2d", "3d", "4d"), ("5s", "6s", "7s")):
        live = tap(live, f"d dh p1 {bob}", f"d dh p2 {cy}", f"d dh p3 {ann}", "p3 cc", "p1 cc")
    return friday, tap(live, "p3 sm TcQhQc4d7s", "p1 sm 8cKhKc2d5s", "p2 sm 9cAhAc3d6s")


def store_as_of_0_2(live: LiveHand, **outcome: Any) -> None:
    """Store a hand as if version 0.2 had dealt it and given it these parts of its outcome."""
    hand = db.session.get_one(Hand, live.hand.id)
    house = {rule: chosen for rule, chosen in hand.setup["house"].items() if rule != SINCE_0_3}
    hand.setup, hand.outcome = {**hand.setup, "house": house}, {**(hand.outcome or {}), **outcome}
    db.session.commit()


def leave_side_pot(night: Night, live: LiveHand) -> None:
    """Store the hand of :func:`two_pots` as if version 0.2 had left Bob's side pot for the next hand."""
    store_as_of_0_2(live, winners=[[1, 9]], carried=4)
    db.session.execute(delete(Ledger).where(Ledger.kind == "award", Ledger.player_id == live.hand.player_ids[0]))
    night.carried = 4
    db.session.commit()


def lines_to_question(state: State) -> list[str]:
    """Return lines up to the next sealed question: checks, and the lowest cards left."""
    lines: list[str] = []
    while not sealed(state):
        asked = prompt(state)
        if asked.kind in ("card", "roll"):
            card = min(state.game.deck.cards() - state.seen)
            action = asked.asks[0].answer(cards=(card,))
        else:
            action = next(ask.action for ask in asked.asks if ask.action.verb in ("cc", "no", "ok", "dh", "sets"))
        line = write_action(action)
        after = play(state, line)
        assert isinstance(after, State), (line, after)
        state = after
        lines.append(line)
    return lines


def at_question(night: Night, game: str = "chicago", **options: object) -> LiveHand:
    """Return a hand at its first sealed question, reached in two taps, the second with only the last action."""
    live = call.call_game(night, game, options)
    assert isinstance(live, LiveHand), live
    *most, last = lines_to_question(live.state)
    for lines in (most, [last]):
        answer = enter(live.hand.id, lines)
        assert isinstance(answer, Posted), answer
        live = answer.live
    return live


def question(live: LiveHand) -> int:
    question_number = sealing.open_question(live)
    assert question_number is not None
    return question_number


def any_line(state: State, rng: random.Random) -> str:
    """Return a random legal action, with cards and amounts filled in."""
    ask = rng.choice([ask for ask in prompt(state).asks if not isinstance(ask.takes, TakesOrder)] or prompt(state).asks)
    deck = sorted(state.game.deck.cards() - state.seen)
    rng.shuffle(deck)
    amount, cards = None, ()
    if ask.amount:
        amount = rng.randint(ask.amount.least, ask.amount.most or ask.amount.least)
    elif ask.cards and ask.cards.source in ("deck", "down cards"):
        cards = (deck.pop(),)
    elif ask.cards:
        assert ask.seat is not None
        held = state.players[ask.seat].cards[: rng.randint(ask.cards.least, ask.cards.most)]
        cards = tuple(deck.pop() if card.card == UNSEEN else card.card for card in held)
    return write_action(
        ask.answer(cards=cards, amount=amount, order=tuple(frozenset({seat}) for seat in state.live), word="none")
    )


class Dealer:
    """A random dealer of any game, who plays from a shuffled deck; the last tap can be undone."""

    def __init__(self, live: LiveHand, rng: random.Random) -> None:
        self.live = live
        self._plays = RandomDealer(live.state.setup, rng)

    def tap(self) -> None:
        """Enter one random legal action."""
        dealer = self._plays
        self._before = (list(dealer.deck), list(dealer.thrown), [list(hand) for hand in dealer.hands])
        self.live = tap(self.live, dealer.step())

    def undo(self) -> None:
        """Undo the last tap, once; revealed sealed answers are all undone together."""
        answer = taps.undo(self.live.hand.id, self.live.number)
        assert isinstance(answer, Posted)
        self.live = answer.live
        self._plays.deck, self._plays.thrown, self._plays.hands = self._before
        del self._plays.states[self.live.state.count + 1 :], self._plays.lines[self.live.state.count :]

    def play_out(self, most: int = 1500) -> LiveHand:
        """Play to the end of the hand."""
        for _ in range(most):
            if self.live.over:
                return self.live
            self.tap()
        raise AssertionError("the hand does not end")
