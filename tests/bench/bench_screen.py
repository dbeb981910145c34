"""The cost of the dealer's screen: the taps for a whole hand of four players, compared with its facts.

It also prints the bytes of a tap and of the first page, and the server's milliseconds for a tap over the web.
"""

from __future__ import annotations

import gzip
import html
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urljoin

from flask.testing import FlaskClient
from flask_migrate import upgrade

from app.games.catalog import catalog
from app.games.house import Stakes
from app.night import nights
from app.night.db import db
from app.night.log import loading
from app.night.log.replay import LiveHand, Posted
from app.night.models import Night
from app.night.play import call
from app.night.play.taps import post
from tests.bench.bench_taps import make_app, percentile_99, print_table
from tests.bench.tapping import KINDS, TappingDealer, facts_of
from tests.seating import add_player

NAMES = ("Ann", "Bob", "Cy", "Dee")
GAMES = ("seven-card-stud", "baseball", "dakota")
HANDS = 12
HTMX = {"HX-Request": "true", "Accept-Encoding": "gzip"}
#: More taps than any hand of four players takes.
MAX_TAPS = 500


@dataclass
class Played:
    """Results of hands: taps and facts by kind; for each tap its bytes, raw and zipped, and its seconds."""

    taps: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    raw: list[int] = field(default_factory=list)
    zipped: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def main() -> None:
    """Print the tables."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            friday = nights.start_night("Friday", Stakes(), {}, True)
            assert isinstance(friday, Night)
            for name in NAMES:
                add_player(friday, name, 10_000)
            client = app.test_client()
            play(client, friday, GAMES[0], Random(0), Played())  # loads templates, compiles queries
            files = first_page(client, friday)
            played = {game: Played() for game in GAMES}
            for game, into in played.items():
                for seed in range(HANDS):
                    play(client, friday, game, Random(seed), into)
            db.session.remove()
            db.engine.dispose()
    print_taps(played)
    print()
    stud = played[GAMES[0]]
    print_bytes(stud, files)
    print()
    times = (statistics.median(stud.seconds), percentile_99(stud.seconds), max(stud.seconds))
    print_table([("server", "median", "99%", "most"), ("a tap", *(f"{1000 * each:.1f} ms" for each in times))])


def play(client: FlaskClient, friday: Night, game: str, random: Random, into: Played) -> None:
    """Play a hand without a fold to its settlement, by the taps that the screen offers."""
    live = call.call_game(friday, game)
    assert isinstance(live, LiveHand), live
    hand, address = live.hand.id, f"/n/{friday.key}/"
    db.session.rollback()
    dealer = TappingDealer(random)
    taps = 0
    screen = text_of(client.get(address, headers=HTMX).data)
    while 'aria-label="Settlement"' not in screen:
        tap = dealer.next_tap(screen)
        into.taps[tap.kind] += 1
        taps += 1
        if tap.selects:
            screen = text_of(client.get(address, query_string=dict(tap.fields), headers=HTMX).data)
            continue
        seen = re.search(r'data-seen="(\d+)"', screen)
        assert seen
        form = {**tap.fields, "hand": str(hand), "seen": seen[1]}
        begun = time.perf_counter()
        answer = client.post(f"{address}tap", data=form, headers=HTMX)
        into.seconds.append(time.perf_counter() - begun)
        into.zipped.append(len(answer.data))
        screen = text_of(answer.data)
        into.raw.append(len(screen.encode()))
        if answer.status_code != 200 or taps > MAX_TAPS:
            sys.exit(f"{game}: {form} was answered with {answer.status}")
    live = loading.live_hand(hand)
    assert isinstance(live, LiveHand)
    into.facts += facts_of(live)
    db.session.rollback()
    assert call.next_hand(friday) is None


def text_of(answer: bytes) -> str:
    """Return a response as text; short ones are not compressed."""
    return (gzip.decompress(answer) if answer.startswith(b"\x1f\x8b") else answer).decode()


def first_page(client: FlaskClient, friday: Night) -> list[tuple[str, bytes]]:
    """Return the dealer's screen as a tablet first fetches it: the page, then its styles and scripts."""
    live = call.call_game(friday, "seven-card-stud")
    assert isinstance(live, LiveHand), live
    address = f"/n/{friday.key}/"
    db.session.rollback()
    page = client.get(address)
    linked = re.findall(r'<(?:script [^>]*src|link rel="stylesheet" href)="([^"]+)"', page.text)
    files = {"the page": page.data}
    todo = [urljoin(address, html.unescape(link)) for link in linked]
    while todo:
        link = todo.pop(0)
        answer = client.get(link)
        assert answer.status_code == 200, link
        files[link.partition("?")[0].rpartition("/")[2]] = answer.data
        if answer.mimetype == "text/javascript":
            imported = {urljoin(link, name) for name in re.findall(r'from "(\.[^"]+)"', text_of(answer.data))}
            todo += [other for other in imported if other.rpartition("/")[2] not in files and other not in todo]
    assert isinstance(post(live.hand.id, 0, ["d misdeal"]), Posted)
    assert call.next_hand(friday) is None
    return list(files.items())


def print_taps(played: dict[str, Played]) -> None:
    """Print taps and facts for each game, by kind and in total, for one hand."""

    def cells(kinds: Sequence[str]) -> list[str]:
        sums = [
            [sum(sizes[kind] for kind in kinds) / HANDS for sizes in (hands.taps, hands.facts)]
            for hands in played.values()
        ]
        return [f"{taps:.1f} / {facts:.1f}" for taps, facts in sums]

    rows = [(kind, *cells([kind])) for kind in KINDS if any(hands.taps[kind] for hands in played.values())]
    rows.append(("a whole hand", *cells(KINDS)))
    rows.append(("taps a fact", *(f"{hands.taps.total() / hands.facts.total():.2f}" for hands in played.values())))
    print_table([("taps / facts of a hand", *(catalog()[game].name for game in played)), *rows])


def print_bytes(played: Played, files: list[tuple[str, bytes]]) -> None:
    """Print bytes, raw and zipped, of the response to a tap and of the first page."""
    rows = [
        ("a tap, median", statistics.median(played.raw), statistics.median(played.zipped)),
        ("a tap, largest", max(played.raw), max(played.zipped)),
        *((name, len(data), len(gzip.compress(data))) for name, data in files),
        (
            "first page, together",
            sum(len(data) for _, data in files),
            sum(len(gzip.compress(data)) for _, data in files),
        ),
    ]
    print_table([("bytes", "sent", "gzip"), *((name, f"{raw:,.0f}", f"{small:,.0f}") for name, raw, small in rows)])
