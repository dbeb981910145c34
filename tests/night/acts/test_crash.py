"""A process killed while it clears a hand does all queued acts or none."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from sqlalchemy import select

from app.night import nights
from app.night.acts import queue
from app.night.acts.table import PlayFor
from app.night.db import db
from app.night.models import Act
from app.night.people import seats
from tests.databases import check_file
from tests.night.money.evenings import check_night
from tests.night.table import begin, make_app
from tests.warm import Forked

KILLS = 6

#: Plays hands that end in a misdeal, queues eight acts during each, and clears the hand, which does them.
PLAYER = """
from app.night.acts.requests import rearrange_seats
from tests.night.acting import buy_in, come_back, sit_out
from app.night.log.loading import live_hand
from app.night.nights import current_hand, nights
from app.night.people import seats as people
from app.night.play.call import call_game, next_hand
from app.night.play.taps import post
from app.games.house import Stakes
from tests.night.table import make_app, set_stakes
app = make_app({path!r}, create=False)
with app.app_context():
    friday = nights()[0]
    while True:
        hand = current_hand(friday)
        live = call_game(friday, "five-card-stud") if hand is None else live_hand(hand.id)
        if not live.over:
            seats = [seat.id for seat in people.seats(friday)]
            for seat in seats:
                buy_in(friday, seat, 10)
            sit_out(friday, seats[0])
            come_back(friday, seats[0])
            rearrange_seats(friday, seats[1:] + seats[:1])
            set_stakes(friday, Stakes(ante=1, small=live.hand.number + 2, big=2 * live.hand.number + 4))
            post(live.hand.id, live.number, ["d misdeal"])
        print("clearing", flush=True)
        next_hand(friday)
"""


@pytest.mark.slow
def test_a_kill_while_a_hand_is_cleared_leaves_its_queue_done_or_not_done(tmp_path: Path) -> None:
    rng = random.Random()
    path = tmp_path / "nights.sqlite3"
    app = make_app(path)
    with app.app_context():
        friday = begin("Ann", "Bob", "Cy", "Dee", chips=1000)
        queue.do(friday, PlayFor("EUR", 10))
        whole = 0
        for _ in range(KILLS):
            db.session.remove()
            kill_while_clearing(path, rng)
            whole += check_queue()
        assert whole
        db.session.remove()
        db.engine.dispose()


def kill_while_clearing(path: Path, rng: random.Random) -> None:
    printed = path.with_suffix(".said")
    printed.write_text("")
    process = Forked([], os.environ, printed, first=PLAYER.format(path=str(path)))
    hands = rng.randint(1, 3)
    process.kill_after(lambda output: output.count("clearing\n") >= hands, rng.uniform(0, 0.03))


def check_queue() -> int:
    """Check the database after a kill; return how many hands were cleared with their queue."""
    check_file()
    friday = nights.nights()[0]
    check_night(friday)
    asked_since = select(Act.status).where(Act.night_id == friday.id, Act.kind.not_in(("join", "play-for")))
    statuses = list(db.session.scalars(asked_since.order_by(Act.id)))
    assert set(statuses) <= {"done", "waiting"}
    assert statuses == sorted(statuses), "acts are done in the order of the requests"
    last = nights.last_hand(friday.id)
    assert last is not None
    assert not (last.cleared and "waiting" in statuses), "the hand was cleared without its queue"
    bought = sum(seat.bought for seat in seats.seats(friday))
    queues = select(Act.id).where(Act.night_id == friday.id, Act.kind == "buy", Act.status == "done")
    assert bought == 4000 + 10 * len(list(db.session.scalars(queues)))
    return statuses.count("done") // 8
