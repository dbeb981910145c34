"""Run ``upcard`` commands fast: a process that has imported the app forks for each command.

As a program, it reads requests from standard input, one JSON object per line, and answers each with an exit status.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

from app import settings

#: What commands import.
IMPORTED = ("app.web", "app.server.start", "app.commands.nights", "app.doctor", "flask_migrate")


def upcard(
    *arguments: str, environment: Mapping[str, str], answer: str = "", seconds: int = 60
) -> subprocess.CompletedProcess[str]:
    """Run a command of Upcard in its own process, with an empty environment."""
    with tempfile.TemporaryDirectory(prefix="upcard-warm-") as folder:
        files = [str(Path(folder) / name) for name in ("in", "out", "err")]
        Path(files[0]).write_text(answer, "utf-8")
        request = {"arguments": arguments, "environment": dict(environment), "files": files, "seconds": seconds}
        requests, statuses = _server(os.getpid())
        requests.write(json.dumps(request) + "\n")
        requests.flush()
        status = json.loads(statuses.readline())
        out, err = (Path(name).read_text("utf-8") for name in files[1:])
    return subprocess.CompletedProcess(arguments, status, out, err)


@cache
def _server(_pid: int) -> tuple[IO[str], IO[str]]:
    """Start the forking process, once per calling process; it ends with the caller."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__], cwd=settings.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.communicate)
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def serve() -> None:
    for name in IMPORTED:
        import_module(name)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(request)
        print(json.dumps(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])), flush=True)


def _run(request: Mapping[str, object]) -> None:
    """Run a command in this process, then exit."""
    from app.cli import main

    status: object = 1
    try:
        files, arguments, environment = (request[name] for name in ("files", "arguments", "environment"))
        assert isinstance(files, list)
        assert isinstance(arguments, list)
        assert isinstance(environment, dict)
        for number, (name, flags) in enumerate(zip(files, (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT] * 2), strict=True)):
            os.dup2(os.open(name, flags), number)
        sys.stdin = os.fdopen(0, encoding="utf-8")  # requests may have been read ahead
        os.environ.clear()
        os.environ.update(environment)
        signal.alarm(int(str(request["seconds"])))
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        if isinstance(status, str):
            print(status, file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    serve()
