"""Statistics of 300 nights of 60 hands with six players: the time and size of the pages.

``UPCARD_BENCH_NIGHTS`` sets another number of nights.
"""

from __future__ import annotations

import gzip
import os
import statistics
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from flask_migrate import upgrade
from sqlalchemy import insert

from app.games.house import Stakes
from app.night.db import db, now, writing
from app.night.models import Hand, Ledger, Night, PlayerHand
from app.night.nights import nights, start_night
from app.night.people.seats import seats
from app.server.upkeep import freeze_heap
from app.settings import current
from tests.bench.bench_taps import make_app, print_table
from tests.seating import add_player
from tests.web.tables import host_device

NIGHTS = int(os.environ.get("UPCARD_BENCH_NIGHTS", "300"))
HANDS = 60
PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")
GAMES = ("seven-card-stud", "baseball", "chicago", "follow-the-queen", "woolworth", "razz", "dakota", "five-card-stud")
ROUNDS = 5


def main() -> None:
    """Print the table: milliseconds (median and maximum), and bytes, raw and zipped."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["UPCARD_DATA"] = folder
        current.cache_clear()
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            random = Random(1)
            for number in range(NIGHTS):
                add_night(NIGHTS - number, HANDS, random)
            client = host_device(app.test_client())
            everything = "from=2000-01-01&to=2100-01-01"
            last = nights()[0]
            player = seats(last)[0].player_id
            pages = {
                "season": f"/statistics?{everything}",
                "person": f"/statistics/player/{player}?{everything}",
                "game": f"/statistics/game/baseball?{everything}",
                "night": f"/n/{last.key}/statistics",
                "hands behind a figure": f"/statistics/hands?person={player}&did=won&{everything}",
            }
            freeze_heap()  # as a server does
            rows = [(f"{NIGHTS} nights, {NIGHTS * HANDS} hands", "median", "most", "bytes", "gzip")]
            for name, address in pages.items():
                taken = []
                for _ in range(ROUNDS):
                    begun = time.perf_counter()
                    answer = client.get(address)
                    taken.append((time.perf_counter() - begun) * 1000)
                    assert answer.status_code == 200, address
                figures = (f"{statistics.median(taken):.0f} ms", f"{max(taken):.0f} ms")
                rows.append((name, *figures, str(len(answer.data)), str(len(gzip.compress(answer.data, 6)))))
            print_table(rows)
            db.session.remove()
            db.engine.dispose()


def add_night(weeks_ago: int, hands_played: int, random: Random) -> int:
    """Add a night whose hands are stored as if they had been played; return its id."""
    night = start_night(f"Night {weeks_ago} weeks ago", Stakes(), {}, True, "EUR", 10)
    assert isinstance(night, Night)
    night_id = night.id
    for name in random.sample(PEOPLE, 6):
        add_player(night, name, 100)
    seated = [(seat.id, seat.player_id, seat.name) for seat in seats(night)]
    began = now() - timedelta(weeks=weeks_ago)
    hands: list[dict[str, Any]] = []
    for hand in range(1, hands_played + 1):
        at = began + timedelta(minutes=hand * 5)
        hands.append(stored_hand(night_id, hand, seated, at, random))
    with writing() as session:
        session.get_one(Night, night_id).started_at = began
        ids = session.scalars(insert(Hand).returning(Hand.id, sort_by_parameter_order=True), hands).all()
        rows: list[dict[str, Any]] = []
        played: list[dict[str, Any]] = []
        for hand_id, hand in zip(ids, hands, strict=True):
            common = {"night_id": night_id, "hand_id": hand_id, "at": hand["finished_at"]}
            chips = [random.choice((1, 3, 9, 17)) for _ in seated]
            winner = random.randrange(len(seated))
            for seat, (_, player, _) in enumerate(seated):
                rows.append({**common, "player_id": player, "kind": "put-in", "amount": -chips[seat]})
                own = {
                    "night_id": night_id,
                    "hand_id": hand_id,
                    "player_id": player,
                    "seat": (seat + 1) % len(seated),
                    "game_id": hand["game_id"],
                    "pot": sum(chips),
                    "wild": hand["number"] % 3,
                    "put_in": chips[seat],
                    "won": sum(chips) if seat == winner else 0,
                    "showdown": chips[seat] > 3,
                    "best": random.randrange(1, 7_000_000) if chips[seat] > 3 else 0,
                    "expected": chips[seat] if chips[seat] > 3 else None,
                }
                played.append(own)
            rows.append({**common, "player_id": seated[winner][1], "kind": "award", "amount": sum(chips)})
        session.execute(insert(Ledger), rows)
        session.execute(insert(PlayerHand), played)
    return night_id


def stored_hand(
    night_id: int, number: int, seated: list[tuple[int, int, str]], at: Any, random: Random
) -> dict[str, Any]:
    game = random.choice(GAMES)
    names = [name for _, _, name in seated]
    setup = {
        "names": names,
        "stacks": [100] * 6,
        "antes": [1] * 6,
        "stakes": {"ante": 1, "bring_in": 0, "limit": "fixed", "small": 2, "big": 4, "min_bet": 2, "max_bet": 0},
        "house": {f"rule {n}": "as the house plays" for n in range(28)},
        "carried": 0,
        "seats": [seat for seat, _, _ in seated],
        "players": [player for _, player, _ in seated],
        "dealer_place": 0,
    }
    return {
        "night_id": night_id,
        "number": number,
        "game_id": game,
        "game_name": game,
        "definition": {"name": game, "script": [{"step": "deal", "cards": "ddu"}, {"step": "bet"}] * 6},
        "setup": setup,
        "options": {},
        "modifiers": [],
        "started_at": at,
        "finished_at": at,
        "outcome": {"winners": [[0, 40]], "carried": 0, "why": "", "actions": 60},
        "cleared": True,
    }
