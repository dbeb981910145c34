"""Serving the app to the tablets: migrate, say where it is, run gunicorn.

There is one process, because the state of live hands is cached in it. Its connections are held by an event loop, so
that a screen, or a client that is slow, costs no thread.
"""

from __future__ import annotations

import errno
import io
import os
import socket
import sys
from typing import Any
from urllib.parse import quote

import segno
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger

from app import create_app, logs, settings
from app.address import lan_address
from app.backups.keeper import keep_copies
from app.backups.starting import StartError, prepare_database
from app.server.bridge import Bridge

GRACE_SECONDS = 2
#: A connection that is kept for the next request: longer than a page that is looked at waits between two.
KEEP_SECONDS = 65
#: A request's line and each of its headers, in bytes: keys and a cookie need far less.
LONGEST_HEADER = 8190


def serve(host: str, port: int, *, qr: bool = True) -> int:
    """Serve until stopped. Return 2 if it cannot start, with the reason in one line on stderr."""
    logs.begin()
    try:
        listener = _listen(host, port)
    except OSError as error:
        return _refuse(f"cannot listen on {host} port {port}: {_reason(error)}")
    _allow_many_connections()
    try:
        settings.close_to_others()
        code = settings.host_code()
        prepare_database()
    except StartError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"cannot use the data directory: {error}")
    url = _url(host, listener.getsockname()[1])
    print(f"Open this on the tablet: {url}")
    # The journal of a system is read by others than the host.
    shown = f"in {settings.data_path() / 'host-code'}" if os.environ.get("JOURNAL_STREAM") else code
    print(f"Host code: {shown} (a device that is given it lists every night)", flush=True)
    if qr:
        print(_qr(f"{url}host/{quote(code, safe='')}"), flush=True)
    _Server(listener).run()
    return 0


class _Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn without a command line or configuration files of its own."""

    def __init__(self, listener: socket.socket) -> None:
        self._listens_on = str(listener.getsockname()[0])
        self._bind = f"fd://{listener.detach()}"
        super().__init__()

    def load_config(self) -> None:
        options: dict[str, Any] = {
            "bind": self._bind,
            "workers": 1,
            "worker_class": "app.server.worker.Worker",
            "keepalive": KEEP_SECONDS,
            "timeout": 120,
            "asgi_lifespan": "off",
            "asgi_loop": "asyncio",
            "limit_request_field_size": LONGEST_HEADER,
            "limit_request_fields": 60,
            "graceful_timeout": GRACE_SECONDS,
            "accesslog": None,
            "loglevel": "warning",
            "logger_class": _Log,
            "umask": settings.OWNER_ALONE,
            "control_socket_disable": True,
            "worker_int": _stop_at_once,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Bridge:
        keep_copies()
        return Bridge(create_app({"LISTENS_ON": self._listens_on}))


class _Log(Logger):  # type: ignore[misc]
    """The log of gunicorn, written as ours: it names the address of a request that has failed."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            logs.prepare(handler)


def _stop_at_once(_worker: object) -> None:
    """End the worker on Ctrl-C: taps that are answered are on disk."""
    os._exit(0)


def _allow_many_connections() -> None:
    """Let the process hold as many connections as its user may have: every screen keeps one open."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server(address, family=family)


def _url(host: str, port: int) -> str:
    shown = (lan_address() or "127.0.0.1") if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _qr(url: str) -> str:
    """Return the address as a QR code of block characters, empty if the terminal cannot show them."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()


def _reason(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "the port is in use; choose another with --port"
    if isinstance(error, socket.gaierror):
        return str(error.strerror)
    return os.strerror(error.errno) if error.errno else str(error)


def _refuse(message: str) -> int:
    print(f"upcard: {message}", file=sys.stderr)
    return 2
