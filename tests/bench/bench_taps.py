"""The server's cost of a tap: early and late in a hand, with one hand and with five thousand in the database.

It should be the same everywhere. Each tap is measured beside a bare write and fsync on the same disk, and beside a post
to the smallest comparable app, the floor. The last two columns are medians of processor time. Over the web, the table
has been rendered before, as on a dealer's tablet.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import func, insert, select, text

from app import create_app
from app.cards.card import card_text
from app.games.house import Stakes
from app.hand.ask import Refusal
from app.hand.play import legal, play
from app.hand.state import State
from app.night import nights
from app.night.caches import clear_caches
from app.night.db import db, now
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted
from app.night.models import Hand, Ledger, Night
from app.night.play import call
from app.night.play.taps import post
from app.server.upkeep import NEW_OBJECTS, YOUNG_COLLECTIONS
from tests.bench.floor import floor
from tests.entering import enter
from tests.seating import add_player
from tests.web.tables import add_entries

SAMPLES = 150
NUMBERS = (1, 50, 200)
OLD_HANDS = 5000
ACTIONS_OF_AN_OLD_HAND = 80
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


@dataclass(frozen=True)
class Took:
    """A duration in seconds, by the clock and of processor time."""

    seconds: float
    processor: float


#: Enters a line in a hand.
Tap = Callable[[LiveHand, str], None]


def main() -> None:
    """Print the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        app = make_app(path / "bench.sqlite3")
        with app.app_context():
            upgrade()
            friday = make_night()
            least = floor(path / "floor.sqlite3")
            warm_up(app, friday, path, least)
            gc.freeze()  # as a server does
            gc.set_threshold(NEW_OBJECTS, YOUNG_COLLECTIONS, 1_000_000)
            for hands in ("1st hand", f"{OLD_HANDS:,}th hand"):
                if hands != "1st hand":
                    fill(friday)
                for name, tap, get_table in (("use case", by_use_case, get_nothing), ("web", *by_web(app, friday))):
                    for number in NUMBERS:
                        measured = measure(friday, tap, get_table, number, path, least)
                        rows.append(row(f"{name}: {ordinal(number)} action, {hands}", *measured))
            db.session.remove()
            db.engine.dispose()
    print_table([("", "fsync", "floor", "tap", "99%", "tap/floor", "floor CPU", "tap CPU"), *rows])


def make_app(path: Path) -> Flask:
    """Return the app on its own database, without form tokens, which would only add to the times."""
    return create_app(
        {
            "SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}",
            "SECRET_KEY": "x",
            "WTF_CSRF_ENABLED": False,
        }
    )


def by_use_case(live: LiveHand, line: str) -> None:
    """Enter a line without the web."""
    answer = post(live.hand.id, live.number, [line])
    if not isinstance(answer, Posted):
        sys.exit(f"{line}: {answer}")


def get_nothing() -> None:
    """Do nothing: without the web, there is no screen to render."""


def by_web(app: Flask, friday: Night) -> tuple[Tap, Callable[[], None]]:
    """Return functions that tap as the dealer's screen does and that get the table."""
    client, table = app.test_client(), f"/n/{friday.key}"
    address = f"{table}/tap"

    def get_table() -> None:
        if client.get(f"{table}/").status_code != 200:
            sys.exit(f"{table} cannot be opened")

    def tap(live: LiveHand, line: str) -> None:
        form = {"hand": live.hand.id, "seen": live.number, "action": line}
        answer = client.post(address, data=form, headers={"HX-Request": "true"})
        if answer.status_code != 200:
            sys.exit(f"{address} answered {answer.status}: {line}")

    return tap, get_table


def warm_up(app: Flask, friday: Night, path: Path, least: Callable[[str], None]) -> None:
    """Make the first taps, which load templates and compile queries."""
    for tap, get_table in ((by_use_case, get_nothing), by_web(app, friday)):
        measure(friday, tap, get_table, 1, path, least, samples=5)


def measure(
    friday: Night,
    tap: Tap,
    get_table: Callable[[], None],
    number: int,
    path: Path,
    least: Callable[[str], None],
    samples: int = SAMPLES,
) -> tuple[list[Took], list[Took], list[Took]]:
    """Return the durations of bare writes, posts to the floor and taps that enter this action, measured in turn."""
    bare, floors, taps = [], [], []
    with open(path / "bare", "ab", buffering=0) as file:
        for _ in range(samples):
            live = hand_with(friday, number - 1)
            line = any_raise(live.state)
            get_table()
            bare.append(timed(lambda: write(file.fileno())))
            floors.append(timed(lambda line=line: least(line)))  # type: ignore[misc]
            taps.append(timed(lambda live=live, line=line: tap(live, line)))  # type: ignore[misc]
            enter(live.hand.id, ["d misdeal"])
            call.next_hand(friday)
    return bare, floors, taps


def write(file: int) -> None:
    """Do the minimum of a commit: write a page to a log on disk."""
    os.write(file, bytes(4096))
    os.fsync(file)


def timed(what: Callable[[], None]) -> Took:
    """Return the duration of a call."""
    begun, used = time.perf_counter(), time.thread_time()
    what()
    return Took(time.perf_counter() - begun, time.thread_time() - used)


def make_night() -> Night:
    """Return a night of eight players with more chips than they can bet."""
    stakes = Stakes(limit="none", min_bet=1)
    friday = nights.start_night("Friday", stakes, {"raises": 0}, True)
    assert isinstance(friday, Night)
    for name in NAMES:
        add_player(friday, name, 10**8)
    return friday


def hand_with(friday: Night, actions: int) -> LiveHand:
    """Return a new, cached hand with this many actions: the first cards, then raises."""
    live = call.call_game(friday, "five-card-stud")
    assert isinstance(live, LiveHand), live
    lines = raises(live.state, actions)
    if lines:
        add_entries(live.hand.id, lines)
        db.session.commit()
    loaded = loading.live_hand(live.hand.id)
    assert isinstance(loaded, LiveHand)
    assert len(loaded.actions) == actions
    db.session.rollback()
    return loaded


_raises: dict[tuple[tuple[str, ...], int], list[str]] = {}


def raises(state: State, actions: int) -> list[str]:
    """Return the first lines of a hand, cached by players and number."""
    key = (state.setup.names, actions)
    if key not in _raises:
        lines: list[str] = []
        while len(lines) < actions:
            lines.append(any_raise(state))
            after = play(state, lines[-1])
            assert not isinstance(after, Refusal)
            state = after
        _raises[key] = lines
    return _raises[key]


def any_raise(state: State) -> str:
    """Return a line that deals the next card or makes the smallest raise."""
    asks = legal(state)
    if "CARD" in asks[0]:
        card = min(state.game.deck.cards() - state.seen)
        return asks[0].replace("CARD", card_text(card))
    bet = next((ask for ask in asks if " cbr " in ask), asks[0])
    return bet.split("..")[0]


def fill(friday: Night) -> None:
    """Add thousands of finished hands to the night, with their logs and their chips."""
    model = db.session.scalars(select(Hand).where(Hand.night_id == friday.id)).first()
    assert model is not None
    last = db.session.scalar(select(func.max(Hand.number)).where(Hand.night_id == friday.id)) or 0
    same = {
        column.key: getattr(model, column.key)
        for column in Hand.__mapper__.column_attrs
        if column.key not in ("id", "key", "number")
    }
    players = model.setup["players"]
    first = (db.session.scalar(select(func.max(Hand.id))) or 0) + 1
    hands = [{**same, "id": first + n, "number": last + 1 + n} for n in range(OLD_HANDS)]
    db.session.execute(insert(Hand), hands)
    at = now()
    for hand in hands:
        add_entries(hand["id"], ["p1 cc"] * ACTIONS_OF_AN_OLD_HAND)
        rows = [
            {"night_id": friday.id, "player_id": player, "hand_id": hand["id"], "at": at}
            | {"kind": kind, "amount": amount}
            for player in players
            for kind, amount in (("put-in", -1), ("award", 1))
        ]
        db.session.execute(insert(Ledger), rows)
    db.session.commit()
    clear_caches()
    # Flush the bulk writes, so that they do not slow down the taps.
    db.session.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    db.session.rollback()
    os.sync()


def row(name: str, bare: list[Took], floors: list[Took], taps: list[Took]) -> tuple[str, ...]:
    """Return milliseconds as text, and the ratio of a tap to the floor."""
    fsync, least, tap = (statistics.median(took.seconds for took in sample) for sample in (bare, floors, taps))
    used = [statistics.median(took.processor for took in sample) for sample in (floors, taps)]
    times = [
        f"{1000 * seconds:.2f} ms" for seconds in (fsync, least, tap, percentile_99([took.seconds for took in taps]))
    ]
    return (name, *times, f"{tap / least:.1f}", *(f"{1000 * seconds:.2f} ms" for seconds in used))


def percentile_99(seconds: list[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(seconds, n=100)[98]


def ordinal(number: int) -> str:
    """Return a number as ``1st`` or ``200th``."""
    return "1st" if number == 1 else f"{number}th"


def print_table(rows: list[tuple[str, ...]]) -> None:
    """Print columns side by side."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        print(first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)))
