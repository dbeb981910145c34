"""A killed process loses no answered tap and stores no tap partly."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from sqlalchemy import text

from app.night import nights
from app.night.db import db
from app.night.log import loading
from app.night.log.replay import LiveHand
from tests.databases import check_file
from tests.night.table import any_line, begin, deal, make_app, tap
from tests.warm import Forked

KILLS = 6

#: Plays hands at random, one action a tap, undoing now and then; prints each number once it is stored.
PLAYER = """
import random
from app.night.log.loading import live_hand
from app.night.log.replay import Posted, Refused
from app.night.nights import current_hand, nights
from app.night.play.call import call_game, next_hand
from app.night.play.taps import post, undo
from tests.night.table import any_line, make_app
app = make_app({path!r}, create=False)
rng = random.Random()
with app.app_context():
    friday = nights()[0]
    while True:
        hand = current_hand(friday)
        if hand is None:
            live = call_game(friday, "seven-card-stud")
        else:
            live = live_hand(hand.id)
        while not live.over:
            if live.number and rng.random() < 0.3:
                answer = undo(live.hand.id, live.number)
            else:
                first = any_line(live.state, rng)
                answer = post(live.hand.id, live.number, [first])
            assert isinstance(answer, (Posted, Refused)), answer
            live = answer.live
            print(live.hand.id, live.number, len(live.actions), flush=True)
        assert next_hand(friday) is None
"""


def play_until_killed(path: Path, rng: random.Random) -> list[tuple[int, int, int]]:
    """Kill a process that plays hands at a random moment; return the taps it had answered."""
    printed = path.with_suffix(".said")
    printed.unlink(missing_ok=True)
    process = Forked([], os.environ, printed, first=PLAYER.format(path=str(path)))
    output = process.kill_after(bool, rng.uniform(0, 0.15))
    rows = [line.split() for line in output.splitlines(keepends=True) if line.endswith("\n")]
    return [(int(hand), int(number), int(actions)) for hand, number, actions in rows]


@pytest.mark.slow
def test_every_answered_tap_survives_a_kill_at_any_moment(tmp_path: Path):
    rng = random.Random()
    path = tmp_path / "nights.sqlite3"
    app = make_app(path)
    with app.app_context():
        friday = begin(chips=100_000)
        for _ in range(KILLS):
            db.session.remove()
            answered = play_until_killed(path, rng)
            assert answered
            check_database(friday_id=1)
            hand_id, number, actions = answered[-1]
            live = loading.live_hand(hand_id)
            assert isinstance(live, LiveHand)
            assert live.number >= number
            assert live.number <= number + 1, "one tap at most was stored and not yet answered"
            if live.number == number:
                assert len(live.actions) == actions
        friday = nights.nights()[0]
        current = nights.current_hand(friday)
        live = deal(friday) if current is None else loading.live_hand(current.id)  # type: ignore[assignment]
        assert isinstance(live, LiveHand)
        if not live.over:
            tap(live, any_line(live.state, rng))
        db.session.remove()
        db.engine.dispose()


def check_database(friday_id: int) -> None:
    """Check that entries are numbered without gaps, and that only finished hands are paid, in full."""
    run = db.session.execute
    check_file()
    gaps = "SELECT hand_id FROM entry GROUP BY hand_id HAVING max(number) <> count(*) OR min(number) <> 1"
    assert run(text(gaps)).all() == []
    half = "SELECT hand_id FROM ledger GROUP BY hand_id HAVING hand_id IS NOT NULL AND sum(amount) <> 0"
    assert run(text(half)).all() == []
    for hand_id, finished in run(text("SELECT id, finished_at FROM hand")).all():
        paid = run(text("SELECT count(*) FROM ledger WHERE hand_id = :id"), {"id": hand_id}).scalar()
        live = loading.live_hand(hand_id)
        assert isinstance(live, LiveHand)
        assert live.over == (finished is not None) == bool(paid)
