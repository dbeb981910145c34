"""Processor time of pages in clubs of 10, 150 and 300 nights of 20 hands; it should not grow with the club.

``UPCARD_BENCH_CLUBS`` sets other numbers of nights, as in ``10 300``, and ``UPCARD_BENCH_HANDS`` of hands.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

from flask.testing import FlaskClient
from flask_migrate import upgrade

from app.night.caches import clear_caches
from app.night.db import db, writing
from app.night.models import Night
from app.night.nights import nights
from app.night.people.seats import seats
from app.night.version import mark_table_changed
from app.server.upkeep import freeze_heap
from app.settings import current
from tests.bench.bench_statistics import add_night
from tests.bench.bench_taps import make_app, print_table
from tests.web.tables import host_device

CLUBS = tuple(map(int, os.environ.get("UPCARD_BENCH_CLUBS", "10 150 300").split()))
HANDS = int(os.environ.get("UPCARD_BENCH_HANDS", "20"))
ROUNDS = 7
#: The number of nights at the end that are still open.
OPEN = 2
EVERYTHING = "from=2000-01-01&to=2100-01-01"


def main() -> None:
    """Print tables of medians in milliseconds: in normal use, after a change to an old night, and with empty caches."""
    measured = [_club(count) for count in CLUBS]
    for title in measured[0]:
        rows = [(f"{title}, {HANDS} hands a night", *(f"{count} nights" for count in CLUBS))]
        rows += [(page, *(f"{of_club[title][page]:.1f} ms" for of_club in measured)) for page in measured[0][title]]
        print_table(rows)
        print()


def _club(count: int) -> dict[str, dict[str, float]]:
    """Return the milliseconds of each page of a club with this many nights, by situation."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["UPCARD_DATA"] = folder
        current.cache_clear()
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            random = Random(1)
            ids = [add_night(count - number, HANDS, random) for number in range(count)]
            with writing() as session:
                for night_id in ids[:-OPEN]:
                    night = session.get_one(Night, night_id)
                    night.ended_at = night.started_at + timedelta(hours=5)
            clear_caches()
            client = host_device(app.test_client())
            pages = _pages()
            for address in pages.values():
                client.get(address)
            freeze_heap()  # as a server does
            situations: dict[str, Callable[[], None]] = {
                "as usual": lambda: None,
                "an old night has changed": lambda: _change(ids[0]),
                "nothing is known": clear_caches,
            }
            taken = {
                title: {page: _taken(client, address, before) for page, address in pages.items()}
                for title, before in situations.items()
            }
            db.session.remove()
            db.engine.dispose()
    return taken


def _pages() -> dict[str, str]:
    last = nights(1)[0]
    player = seats(last)[0].player_id
    return {
        "start page": "/",
        "statistics": f"/statistics?{EVERYTHING}",
        "a person": f"/statistics/player/{player}?{EVERYTHING}",
        "a game": f"/statistics/game/baseball?{EVERYTHING}",
        "a night": f"/n/{last.key}/statistics",
        "hands behind a figure": f"/statistics/hands?person={player}&did=won&{EVERYTHING}",
        "nights": "/nights",
        "people": "/people",
        "devices": "/devices",
        "guests": "/devices/asking",
        "export and import": "/club",
    }


def _taken(client: FlaskClient, address: str, before: Callable[[], None]) -> float:
    taken = []
    for _ in range(ROUNDS):
        before()
        begun = time.process_time()
        answer = client.get(address)
        taken.append((time.process_time() - begun) * 1000)
        assert answer.status_code == 200, address
    return statistics.median(taken)


def _change(night_id: int) -> None:
    with writing() as session:
        mark_table_changed(session, night_id)
