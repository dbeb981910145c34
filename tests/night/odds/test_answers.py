"""Odds computed in another process: the order of questions, cached answers, and failing processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event, Semaphore

import pytest

from app.night.odds import answers as module
from app.night.odds.answers import Answers
from app.night.odds.process import FAILED, OddsAnswer, OddsProcess, work_out
from app.odds.estimate import odds
from app.odds.figures import NoOdds, Odds
from app.odds.views import Known, shown
from tests import patience
from tests.odds.hands import calm

OVER = NoOdds("hand is over")


@pytest.fixture(scope="module")
def view() -> Known:
    return shown(calm("texas-holdem", 3).play_to(12))


def wait_for(found: Callable[[], tuple[OddsAnswer, ...] | None]) -> tuple[OddsAnswer, ...]:
    deadline = time.monotonic() + patience.SECONDS
    while (answer := found()) is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return answer


class Desk:
    """A stand-in for the process: it answers one question at a time when allowed, and records the number of views."""

    def __init__(self) -> None:
        self.started = self.stopped = 0
        self.begun, self.allowed, self.fails = Semaphore(0), Semaphore(0), Event()
        self.sizes: list[int] = []

    def start(self) -> Desk:
        self.started += 1
        return self

    def work_out(self, views: Sequence[Known | NoOdds]) -> tuple[OddsAnswer, ...]:
        self.begun.release()
        assert self.allowed.acquire(timeout=patience.SECONDS)
        self.sizes.append(len(views))
        if self.fails.is_set():
            raise EOFError
        return (OVER,) * len(views)

    def stop(self) -> None:
        self.stopped += 1


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk()
    monkeypatch.setattr(module, "OddsProcess", desk.start)
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.05)
    return desk


def test_a_process_computes_the_same_odds(view: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.05)
    answers = Answers()
    answer = wait_for(lambda: answers.ask("flop", lambda: [view, OVER]))
    assert answer == (odds(view), OVER)
    assert isinstance(answer[0], Odds)


def test_a_killed_process_raises_an_error(view: Known) -> None:
    process = OddsProcess()
    process._process.kill()
    with pytest.raises((EOFError, OSError)):
        process.work_out([view])
    process.stop()


def test_a_failure_is_logged_once_per_game(
    view: Known, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("app.night.odds.process._failed", set())
    monkeypatch.setattr("app.night.odds.process.odds", lambda view, one_by_one: 1 / 0)
    assert work_out([view, OVER, view]) == (FAILED, OVER, FAILED)
    assert [record.getMessage() for record in caplog.records] == ["Odds of Texas Hold'em could not be worked out"]


def test_a_question_that_takes_too_long_ends_the_process(view: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.night.odds.process.SECONDS", -1)  # exceeded before it begins
    process = OddsProcess()
    with pytest.raises((EOFError, OSError)):
        process.work_out([view] * 1000)
    process.stop()


def test_each_question_is_answered_once_with_urgent_ones_first(desk: Desk, view: Known) -> None:
    answers = Answers()
    made: list[str] = []

    def views(key: str, count: int) -> Callable[[], list[Known]]:
        def make() -> list[Known]:
            made.append(key)
            return [view] * count

        return make

    assert answers.ask("a", views("a", 1)) is None
    assert desk.begun.acquire(timeout=patience.SECONDS)
    for key, count, urgent in (("b", 2, False), ("c", 3, False), ("d", 4, True), ("b", 2, False), ("c", 3, True)):
        assert answers.ask(key, views(key, count), urgent=urgent) is None
    assert answers.ask("a", views("a", 1)) is None  # in progress
    desk.allowed.release(4)
    assert wait_for(lambda: answers.ask("b", views("b", 2))) == (OVER, OVER)
    assert desk.sizes == [1, 3, 4, 2]
    assert made == ["a", "b", "c", "d"]


def test_hands_without_odds_need_no_process(desk: Desk) -> None:
    assert Answers().ask("over", lambda: [OVER]) == (OVER,)
    assert desk.started == 0


def test_another_process_starts_after_a_failure(desk: Desk, view: Known) -> None:
    answers = Answers()
    desk.fails.set()
    desk.allowed.release()
    assert wait_for(lambda: answers.ask("a", lambda: [view])) == (FAILED,)
    desk.fails.clear()
    desk.allowed.release()
    assert wait_for(lambda: answers.ask("b", lambda: [view])) == (OVER,)
    assert desk.started == 2


def test_an_idle_process_stops_and_a_question_starts_another(desk: Desk, view: Known) -> None:
    answers = Answers()
    for number in (1, 2):
        desk.allowed.release()
        assert wait_for(partial(answers.ask, number, lambda: [view])) == (OVER,)
        deadline = time.monotonic() + patience.SECONDS
        while desk.stopped < number:
            assert time.monotonic() < deadline
            time.sleep(0.01)
    assert desk.started == 2


def test_queue_and_cache_are_limited(desk: Desk, view: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_QUEUED", 2)
    monkeypatch.setattr(module, "MAX_ANSWERS", 2)
    answers = Answers()
    assert answers.ask("a", lambda: [view]) is None
    assert desk.begun.acquire(timeout=patience.SECONDS)
    for key, count in (("b", 2), ("c", 3), ("d", 4)):
        assert answers.ask(key, partial(list, [view] * count)) is None
    desk.allowed.release(3)
    wait_for(lambda: answers.ask("c", lambda: [view] * 3))
    assert desk.sizes == [1, 2, 3]  # "d" was one too many
    assert answers.ask("b", lambda: [OVER]) == (OVER, OVER)
    assert answers.ask("a", lambda: [OVER]) == (OVER,)  # forgotten, so asked again
