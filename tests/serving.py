"""The app as ``upcard serve`` runs it, forked from a process that has imported it: much faster than a cold start."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.browser.serving import Server, free_port, wait_until_served
from tests.warm import Forked


@contextmanager
def serving(
    data: Path, *, first: str = "", https: bool = False, ports: tuple[int, int] = (0, 0), **settings: str
) -> Iterator[Server]:
    """Serve the app on this data directory.

    ``first`` is Python that the server runs before it starts, ``settings`` goes into its environment.
    """
    log = data / "server.log"
    log.write_bytes(b"")
    port, secure = ports[0] or free_port(), ports[1] or (free_port() if https else 0)
    process = _started(
        data, log, port, *(["--https-port", str(secure)] if https else ["--no-https"]), first=first, **settings
    )
    try:
        wait_until_served(process, port, log)
        over_https = f"https://127.0.0.1:{secure}" if https else ""
        yield Server(f"http://127.0.0.1:{port}", data, process.pid, over_https)
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def mortal_server(data: Path, port: int, database: str) -> Iterator[Forked]:
    """Serve a database with all processes in a group of their own, which is killed in the end."""
    log = data / f"server-{port}.log"
    process = _started(data, log, port, new_session=True, DATABASE_URL=database)
    try:
        wait_until_served(process, port, log)
        yield process
    finally:
        with suppress(ProcessLookupError):  # it has been killed before
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _started(
    data: Path, log: Path, port: int, *options: str, first: str = "", new_session: bool = False, **settings: str
) -> Forked:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    arguments = ["serve", "--host", "127.0.0.1", "--port", str(port), "--no-qr", *options]
    environment |= {"UPCARD_DATA": str(data), **settings}
    return Forked(arguments, environment, log, first=first, new_session=new_session)
