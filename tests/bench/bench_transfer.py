"""The cost of moving a club: fifty nights of twenty hands, exported to one file and imported again.

It also prints the processor time per hand of each kind of file, for one night.
"""

from __future__ import annotations

import json
import resource
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from app.games.catalog import catalog
from app.night import caches
from app.night.db import db
from app.night.history.hands import night_records
from app.night.log.replay import LiveHand, Posted
from app.night.play import call
from app.night.transfer import export, importing
from app.night.transfer.checking import read_file, replay
from app.night.transfer.sheets import night_sheets
from tests.entering import enter
from tests.hand.random_dealer import RandomDealer
from tests.night.table import begin, make_app

NIGHTS, HANDS = 50, 20


def main() -> None:
    """Print the time of each direction and the size of the file."""
    with TemporaryDirectory() as name:
        text = json.dumps(_copied(_one_night(Path(name) / "one.sqlite3")))
        with make_app(Path(name) / "many.sqlite3").app_context():
            start = time.perf_counter()
            file = read_file(text.encode())
            ended = replay(file)
            read = time.perf_counter()
            importing.import_file(file, ended)
            stored = time.perf_counter()
            size = sum(len(part.encode()) for part in export.export_club())
            written = time.perf_counter()
            db.session.remove()
            db.engine.dispose()
    hands = NIGHTS * HANDS
    print(f"{hands} hands of {NIGHTS} nights: {size / 1e6:.1f} MB, {size / hands / 1000:.1f} kB a hand")
    print(f"checked in {read - start:.1f} s, stored in {stored - read:.1f} s, exported in {written - stored:.1f} s")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _one_night(path: Path) -> str:
    """Return the exported file of one night, with hands played at random."""
    random, games = Random(1), sorted(catalog())
    with make_app(path).app_context():
        night = begin("Ann", "Bob", "Cy", "Dee", "Eve", chips=10_000)
        played = 0
        while played < HANDS:
            live = call.call_game(night, random.choice(games))
            if isinstance(live, LiveHand):
                dealer = RandomDealer(live.state.setup, random)
                dealer.play_out()
                assert isinstance(enter(live.hand.id, dealer.lines), Posted)
                call.next_hand(night)
                played += 1
        caches.clear_caches()  # as after a start
        files = {
            "json": lambda: "".join(export.export_night(night.id)),
            "phhs": lambda: night_records(night).text,
            "csv": lambda: "".join(night_sheets(night).values()),
        }
        for kind, write in files.items():
            begun = time.process_time()
            write()
            print(f"{kind}: {(time.process_time() - begun) * 1000 / HANDS:.1f} ms a hand")
        text = "".join(export.export_night(night.id))
        db.session.remove()
        db.engine.dispose()
    return text


def _copied(text: str) -> object:
    """Return the file of a club that has played this night many times."""
    file = json.loads(text)
    file["kind"] = "club"
    file["nights"] = [{**file["nights"][0], "name": f"Night {number}"} for number in range(NIGHTS)]
    return file


if __name__ == "__main__":
    main()
