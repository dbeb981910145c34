"""Serve the app: migrate the database, print the address, run gunicorn.

One process serves everything, because live hands are cached in memory. An event loop holds the connections, so an open
screen or a slow client costs no thread.
"""

from __future__ import annotations

import io
import os
import resource
import socket
import sys
from contextlib import suppress
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import segno
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger

from app import logs, settings
from app.address import lan_address
from app.backups.starting import StartError, database_file, prepare_database, release_database
from app.server.proxies import problem_with_proxies
from app.server.services import HttpsError, ServeOptions, Services, listen, listen_error, open_listeners
from app.tls.certificate import OwnCertificate

if TYPE_CHECKING:
    from app.server.bridge import Bridge

DEFAULTS = ServeOptions()
GRACE_SECONDS = 2
#: Seconds to keep an idle connection: longer than the usual pause between two taps.
KEEP_SECONDS = 65
#: The most bytes in a request line or a header: keys and cookies need far less.
MAX_HEADER_LENGTH = 8190
#: macOS lets no process open more files than this, even if its hard limit says "unlimited".
MAX_FILES_ON_MACOS = 10_240


def serve(host: str, port: int, *, qr: bool = True, options: ServeOptions = DEFAULTS) -> int:
    """Serve until stopped. Return 2 if the server cannot start, with the reason on stderr."""
    logs.set_up()
    for problem in settings.current().problems:
        print(f"upcard: {problem}", file=sys.stderr)
    if problem := problem_with_proxies():
        return _fail(problem)
    try:
        listener = listen(host, port)
    except OSError as error:
        return _fail(f"cannot listen on {host} port {port}: {listen_error(error, '--port')}")
    allow_many_files()
    try:
        settings.restrict_permissions()
        code = settings.host_code()
        prepare_database()
        services, listeners = open_listeners(host, listener, options)
    except (StartError, HttpsError) as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"cannot use the data directory: {error}")
    url = _url(host, services)
    print(f"Open this on the tablet: {url}")
    # The system's journal has readers other than the host.
    shown = f"in {settings.data_path() / 'host-code'}" if settings.current().journal else code
    print(f"Host code: {shown} (it makes another device a host's; the first one needs none)", flush=True)
    if qr:
        print(_qr(f"{url}host/{quote(code, safe='')}"), flush=True)
    for line in _more_addresses(host, url, services):
        print(line, flush=True)
    try:
        _Server(services, listeners).run()
    finally:
        release_database()
    return 0


def allow_many_files() -> None:
    """Raise the limit on open files to the most that the system allows, since every screen keeps a connection open."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (most, MAX_FILES_ON_MACOS):
        if wanted != resource.RLIM_INFINITY and now != resource.RLIM_INFINITY and wanted > now:
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
                return


class _Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn, configured here instead of by its command line or files."""

    def __init__(self, services: Services, listeners: list[socket.socket]) -> None:
        self.services = services
        self._bind = [f"fd://{listener.detach()}" for listener in listeners]
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
            "limit_request_field_size": MAX_HEADER_LENGTH,
            "limit_request_fields": 60,
            "limit_request_line": MAX_HEADER_LENGTH,
            "graceful_timeout": GRACE_SECONDS,
            "accesslog": None,
            "loglevel": "warning",
            "logger_class": _Log,
            "umask": settings.OWNER_ONLY_UMASK,
            "control_socket_disable": True,
            "forwarded_allow_ips": ",".join(str(ip_network(text, strict=False)) for text in settings.current().proxies),
            "worker_int": _stop_at_once,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Bridge:
        """Create the app in the process that serves it; the supervising process needs none of this."""
        from app import create_app
        from app.backups.copying import BackupThread
        from app.server.bridge import Bridge
        from app.server.library_cache import restore_library
        from app.server.upkeep import open_pages

        if (database := database_file()) is not None:
            BackupThread(database).start()
        restored = restore_library(settings.data_path())
        app = create_app({**self.services.config(), "KEPT_IN": settings.data_path()})
        if restored:  # otherwise this version's first start compiles all templates later, between answers
            open_pages(app)
        return Bridge(app)


class _Log(Logger):  # type: ignore[misc]
    """Gunicorn's error log, formatted like ours and without keys in addresses."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            logs.configure(handler)


def _stop_at_once(_worker: object) -> None:
    """End the worker at once on Ctrl-C. Answered taps are on disk."""
    os._exit(0)


def _url(host: str, services: Services) -> str:
    """Return the address to open first: with the local name, which stays the same, or else with today's IP address."""
    if services.announcer is not None:
        return f"http://{services.announcer.name}:{services.http_port}/"
    return _ip_url(host, services)


def _ip_url(host: str, services: Services) -> str:
    shown = (lan_address() or "127.0.0.1") if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{services.http_port}/" if ":" in shown else f"http://{shown}:{services.http_port}/"


def _more_addresses(host: str, url: str, services: Services) -> list[str]:
    """Return lines about the other addresses and https."""
    lines = []
    if services.announcer is not None:
        lines.append(f"If a device cannot find that name: {_ip_url(host, services)}")
    if isinstance(services.certificate, OwnCertificate):
        lines.append(f"For https, each device trusts this server once: {url}trust")
        authority = services.certificate.authority
        lines.append(f"They trust: {authority.name}, SHA-256 {authority.shown_fingerprint}")
    elif services.certificate is not None:
        lines.append(f"https is on port {services.https_port}")
    return lines


def _qr(url: str) -> str:
    """Return the address as a QR code of block characters; empty if the terminal cannot show them."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()


def _fail(message: str) -> int:
    print(f"upcard: {message}", file=sys.stderr)
    return 2
