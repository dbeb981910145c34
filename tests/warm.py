"""Run ``upcard`` commands quickly: a process that has imported the app forks for each command.

A cold start takes seconds of processor time to import the app and compile its templates.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path

from tests import patience
from tests.run_folder import share_templates

#: A function that runs a command with these arguments, and returns its exit status.
Program = Callable[[Sequence[str]], int | None]


def run_upcard(arguments: Sequence[str]) -> int:
    """Run an ``upcard`` command in this process."""
    from app.cli import main

    return main(arguments)


class Forked:
    """A command in its own process, by default of ``upcard``, with methods like those of ``subprocess.Popen``.

    Its output is appended to the files ``out`` and ``err``, by default the same file. Its input is ``answer``.
    ``first`` is Python code that it runs before it begins.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        out: Path,
        err: Path | None = None,
        *,
        answer: str = "",
        first: str = "",
        new_session: bool = False,
        program: Program = run_upcard,
    ) -> None:
        self._out = out
        files = str(out), str(err or out)
        given = program, list(arguments), dict(environment), files, answer, first, new_session
        self._process = _context().Process(target=_run, args=given, daemon=True)
        self._process.start()
        self.pid = self._process.pid or 0

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("upcard", timeout or 0)
        return self._process.exitcode

    def kill_after(self, is_due: Callable[[str], bool], seconds: float) -> str:
        """Kill the process ``seconds`` after ``is_due`` is true of its output; return the output."""
        deadline = time.monotonic() + patience.SECONDS
        while not is_due(self._output()):
            assert self.poll() is None, self._output()
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(seconds)
        died = self.poll()
        self.kill()
        self.wait(patience.SECONDS)
        assert died is None, self._output()
        return self._output()

    def _output(self) -> str:
        return self._out.read_text() if self._out.exists() else ""

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def upcard(
    *arguments: str,
    environment: Mapping[str, str],
    answer: str = "",
    first: str = "",
    seconds: int = 600,
    program: Program = run_upcard,
) -> subprocess.CompletedProcess[str]:
    """Run a command in its own process to its end, by default of ``upcard``, with only this environment."""
    with tempfile.TemporaryDirectory(prefix="upcard-warm-") as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        process = Forked(arguments, environment, out, err, answer=answer, first=first, program=program)
        try:
            status = process.wait(seconds)
        finally:
            process.kill()
        return subprocess.CompletedProcess(arguments, status, out.read_text("utf-8"), err.read_text("utf-8"))


@cache
def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.preloaded", __name__])
    return context


def _run(
    program: Program,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    files: tuple[str, str],
    answer: str,
    first: str,
    new_session: bool,
) -> None:
    """Run a command in this process, and exit with its status."""
    if new_session:
        os.setsid()
    with tempfile.TemporaryFile() as given:
        given.write(answer.encode())
        given.seek(0)
        os.dup2(given.fileno(), 0)
    for number, name in enumerate(files, start=1):
        opened = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    share_templates()
    exec(first, {})
    sys.exit(program(arguments))
