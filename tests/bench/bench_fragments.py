"""The cost of a screen that fetches a change: the number of selects, and milliseconds of processor time.

The screens are a phone, a television, the dealer's screen and the call page; in a night's first hand and in its
five-thousandth.
"""

from __future__ import annotations

import gc
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from flask.testing import FlaskClient
from flask_migrate import upgrade
from sqlalchemy import event

from app.night.acts import requests
from app.night.db import db
from app.night.log.entries import normal_lines
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.people import seats
from app.night.play import call, taps
from tests.bench.bench_taps import OLD_HANDS, fill, make_app, make_night, percentile_99, print_table
from tests.entering import enter
from tests.hand.random_dealer import RandomDealer
from tests.web.tables import add_entries, hold

SAMPLES = 200
ACTIONS = 60
HTMX = {"HX-Request": "true", "Accept-Encoding": "gzip"}


def main() -> None:
    """Print the table."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            friday, client = make_night(), app.test_client()
            for hands in ("1st hand", f"{OLD_HANDS:,}th hand"):
                live = unfinished_hand(friday)
                if hands != "1st hand":
                    enter(live.hand.id, ["d misdeal"])
                    call.next_hand(friday)
                    fill(friday)
                    live = unfinished_hand(friday)
                rows += measure(client, friday, hands)
                rows.append(measure_phones(client, friday, live, hands))
                enter(live.hand.id, ["d misdeal"])
                call.next_hand(friday)
                rows += measure(client, friday, f"after the {hands}", between=True)
            db.session.remove()
            db.engine.dispose()
    print_table([("", "selects", "processor", "99%", "first", "bytes"), *rows])


def unfinished_hand(friday: Night) -> LiveHand:
    """Return an unfinished hand of seven-card stud."""
    live = call.call_game(friday, "seven-card-stud")
    assert isinstance(live, LiveHand), live
    dealer = RandomDealer(live.state.setup, Random(3), ruling=False)
    for _ in range(ACTIONS):
        if dealer.state.result is None:
            dealer.step()
    lines = normal_lines(dealer.lines[:-1])
    add_entries(live.hand.id, lines)
    db.session.commit()
    return live


def measure(client: FlaskClient, friday: Night, when: str, *, between: bool = False) -> list[tuple[str, ...]]:
    """Return a row for each screen; ``first`` is the first request after a change to the night."""
    phone = hold(client, seats.seats(friday)[0].key)
    screens = {"phone": phone, "television": f"/tv/{friday.watch_key}"}
    screens |= {"page of calls": f"/n/{friday.key}/call"} if between else {"dealer's screen": f"/n/{friday.key}/"}
    rows = []
    for name, address in screens.items():
        fetch(client, address)
        requests.set_switch(friday, "asks_dealer", True)
        first, _ = fetch(client, address)
        fetches = [fetch(client, address) for _ in range(SAMPLES)]
        select_count = selects(client, address)
        seconds = [each for each, _ in fetches]
        times = (statistics.median(seconds), percentile_99(seconds), first)
        rows.append(
            (f"{name}, {when}", str(select_count), *(f"{1000 * each:.2f} ms" for each in times), f"{fetches[0][1]:,}")
        )
        gc.collect()
    return rows


def measure_phones(client: FlaskClient, friday: Night, live: LiveHand, when: str) -> tuple[str, ...]:
    """Return the row of one phone of eight that all fetch after every tap, as at a real table."""
    addresses = [hold(client, seat.key) for seat in seats.seats(friday)]
    seconds, first = [], []
    for n in range(SAMPLES // len(addresses)):
        (taps.redo if n % 2 else taps.undo)(live.hand.id, None)
        each = [fetch(client, address)[0] for address in addresses]
        seconds += each
        first.append(each[0])
    mean, slowest, first_time = statistics.mean(seconds), percentile_99(seconds), statistics.median(first)
    times = (f"{1000 * each:.2f} ms" for each in (mean, slowest, first_time))
    return (f"{len(addresses)} phones after a tap, the mean, {when}", "", *times, "")


def fetch(client: FlaskClient, address: str) -> tuple[float, int]:
    """Return the processor seconds and the bytes sent for a screen."""
    begun = time.process_time()
    answer = client.get(address, headers=HTMX)
    seconds = time.process_time() - begun
    if answer.status_code != 200:
        sys.exit(f"{address} answered {answer.status}")
    return seconds, len(answer.data)


def selects(client: FlaskClient, address: str) -> int:
    """Return the number of selects of a screen."""
    statements: list[str] = []

    def record(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        statements.extend([statement] if statement.startswith("SELECT") else [])

    event.listen(db.engine, "before_cursor_execute", record)
    fetch(client, address)
    event.remove(db.engine, "before_cursor_execute", record)
    return len(statements)
