"""The odds that screens have asked for: those that are there, and those that wait to be worked out."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Condition, Thread

from flask import current_app

from app.night.caches import of_this_database
from app.night.odds.process import FAILED, Answer, OddsProcess
from app.odds.figures import NoOdds
from app.odds.views import Known

#: So many answers are kept, more than the longest hand has steps. One of seven players takes some 10 kB.
KEPT = 2048
#: So many questions wait at most; of more, the last are asked again by those who still want to know.
WAITING = 2048
#: Without a question, thread and process end after so many seconds.
IDLE_SECONDS = 120.0

#: Makes the views of a question, which is done only when they are to be worked out.
Views = Callable[[], Sequence[Known | NoOdds]]

_log = logging.getLogger(__name__)


def ask(key: Hashable, views: Views, *, urgent: bool = False) -> tuple[Answer, ...] | None:
    """Return the odds of some views, or None while they are worked out.

    The same ``key`` always means the same views. An ``urgent`` question goes before all that wait. Odds that cannot be
    worked out come back as a :class:`~app.odds.figures.NoOdds`.
    """
    answers: Answers = of_this_database(current_app.config.get("ODDS_ANSWERS", Answers))
    return answers.ask(key, views, urgent=urgent)


class Answers:
    """Questions and answers by key; a thread hands the questions to a process, one at a time.

    Thread and process begin with the first question, and end without work. Safe to use from any thread.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._kept: OrderedDict[Hashable, tuple[Answer, ...]] = OrderedDict()
        self._waiting: OrderedDict[Hashable, tuple[Known | NoOdds, ...]] = OrderedDict()
        self._under_way: Hashable = None
        self._thread: Thread | None = None

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[Answer, ...] | None:
        """Return the answer to a question, or None while it waits or is worked out."""
        with self._changed:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            if key in self._waiting and urgent:
                self._waiting.move_to_end(key, last=False)
            if key in self._waiting or key == self._under_way:
                return None
        made = tuple(views())
        if answer := _without_work(made):
            self._keep(key, answer)
            return answer
        with self._changed:
            self._waiting.setdefault(key, made)
            self._waiting.move_to_end(key, last=not urgent)
            while len(self._waiting) > WAITING:
                self._waiting.popitem()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="upcard-odds", daemon=True)
                self._thread.start()
            self._changed.notify()
        return None

    def _keep(self, key: Hashable, answer: tuple[Answer, ...]) -> None:
        with self._changed:
            self._kept[key] = answer
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _run(self) -> None:
        """Answer questions until none has come for a while."""
        process: OddsProcess | None = None
        while (question := self._next()) is not None:
            key, views = question
            try:
                process = process or OddsProcess()
                answer = process.work_out(views)
            except Exception:  # whatever happened to it, the next question gets another process
                _log.exception("The process that works out odds has failed")
                answer = (FAILED,) * len(views)
                if process is not None:
                    process.stop()
                process = None
            self._keep(key, answer)
        if process is not None:
            process.stop()

    def _next(self) -> tuple[Hashable, tuple[Known | NoOdds, ...]] | None:
        with self._changed:
            self._under_way = None
            if not self._changed.wait_for(lambda: self._waiting, IDLE_SECONDS):
                self._thread = None
                return None
            self._under_way, views = self._waiting.popitem(last=False)
            return self._under_way, views


def _without_work(views: tuple[Known | NoOdds, ...]) -> tuple[NoOdds, ...] | None:
    """Return the answer to a question about hands without odds alone."""
    answer = tuple(view for view in views if isinstance(view, NoOdds))
    return answer if len(answer) == len(views) else None
