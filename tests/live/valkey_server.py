"""A Valkey or Redis server for the tests, with nothing on disk, gone afterwards."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

MISSING = (
    "no Valkey or Redis server found, and `make tools` gets none; on Debian or Ubuntu: sudo apt install redis-server"
)


def program() -> str | None:
    """Return the program of whichever of the two there is."""
    return shutil.which("valkey-server") or shutil.which("redis-server")


@contextmanager
def server(where: str, port: int, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server for as long as the block does, or until it is killed."""
    command = [where, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--daemonize", "no", *options]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/") as process:
        try:
            _wait_for(port)
            yield process
        finally:
            process.kill()


def _wait_for(port: int) -> None:
    for _ in range(500):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError("the Valkey server does not answer")
