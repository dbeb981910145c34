"""What the dealer's screen asks and weighs: taps for a whole hand of seven-card stud beside the facts in it, bytes for
a tap and for the first page, and milliseconds of the server for a tap through the web."""

from __future__ import annotations

import gzip
import html
import re
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

from flask.testing import FlaskClient

from app import night
from app.games.house import Stakes
from app.night import LiveHand
from app.night.db import db
from tests.bench.bench_taps import high, make_app, print_table

NAMES = ("Ann", "Bob", "Cy", "Dee")
HANDS = 12
HTMX = {"HX-Request": "true"}

UP, BETS, SHOWN, DOWN = "cards dealt up", "bets, calls and checks", "hole cards shown", "down cards of a street"


@dataclass
class Played:
    """What playing came to: taps and facts by kind, and for each tap its bytes, zipped too, and its seconds."""

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
            db.create_all()
            friday = night.start_night("Friday", Stakes(), {}, True)
            assert isinstance(friday, night.Night)
            for name in NAMES:
                night.add_player(friday, name, 10_000)
            client = app.test_client()
            play(client, friday, Played())  # loads templates, compiles queries
            files = first_page(client, friday)
            one, many = Played(), Played()
            play(client, friday, one)
            for _ in range(HANDS):
                play(client, friday, many)
            db.session.remove()
            db.engine.dispose()
    print_taps(one)
    print()
    print_bytes(many, files)
    print()
    times = (statistics.median(many.seconds), high(many.seconds), max(many.seconds))
    print_table([("server", "median", "99%", "most"), ("a tap", *(f"{1000 * each:.1f} ms" for each in times))])


def play(client: FlaskClient, friday: night.Night, into: Played) -> None:
    """A hand without a fold: on every street a bet that all call, and everybody shows, by what the screen offers."""
    live = night.call_game(friday, "seven-card-stud")
    assert isinstance(live, LiveHand), live
    hand, address = live.hand.id, f"/n/{friday.key}/"
    db.session.rollback()
    screen = client.get(address, headers=HTMX).text
    while 'aria-label="Settlement"' not in screen:
        kind, form = next_tap(screen)
        seen = re.search(r'data-seen="(\d+)"', screen)
        assert seen
        form |= {"hand": str(hand), "seen": seen[1]}
        begun = time.perf_counter()
        answer = client.post(f"{address}tap", data=form, headers=HTMX)
        into.seconds.append(time.perf_counter() - begun)
        assert answer.status_code == 200, answer.text
        screen = answer.text
        into.taps[kind] += 1
        into.raw.append(len(answer.data))
        into.zipped.append(len(gzip.compress(answer.data)))
    found = night.live(hand)
    assert isinstance(found, LiveHand)
    into.facts += facts_of(found)
    db.session.rollback()
    assert night.next_hand(friday) is None


def next_tap(screen: str) -> tuple[str, dict[str, str]]:
    """The kind of the next tap, and what it posts."""
    offers = [html.unescape(one) for one in re.findall(r'name="action" value="([^"]+)"', screen)]
    first = next((one for one in offers if "CARD" in one), offers[0])
    if "CARD" in first:
        held = re.search(r'name="held" value="(\w+)"', screen)
        card = re.search(r'name="card" value="(\w\w)" class="\w" aria-label="[^"]+">', screen)
        assert card
        kind = SHOWN if " sm " in first else UP
        return kind, {"action": first, "card": card[1], "held": held[1] if held else ""}
    if first.startswith("d "):
        return DOWN, {"action": first}
    bets = [one for one in offers if " cbr " in one]
    calling = "Check" not in re.findall(r"<button[^>]*>(\w+)</button>", screen)
    return BETS, {"action": next(one for one in offers if one.endswith(" cc")) if calling else bets[0]}


def facts_of(live: LiveHand) -> Counter[str]:
    """What happened at the table, counted in the record: what is not known to it takes no fact."""
    facts: Counter[str] = Counter()
    for line in live.actions:
        verb, last = line.split()[1], line.split()[-1]
        if verb == "dh":
            facts[UP] += not last.endswith("?")
        elif verb in ("cc", "cbr"):
            facts[BETS] += 1
        elif verb == "sm":
            facts[SHOWN] += sum(not held.up for held in live.state.players[int(line[1]) - 1].cards)
    return facts


def first_page(client: FlaskClient, friday: night.Night) -> list[tuple[str, bytes]]:
    """The dealer's screen as a tablet first fetches it: the page, then its styles and scripts."""
    live = night.call_game(friday, "seven-card-stud")
    assert isinstance(live, LiveHand), live
    address = f"/n/{friday.key}/"
    db.session.rollback()
    page = client.get(address)
    linked = re.findall(r'(?:<script src|<link rel="stylesheet" href)="([^"]+)"', page.text)
    files = [("the page", page.data)]
    for link in map(html.unescape, linked):
        answer = client.get(urljoin(address, link))
        assert answer.status_code == 200, link
        files.append((link.partition("?")[0].rpartition("/")[2], answer.data))
    assert isinstance(night.post(live.hand.id, 0, ["d misdeal"]), night.Posted)
    assert night.next_hand(friday) is None
    return files


def print_taps(one: Played) -> None:
    """Taps beside facts, by kind and together."""
    rows = [(kind, str(one.taps[kind]), str(one.facts[kind])) for kind in (UP, BETS, SHOWN, DOWN)]
    taps, facts = one.taps.total(), one.facts.total()
    rows.append(("a whole hand, four players", str(taps), str(facts)))
    print_table([("", "taps", "facts"), *rows])
    print(f"{taps / facts:.2f} taps a fact")


def print_bytes(played: Played, files: list[tuple[str, bytes]]) -> None:
    """Bytes as they are sent and as gzip would send them: the answer to a tap, and the first page."""
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
