"""The odds requested by screens: those already computed, and those still queued."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Condition, Thread

from flask import current_app

from app.night.caches import LruCache, database_cache
from app.night.odds.process import FAILED, OddsAnswer, OddsProcess
from app.odds.figures import NoOdds
from app.odds.views import Known

#: The most answers kept, more than the longest hand has steps. An answer for seven players takes some 10 kB.
MAX_ANSWERS = 2048
#: The most questions queued; the last ones beyond that are discarded, and screens that still need them ask again.
MAX_QUEUED = 2048
#: Thread and process end after this many seconds without a question.
IDLE_SECONDS = 120.0

#: Makes the views of a question; called only if they must be computed.
Views = Callable[[], Sequence[Known | NoOdds]]

_log = logging.getLogger(__name__)


def ask(key: Hashable, views: Views, *, urgent: bool = False) -> tuple[OddsAnswer, ...] | None:
    """Return the odds of some views, or None while they are computed.

    The same ``key`` always means the same views. An ``urgent`` question goes first in the queue. Views whose odds
    cannot be computed return a :class:`~app.odds.figures.NoOdds`.
    """
    answers: Answers = database_cache(current_app.config.get("ODDS_ANSWERS", Answers))
    return answers.ask(key, views, urgent=urgent)


class Answers:
    """Questions and answers by key; a thread hands the questions to a process, one at a time.

    Thread and process start with the first question, and end when idle. Thread-safe.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._answers: LruCache[Hashable, tuple[OddsAnswer, ...]] = LruCache(MAX_ANSWERS)
        self._waiting: OrderedDict[Hashable, tuple[Known | NoOdds, ...]] = OrderedDict()
        self._under_way: Hashable = None
        self._thread: Thread | None = None

    def ask(self, key: Hashable, views: Views, *, urgent: bool = False) -> tuple[OddsAnswer, ...] | None:
        """Return the answer to a question, or None while it is queued or computed."""
        with self._changed:
            if (answer := self._answers.get(key)) is not None:
                return answer
            if key in self._waiting and urgent:
                self._waiting.move_to_end(key, last=False)
            if key in self._waiting or key == self._under_way:
                return None
        made = tuple(views())
        without_work = tuple(view for view in made if isinstance(view, NoOdds))
        if len(without_work) == len(made):
            return self._answers.put(key, without_work)
        with self._changed:
            self._waiting.setdefault(key, made)
            self._waiting.move_to_end(key, last=not urgent)
            while len(self._waiting) > MAX_QUEUED:
                self._waiting.popitem()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="upcard-odds", daemon=True)
                self._thread.start()
            self._changed.notify()
        return None

    def _run(self) -> None:
        """Answer questions until none has arrived for IDLE_SECONDS."""
        process: OddsProcess | None = None
        while (question := self._next()) is not None:
            key, views = question
            try:
                process = process or OddsProcess()
                answer = process.work_out(views)
            except Exception:  # the next question gets a new process, whatever the failure
                _log.exception("The process that works out odds has failed")
                answer = (FAILED,) * len(views)
                if process is not None:
                    process.stop()
                process = None
            self._answers.put(key, answer)
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
