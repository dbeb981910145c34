"""Past hands: the page and the steps of a short hand and of a long one, and the lists of hands and nights."""

from __future__ import annotations

import gzip
import statistics
import tempfile
import time
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from flask_migrate import upgrade
from sqlalchemy import insert, select

from app.games.house import Stakes
from app.hand.notation import write_action
from app.hand.play import prompt
from app.night import caches
from app.night.access.grants import grant
from app.night.access.rights import HOST
from app.night.db import db, now, writing
from app.night.history import replays
from app.night.log.replay import LiveHand, Posted
from app.night.models import CLUB, Hand, Ledger, Night, Player, Seat
from app.night.nights import night_by_id, start_night
from app.night.play import call
from app.web.http.browser import COOKIE
from tests.bench.bench_taps import make_app, percentile_99, print_table
from tests.entering import enter
from tests.seating import add_player

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
#: The minimum number of actions in a long hand.
LONG = 200
HANDS, NIGHTS = 5000, 300
TIMES = 40


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Path(folder) / "bench.sqlite3")
        with app.app_context():
            upgrade()
            rows = [("looking back", "median", "99%", "bytes", "zipped")]
            rows += measure(app)
            print_table(rows)
            db.session.remove()
            db.engine.dispose()


def measure(app: Flask) -> list[tuple[str, ...]]:
    """Return a row for each page."""
    host = app.test_client()
    host.set_cookie(COOKIE, str(grant(HOST, CLUB, "", "iPad")))
    short, long = played("five-card-stud", 2, 0), played("seven-card-stud", 8, LONG)
    rows = []
    for name, (key, steps) in (("short", short), ("long", long)):
        label = f"{name} hand, {steps} actions"
        rows.append(row(f"{label}: first look", host, [f"/h/{key}"], cold=app))
        rows.append(row(f"{label}: page", host, [f"/h/{key}?at={steps // 2}"]))
        some = [f"/h/{key}?at={at}" for at in range(steps + 1)]
        rows.append(row(f"{label}: step", host, some, htmx=True))
        rows.append(row(f"{label}: step, all cards", host, [f"{path}&known=all" for path in some], htmx=True))
    many = fill(HANDS, NIGHTS)
    rows.append(row(f"hands of a night of {HANDS}", host, [f"/n/{many.key}/hands"]))
    rows.append(row("the same, in the middle", host, [f"/n/{many.key}/hands?before={HANDS // 2}"]))
    rows.append(row(f"{NIGHTS} nights", host, ["/nights"]))
    return rows


def row(
    name: str, client: FlaskClient, paths: list[str], *, htmx: bool = False, cold: Flask | None = None
) -> tuple[str, ...]:
    """Request pages repeatedly and return a row of the table. ``cold``: an app whose caches are cleared each time."""
    headers = {"HX-Request": "true"} if htmx else {}
    seconds, sizes, zipped = [], [], []
    client.get(paths[0], headers=headers)
    for number in range(max(TIMES, len(paths))):
        if cold is not None:
            caches.clear_caches(cold)
        began = time.perf_counter()
        answer = client.get(paths[number % len(paths)], headers=headers)
        seconds.append(time.perf_counter() - began)
        assert answer.status_code == 200, answer.status
        sizes.append(len(answer.data))
        zipped.append(len(gzip.compress(answer.data)))
    times = (f"{1000 * statistics.median(seconds):.1f} ms", f"{1000 * percentile_99(seconds):.1f} ms")
    return (name, *times, f"{int(statistics.median(sizes))}", f"{int(statistics.median(zipped))}")


def played(game: str, players: int, least: int) -> tuple[str, int]:
    """Play a hand in which all players raise until it has ``least`` actions; return its key and its length."""
    friday = start_night("Friday", Stakes(), {"raises": 40}, True)
    assert isinstance(friday, Night)
    for name in NAMES[:players]:
        add_player(friday, name, 10_000)
    live = call.call_game(friday, game)
    assert isinstance(live, LiveHand), live
    while live.state.result is None:
        answer = enter(live.hand.id, [_line(live, least)])
        assert isinstance(answer, Posted), answer
        live = answer.live
    return replays.hand_key(live.hand.id), len(live.actions)


def _line(live: LiveHand, least: int) -> str:
    state = live.state
    asked = prompt(state)
    left = sorted(state.game.deck.cards() - state.seen)
    ask = asked.asks[0]
    if asked.kind == "dealt":
        return write_action(asked.run[0] if asked.run else ask.action)
    if asked.kind == "bet":
        by_verb = {each.action.verb: each for each in asked.asks}
        raising = "cbr" in by_verb and len(live.actions) < least - 20
        chosen = by_verb["cbr"] if raising else by_verb["cc"]
        return write_action(chosen.answer(amount=chosen.amount.least) if chosen.amount else chosen.action)
    if asked.kind == "show":
        ask = next(each for each in asked.asks if each.cards is not None)
        held = state.players[ask.seat or 0].cards
        unseen = iter(left)
        cards = tuple(
            next(unseen) if str(card.card) == "" or card.card not in state.seen else card.card for card in held
        )
        return write_action(ask.answer(cards=cards))
    return write_action(ask.answer(cards=(left[0],)) if ask.cards else ask.action)


def fill(hands: int, nights: int) -> Night:
    """Add this many nights with forty hands each; return the last, which gets ``hands`` hands."""
    made = [start_night(f"Night {number}", Stakes(), {}, True) for number in range(nights)]
    assert all(isinstance(each, Night) for each in made)
    people = list(db.session.scalars(select(Player.id)))
    ids = list(db.session.scalars(select(Night.id).where(Night.name.like("Night %")).order_by(Night.id)))
    with writing() as session:
        for place, night_id in enumerate(ids):
            count = hands if place == len(ids) - 1 else 40
            seats = [{"night_id": night_id, "player_id": person, "place": n} for n, person in enumerate(people)]
            session.execute(insert(Seat), seats)
            session.execute(insert(Hand), [_hand(night_id, number) for number in range(1, count + 1)])
            rows = [
                {"night_id": night_id, "player_id": person, "kind": "put-in", "amount": n - 3}
                for number in range(count)
                for n, person in enumerate(people)
            ]
            session.execute(insert(Ledger), rows)
    return night_by_id(ids[-1])


def _hand(night_id: int, number: int) -> dict[str, object]:
    outcome = {"winners": [[0, 40], [1, 12]], "carried": 0, "why": "", "actions": 80}
    common = {
        "definition": {},
        "setup": {"names": ["Ann", "Bob"]},
        "options": {},
        "modifiers": [],
        "finished_at": now(),
        "cleared": True,
    }
    return {
        "night_id": night_id,
        "number": number,
        "game_id": "chicago",
        "game_name": "Chicago",
        "outcome": outcome,
        **common,
    }
