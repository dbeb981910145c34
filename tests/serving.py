"""``upcard serve`` in a fork of a process that has imported the app, much faster than a cold start."""

from __future__ import annotations

import errno
import http.client
import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.night.db import db
from tests import patience
from tests.run_folder import share_templates_of_servers
from tests.warm import Forked


@dataclass(frozen=True)
class Server:
    """A running app under test: its address without a trailing slash, its data directory, its process.

    ``secure`` is its https address, empty if it has none.
    """

    url: str
    data: Path
    process: int
    secure: str = ""


@contextmanager
def serving(
    data: Path, *, first: str = "", https: bool = False, ports: tuple[int, int] = (0, 0), **settings: str
) -> Iterator[Server]:
    """Serve the app on this data directory.

    ``first`` is Python code that the server runs before it starts; ``settings`` go into its environment.
    """
    log = data / "server.log"
    log.write_bytes(b"")
    port, secure = ports[0] or free_port(), ports[1] or (free_port() if https else 0)
    process = _start_server(
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
def mortal_server(
    data: Path, port: int, database: str = "", *, host: str = "127.0.0.1", first: str = ""
) -> Iterator[Forked]:
    """Serve a database with all processes in a group of their own, which is killed at the end."""
    log = data / f"server-{port}.log"
    process = _start_server(data, log, port, host=host, first=first, new_session=True, DATABASE_URL=database)
    try:
        wait_until_served(process, port, log, host)
        yield process
    finally:
        with suppress(ProcessLookupError):  # already killed
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        _wait_until_free(host, port)  # workers may die later


def _start_server(
    data: Path,
    log: Path,
    port: int,
    *options: str,
    host: str = "127.0.0.1",
    first: str = "",
    new_session: bool = False,
    **settings: str,
) -> Forked:
    share_templates_of_servers(data)
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    arguments = ["serve", "--host", host, "--port", str(port), "--no-qr", *options]
    environment |= {"UPCARD_DATA": str(data), **settings}
    return Forked(arguments, environment, log, first=first, new_session=new_session)


def app_beside(server: Server) -> Flask:
    """Return an app on the database of a running server, for setting up the browser's pages."""
    address = f"sqlite:///{server.data / 'upcard.sqlite3'}"
    return create_app({"SECRET_KEY": "another", "SQLALCHEMY_DATABASE_URI": address})


@contextmanager
def database(app: Flask) -> Iterator[FlaskClient]:
    """Yield a client of the app inside its context, for one test."""
    with app.app_context():
        yield app.test_client()
        db.session.remove()


def free_port() -> int:
    """Return a port outside the range for outgoing connections, so that a killed server can be restarted on it."""
    while True:
        port = secrets.choice(range(20_000, 32_768))
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def _wait_until_free(host: str, port: int) -> None:
    deadline = time.monotonic() + patience.SECONDS
    while time.monotonic() < deadline:
        try:
            socket.create_server((host, port)).close()
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                time.sleep(0.02)
                continue
        return
    pytest.fail(f"something still listens on port {port}", pytrace=False)


def wait_until_served(process: Forked, port: int, log: Path, host: str = "127.0.0.1") -> None:
    deadline = time.monotonic() + patience.SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the server stopped:\n{log.read_text()}", pytrace=False)
        connection = http.client.HTTPConnection(host, port, timeout=patience.SECONDS)
        try:
            connection.request("GET", "/")
            connection.getresponse()
            return
        except ConnectionError:
            time.sleep(0.02)
        finally:
            connection.close()
    pytest.fail(f"the server does not answer:\n{log.read_text()}", pytrace=False)
