"""The cost of finding a game: the catalogue, the search index, searches, and the call page with the results.

It is measured for the library alone, and with a thousand game files of the table's own.
"""

from __future__ import annotations

import os
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path

from flask_migrate import upgrade

from app import settings
from app.games.catalog import Catalog, GameFile
from app.games.load import library_texts
from app.games.search import SearchIndex, searched_games
from app.night.db import db
from tests.bench.bench_taps import make_app, make_night, print_table

SEARCHES = (
    "c",
    "ch",
    "chi",
    "chicago",
    "threes",
    "spade in the hole",
    "chigaco",
    "up-card",
    "seven card",
    "xyzzy",
    "the",
)
QUERIES = (
    *({"q": text} for text in ("", *SEARCHES)),
    *({"wild": "no"}, {"fits": "1"}, {"tag": "high only"}, {"tag": "stud", "wild": "no", "fits": "1"}, {"all": "1"}),
)
FILES, MAX_FILES = 1000, 1400
TIMES = 20

_OF_ONE_GAME = re.compile(r"^(?:aliases|document) = .*\n", re.MULTILINE)
_NAME = re.compile(r'^name = "(.{,40}).*"$', re.MULTILINE)
_RANKS = re.compile(r'ranks = "[^"]*"')


def main() -> None:
    """Print the tables."""
    files = variants(MAX_FILES)
    print_table([("", "ms", "worst"), (f"the catalogue of {MAX_FILES:,} files", *once(partial(Catalog, files)))])
    for count in (0, FILES):
        print_table(measured(files[:count]))


def measured(files: list[GameFile]) -> list[tuple[str, ...]]:
    """Return the measurements for the library with these files."""
    games = Catalog(files)
    rows = [("", "ms", "worst", "bytes")]
    rows.append(
        (f"{len(games):,} games: the index, once a process", *once(lambda: SearchIndex(searched_games(games))), "")
    )
    index = SearchIndex(searched_games(games))
    for text in SEARCHES:
        found = index.search(text)
        how = f"“{text}”: {len(found.matches)} found" + (f", {len(found.nearest)} near" if found.nearest else "")
        rows.append((how, *times(partial(index.search, text)), ""))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["UPCARD_DATA"] = folder
        settings.current.cache_clear()
        (Path(folder) / "games").mkdir()
        for file in files:
            (Path(folder) / "games" / file.name).write_text(file.text)
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            address, client = f"/n/{make_night().key}/call", app.test_client()
            for query in QUERIES:
                request = partial(client.get, address, query_string=query)
                name = " ".join(map("=".join, query.items()))
                rows.append((f"the call page, {name}, at first", *once(request), ""))
                rows.append((f"the call page, {name}", *times(request), f"{len(request().data):,}"))
            db.session.remove()
            db.engine.dispose()
    return rows


def variants(count: int) -> list[GameFile]:
    """Return variants of the library's files, with other names, ids and wild cards."""
    texts = islice(cycle(library_texts().items()), count)
    return [GameFile(f"{game_id}-{at}.toml", varied(text, at)) for at, (game_id, text) in enumerate(texts)]


def varied(text: str, at: int) -> str:
    """Return a game file with another name and other wild ranks."""
    named = _NAME.sub(rf'name = "\1 {at}"', _OF_ONE_GAME.sub("", text), count=1)
    return _RANKS.sub(f'ranks = "{"23456789TJQK"[at % 12]}"', named)


def once(what: Callable[[], object]) -> tuple[str, str]:
    """Return the time of one call, in milliseconds."""
    return times(what, 1)


def times(what: Callable[[], object], count: int = TIMES) -> tuple[str, str]:
    """Return the median and the longest time of some calls, in milliseconds."""
    spent = []
    for _ in range(count):
        begun = time.perf_counter()
        what()
        spent.append(time.perf_counter() - begun)
    return milliseconds(statistics.median(spent)), milliseconds(max(spent))


def milliseconds(seconds: float) -> str:
    """Return a time as printed in the table."""
    return f"{seconds * 1000:.1f}"


if __name__ == "__main__":
    main()
