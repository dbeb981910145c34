"""The process that computes odds next to the server: a thread would hold the interpreter lock against taps.

It imports only what odds need, yields the CPU to every other process, and ends with the server.
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

OddsAnswer = Odds | NoOdds

#: The most deals judged in a game whose hands cannot be dealt in bulk: two seconds of work for seven players.
ONE_BY_ONE = 500

#: CPU seconds after which an answer is abandoned. On a busy machine these may take longer.
SECONDS = 60

FAILED = NoOdds("not worked out")

#: The games whose odds have failed; each is reported once.
_failed: set[str] = set()

_log = logging.getLogger(__name__)


class OddsProcess:
    """The server's end of the process, which starts with it. Raises OSError if the process cannot be started."""

    def __init__(self) -> None:
        program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
        )

    def work_out(self, views: Sequence[Known | NoOdds]) -> tuple[OddsAnswer, ...]:
        """Return the answers to some views.

        Raises OSError, EOFError or UnpicklingError if the process ends first, as it does after SECONDS of CPU time.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((SECONDS, views), self._process.stdin)
        self._process.stdin.flush()
        answers: tuple[OddsAnswer, ...] = pickle.load(self._process.stdout)
        return answers

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        with suppress(OSError):  # input it has not read
            self._process.communicate()


def serve() -> None:
    """Compute the odds of incoming views until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when this process ends
    signal.signal(signal.SIGXCPU, lambda *_: os._exit(1))
    os.nice(19)
    with suppress(EOFError, BrokenPipeError):  # the server has ended
        while True:
            seconds, views = pickle.load(sys.stdin.buffer)
            _, most = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (ceil(time.process_time()) + seconds, most))
            pickle.dump(work_out(views), sys.stdout.buffer)
            sys.stdout.buffer.flush()


def work_out(views: Sequence[Known | NoOdds]) -> tuple[OddsAnswer, ...]:
    """Return the odds of each view, as exact as time allows; FAILED for each one that fails."""
    return tuple(map(_answer, views))


def _answer(view: Known | NoOdds) -> OddsAnswer:
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
