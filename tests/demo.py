"""``make demo``: serve a made-up year of nights from a temporary folder.

The nights are played at random through the same functions that tables call.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Timer
from typing import Any

from sqlalchemy import event, select, update

from app import settings
from app.backups.starting import prepare_database
from app.backups.versions import opened
from app.cards.card import UNSEEN, Card
from app.games.house import Stakes
from app.hand.action import FOLD, Action
from app.hand.ask import Ask, Refusal, TakesOrder
from app.hand.notation import write_action
from app.hand.play import play, prompt
from app.hand.state import State
from app.night.acts.requests import add_players
from app.night.caches import clear_caches
from app.night.db import db, retry_conflicts, writing
from app.night.log.replay import LiveHand, Posted
from app.night.models import CLUB, Act, Club, Entry, Hand, Ledger, Night
from app.night.nights import start_night
from app.night.people.seats import seats
from app.night.play.call import call_game, end_night, next_hand
from app.night.play.taps import post
from app.night.validation import Problem
from tests.night.acting import buy_in

PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida")
#: Each person's chance of folding, in percent.
FOLDS = (6, 10, 4, 12, 8, 14, 11, 7, 9)
GAMES = (
    "seven-card-stud",
    "five-card-stud",
    "follow-the-queen",
    "baseball",
    "chicago",
    "low-chicago",
    "woolworth",
    "razz",
    "stud-eight-or-better",
    "follow-the-pair",
)
STAKES = Stakes(ante=1, small=2, big=4)
BUY_IN = 100
#: Time from one hand to the next.
MINUTES = timedelta(minutes=6)
#: More actions than any hand of these games takes.
MAX_ACTIONS = 1000


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a year and serve it until stopped; further options go to ``upcard serve``."""
    parser = argparse.ArgumentParser(description="Serve a made-up year; further options are those of `upcard serve`.")
    parser.add_argument("--nights", type=int, default=50, help="how many nights, 50 by default")
    parser.add_argument("--hands", type=int, default=20, help="hands per night, 20 by default")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random year")
    parser.add_argument("--port", default="8000", help="port to listen on, 8000 by default")
    given, more = parser.parse_known_args(arguments)
    with TemporaryDirectory(prefix="upcard-demo-") as folder:
        os.environ.pop("DATABASE_URL", None)
        os.environ["UPCARD_DATA"] = folder
        prepare_database()
        with opened():
            event.listen(db.engine, "connect", _turn_off_sync)
            play_year(
                given.nights, given.hands, given.seed, lambda night: print(f"\r{night} of {given.nights} ", end="")
            )
            with writing() as session:
                session.get_one(Club, CLUB).unclaimed = True
        host = f"http://127.0.0.1:{given.port}/host/{settings.host_code()}"
        print(f"nights are played. A browser that opens this is their host: {host}", flush=True)
        Timer(3, webbrowser.open, [host]).start()
        command = [sys.executable, "-m", "app.cli", "serve", "--port", given.port, "--no-qr", *more]
        with subprocess.Popen(command, cwd=Path(__file__).parents[1]) as server:
            try:
                return server.wait()
            except KeyboardInterrupt:
                return server.wait()


def _turn_off_sync(connection: Any, _record: object) -> None:
    """Turn off syncing to disk, since the database is temporary."""
    connection.execute("PRAGMA synchronous = OFF")


def play_year(nights: int, hands: int, seed: int, on_finished: Callable[[int], None] = lambda night: None) -> None:
    """Play a year of nights, the last one yesterday. ``on_finished`` gets the number of each finished night."""
    random = Random(seed)
    for number in range(1, nights + 1):
        days = 1 + (nights - number) * 364 // nights
        evening = (datetime.now() - timedelta(days=days)).replace(hour=19, minute=30, second=0, microsecond=0)
        _play_night(number, evening.astimezone(), hands, random)
        on_finished(number)
    clear_caches()


def _play_night(number: int, began: datetime, hands: int, random: Random) -> None:
    night = start_night(f"Example night {number}", STAKES, {}, True, "EUR", 10)
    assert isinstance(night, Night), night
    night_id = night.id
    seated = add_players(night, random.sample(PEOPLE, random.randint(4, 7)), BUY_IN)
    assert not isinstance(seated, Problem)
    for _ in range(hands):
        _play_hand(db.session.get_one(Night, night_id), random)
    end_night(db.session.get_one(Night, night_id))
    move_to(night_id, began)


def _play_hand(night: Night, random: Random) -> None:
    for seat in seats(night):
        if not seat.stack:
            assert not isinstance(buy_in(night, seat.id, BUY_IN), Problem)
    # Each dealer calls their favourite game more often than the rest.
    dealer = next((PEOPLE.index(seat.name) for seat in seats(night) if seat.dealer), 0)
    live = call_game(night, GAMES[dealer] if random.random() < 0.3 else random.choice(GAMES))
    assert isinstance(live, LiveHand), live
    folds = {at: FOLDS[PEOPLE.index(name)] for at, name in enumerate(live.hand.setup.names)}
    assert isinstance(post(live.hand.id, 0, _play_out(live, folds, random)), Posted)
    assert next_hand(night) is None


def _play_out(live: LiveHand, folds: dict[int, int], random: Random) -> list[str]:
    """Play a hand to its end with random actions, and return them."""
    state, lines = live.state, list[str]()
    while state.result is None and len(lines) < MAX_ACTIONS:
        line = write_action(_complete_action(_choose_ask(state, folds, random), state, random))
        after = play(state, line)
        assert not isinstance(after, Refusal), (live.hand.game_id, line)
        state = after
        lines.append(line)
    return lines


def _choose_ask(state: State, folds: dict[int, int], random: Random) -> Ask:
    asks = [ask for ask in prompt(state).asks if not isinstance(ask.takes, TakesOrder)] or list(prompt(state).asks)
    going = [ask for ask in asks if ask.action.verb == FOLD]
    if going and random.randrange(100) < folds.get(going[0].seat or 0, 0):
        return going[0]
    staying = [ask for ask in asks if ask.action.verb != FOLD and ask.manner != "mucks"] or asks
    # Raise now and then; the first ask is a check or a call.
    return staying[0] if len(going) and random.random() < 0.7 else random.choice(staying)


def _complete_action(ask: Ask, state: State, random: Random) -> Action:
    amount, cards = None, tuple[Card, ...]()
    if ask.amount:
        amount = random.randint(ask.amount.least, ask.amount.most or ask.amount.least)
    elif ask.cards:
        left = sorted(state.game.deck.cards() - state.seen)
        random.shuffle(left)
        if ask.cards.source in ("deck", "down cards"):
            cards = (left.pop(),)
        else:
            assert ask.seat is not None
            held = state.players[ask.seat].cards[: random.randint(ask.cards.least, ask.cards.most)]
            cards = tuple(left.pop() if card.card == UNSEEN else card.card for card in held)
    return ask.answer(cards=cards, amount=amount, order=tuple(frozenset({seat}) for seat in state.live), word="none")


@retry_conflicts
def move_to(night_id: int, began: datetime) -> None:
    """Move a night to another time, with its hands minutes apart."""
    with writing() as session:
        hands = session.scalars(select(Hand).where(Hand.night_id == night_id).order_by(Hand.number)).all()
        dealt = [hand.started_at for hand in hands]

        def moved(at: datetime) -> datetime:
            """Return the new time of an event between two hands."""
            return began + sum(start < at for start in dealt) * MINUTES + timedelta(minutes=5, seconds=30)

        for row in session.scalars(select(Ledger).where(Ledger.night_id == night_id)):
            row.at = moved(row.at)
        for act in session.scalars(select(Act).where(Act.night_id == night_id)):
            act.at, act.done_at = moved(act.at), act.done_at and moved(act.done_at)
        for hand in hands:
            hand.started_at = began + hand.number * MINUTES
            hand.finished_at = ended = hand.started_at + timedelta(minutes=5)
            session.execute(update(Entry).where(Entry.hand_id == hand.id).values(at=ended))
            session.execute(update(Ledger).where(Ledger.hand_id == hand.id).values(at=ended))
        night = session.get_one(Night, night_id)
        night.started_at, night.ended_at = began, began + (len(hands) + 1) * MINUTES


if __name__ == "__main__":
    sys.exit(main())
