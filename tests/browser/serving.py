"""The app as it is served to browsers, and its database for setting up what they are to see."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.night.db import db

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Server:
    """The app as it runs for the tests: its address without a slash at the end, its data directory, its process.

    ``secure`` is its address over https, empty where it has none.
    """

    url: str
    data: Path
    process: int
    secure: str = ""


@contextmanager
def serving(
    data: Path, *, first: str = "", https: bool = False, ports: tuple[int, int] = (0, 0), **settings: str
) -> Iterator[Server]:
    """The app served on this data directory, for tests and for whatever else wants to look at it in a browser.

    ``first`` is Python that the server runs before it starts, ``settings`` goes into its environment.
    """
    log = data / "server.log"
    port, secure = ports[0] or free_port(), ports[1] or (free_port() if https else 0)
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"UPCARD_DATA": str(data), **settings}
    command = [
        sys.executable,
        *(["-c", f"{first}\nimport sys\nfrom app.cli import main\nsys.exit(main())"] if first else ["-m", "app.cli"]),
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-qr",
        *(["--https-port", str(secure)] if https else ["--no-https"]),
    ]
    with (
        log.open("wb") as output,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output) as process,
    ):
        try:
            wait_until_served(process, port, log)
            over_https = f"https://127.0.0.1:{secure}" if https else ""
            yield Server(f"http://127.0.0.1:{port}", data, process.pid, over_https)
        finally:
            process.terminate()
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                process.kill()


def app_beside(server: Server) -> Flask:
    """The app on the database that a server has open, for setting up what the browser is to see."""
    address = f"sqlite:///{server.data / 'upcard.sqlite3'}"
    return create_app({"SECRET_KEY": "another", "SQLALCHEMY_DATABASE_URI": address})


@contextmanager
def database(app: Flask) -> Iterator[FlaskClient]:
    """Its database, for one test."""
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_until_served(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the server stopped:\n{log.read_text()}", pytrace=False)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        try:
            connection.request("GET", "/")
            connection.getresponse()
            return
        except ConnectionError:
            time.sleep(0.1)
        finally:
            connection.close()
    pytest.fail(f"the server does not answer:\n{log.read_text()}", pytrace=False)
