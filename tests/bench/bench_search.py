"""What a search for a game costs: the index, searches in it, and the call page with what is found."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from flask_migrate import upgrade

from app.games.search import SearchIndex, searched_library
from app.night.db import db
from tests.bench.bench_taps import make_app, make_night, print_table

SEARCHES = ("chicago", "threes", "spade in the hole", "chigaco", "up-card", "joker passed sideways", "xyzzy", "the")
TIMES = 20


def main() -> None:
    """Print the table."""
    begun = time.perf_counter()
    index = SearchIndex(searched_library())
    rows = [
        ("", "ms", "worst", "bytes, gzip"),
        ("the index, once a process", milliseconds(time.perf_counter() - begun), "", ""),
    ]
    for text in SEARCHES:
        found = index.search(text)
        how = f"“{text}”: {len(found.matches)} found" + (f", {len(found.nearest)} near" if found.nearest else "")
        rows.append((how, *times(partial(index.search, text)), ""))
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            address, client = f"/n/{make_night().key}/call", app.test_client()
            for text in ("", *SEARCHES):
                ask = partial(client.get, address, query_string={"q": text}, headers={"Accept-Encoding": "gzip"})
                size, cost = len(ask().data), times(ask)
                rows.append((f"the call page with “{text}”" if text else "the call page", *cost, f"{size:,}"))
            db.session.remove()
            db.engine.dispose()
    print_table(rows)


def times(what: Callable[[], object]) -> tuple[str, str]:
    """Return the usual and the longest time of some calls, in milliseconds."""
    spent = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        what()
        spent.append(time.perf_counter() - begun)
    return milliseconds(statistics.median(spent)), milliseconds(max(spent))


def milliseconds(seconds: float) -> str:
    """Return a time as the table has it."""
    return f"{seconds * 1000:.1f}"


if __name__ == "__main__":
    main()
