"""The process that works out odds, beside the server: a thread would hold the interpreter's lock against taps.

It imports only what odds need, gives way to every other process, and ends with the server.
"""

from __future__ import annotations

import logging
import os
import pickle
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from math import ceil

from app.odds.estimate import odds
from app.odds.figures import NoOdds, Odds
from app.odds.views import Known

Answer = Odds | NoOdds

#: So many deals are judged at most where hands are not dealt many at once: two seconds' work for seven players.
ONE_BY_ONE = 500

#: An answer that takes so many seconds of the processor never comes. On a busy machine it may have to wait for them.
SECONDS = 60

FAILED = NoOdds("not worked out")

#: The games whose odds have failed, each of which is reported once.
_failed: set[str] = set()

_log = logging.getLogger(__name__)


class OddsProcess:
    """The server's end of the process, which begins with it. Raises OSError if it cannot be started."""

    def __init__(self) -> None:
        program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
        )

    def work_out(self, views: Sequence[Known | NoOdds]) -> tuple[Answer, ...]:
        """Return the answers to some views.

        Raises OSError, EOFError or UnpicklingError if the process ends before, as it does after SECONDS.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((SECONDS, views), self._process.stdin)
        self._process.stdin.flush()
        answers: tuple[Answer, ...] = pickle.load(self._process.stdout)
        return answers

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        with suppress(OSError):  # what it has not read
            self._process.communicate()


def serve() -> None:
    """Work out the odds of all views that come in, until no more can come."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    signal.signal(signal.SIGXCPU, lambda *_: os._exit(1))
    os.nice(19)
    with suppress(EOFError, BrokenPipeError):  # the server has ended
        while True:
            seconds, views = pickle.load(sys.stdin.buffer)
            _, most = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (ceil(time.process_time()) + seconds, most))
            pickle.dump(work_out(views), sys.stdout.buffer)
            sys.stdout.buffer.flush()


def work_out(views: Sequence[Known | NoOdds]) -> tuple[Answer, ...]:
    """Return the odds of each view, as exact as they can be in a moment; FAILED in place of those that fail."""
    return tuple(map(_answer, views))


def _answer(view: Known | NoOdds) -> Answer:
    if isinstance(view, NoOdds):
        return view
    try:
        return odds(view, one_by_one=ONE_BY_ONE)
    except Exception:
        game = view.state.game.name
        if game not in _failed:
            _failed.add(game)
            _log.exception("Odds of %s could not be worked out", game)
        return FAILED
