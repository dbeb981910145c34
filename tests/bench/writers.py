"""The threads of one server, each tapping at its own table as fast as it can; run by ``bench_writers``."""

from __future__ import annotations

import json
import statistics
import sys
import time
from threading import Thread

from flask import Flask
from flask_migrate import upgrade

from app import create_app
from app.games.house import Stakes
from app.live import screens
from app.night.db import db
from app.night.log.replay import LiveHand, Posted
from app.night.models import Night
from app.night.nights import night_by_id, start_night
from app.night.play import call, taps
from tests.bench.crowd import BUY_IN, GAME, PLAYERS, hands
from tests.entering import enter
from tests.seating import add_player

WARM_SECONDS, SECONDS = 1, 6


def main(threads: int) -> None:
    """Start the nights, wait for a line of input, tap, and print the figures."""
    app = create_app({"SECRET_KEY": "x"})
    nights = []
    with app.app_context():
        upgrade()
        for _ in range(threads):
            nights.append(_begin())
        db.session.remove()
    if bus_of := getattr(screens, "bus_of", None):  # earlier versions have none
        bus_of(app).start()
    script = hands(4)
    print("ready", flush=True)
    sys.stdin.readline()
    took: list[float] = []
    until = time.perf_counter() + WARM_SECONDS + SECONDS
    writing = [Thread(target=_tap, args=(app, night_id, script, until, took)) for night_id in nights]
    for thread in writing:
        thread.start()
    for thread in writing:
        thread.join()
    high = statistics.quantiles(took, n=100)[-1]
    print(json.dumps({"rate": len(took) / SECONDS, "median": statistics.median(took) * 1000, "high": high * 1000}))


def _begin() -> int:
    friday = start_night("Friday", Stakes(), {}, True)
    assert isinstance(friday, Night)
    for seat in range(PLAYERS):
        add_player(friday, f"P{seat} of {friday.id}", BUY_IN)
    return friday.id


def _tap(app: Flask, night_id: int, script: list[list[str]], until: float, took: list[float]) -> None:
    """Play hands until the time is up; record the duration of each tap after the warm-up."""
    while True:
        for lines in script:
            with app.app_context():
                friday = night_by_id(night_id)
                live = call.call_game(friday, GAME)
                assert isinstance(live, LiveHand), live
                hand_id, seen = live.hand.id, 0
            for line in lines:
                began = time.perf_counter()
                if began > until:
                    return
                with app.app_context():
                    answer = taps.post(hand_id, seen, [line])
                ended = time.perf_counter()
                if until - SECONDS < ended < until:
                    took.append(ended - began)
                if not isinstance(answer, Posted):
                    break
                seen = answer.live.number
            with app.app_context():
                friday = night_by_id(night_id)
                enter(hand_id, ["d misdeal"])
                call.next_hand(friday)


if __name__ == "__main__":
    main(int(sys.argv[1]))
