"""The way to this machine: its port, the names it answers to, its address in the house, and its certificates."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from app import settings
from app.address import lan_address
from app.backups.starting import database_file
from app.backups.using import is_held
from app.doctor.finding import Finding, good, look, wrong
from app.server.announcing import remembered_name
from app.text import listing
from app.web.http.security import own_names

SECONDS = 5
SOON = timedelta(days=14)


def port(number: int) -> Iterator[Finding]:
    """Look who listens on the port: nobody, this Upcard, or another program."""
    if _is_free(number):
        if _is_served():
            do = "Ask with its port: upcard doctor --port NUMBER"
            yield look("port", f"A server uses the database, and none listens on port {number}.", do)
        elif not _may_listen(number):
            do = "Take a port from 1024 upwards, or give the unit AmbientCapabilities=CAP_NET_BIND_SERVICE."
            yield wrong("port", f"This user may not listen on port {number}.", do)
        else:
            yield good("port", f"Port {number} is free; Upcard is not being served there.")
        return
    health = _health(number)
    if health is None:
        do = "Stop it, or choose another port with --port or UPCARD_PORT."
        yield wrong("port", f"Another program listens on port {number}.", do)
    elif health.get("status") != "ok":
        do = "Look at what is said of the database, and into the log."
        yield wrong("port", f"Upcard on port {number} cannot store anything: {health.get('title')}.", do)
    elif health.get("version") != version("upcard"):
        text = f"Upcard {health.get('version')} is served on port {number}, and this is {version('upcard')}."
        yield look("port", text, "Restart the server.")
    else:
        yield good("port", f"Upcard is served on port {number}.")


def names() -> Iterator[Finding]:
    """Say where other devices find this machine, and under which names it answers."""
    address = lan_address()
    if address is None:
        yield look("address", "This machine is in no network.", "Connect it: no tablet, phone or television finds it.")
    else:
        yield good("address", f"Other devices find this machine at {address}.")
    given = settings.hosts()
    odd = sorted(name for name in given if set(name) & set("/:*@"))
    if odd:
        do = "Give names alone, such as upcard.example.org, without http:// and without a port."
        yield wrong("names", f"UPCARD_HOSTS holds what is no name: {', '.join(odd)}.", do)
    else:
        answered = listing(["localhost", *sorted(own_names() | given | {remembered_name()})])
        yield good("names", f"It answers to every address, to {answered}.")


def certificates() -> Iterator[Finding]:
    """Look how long certificates are good: those in the data directory, and the one that the settings name."""
    folder = settings.data_path()
    given = os.environ.get("UPCARD_TLS_CERT")
    files = [folder / "authority.pem", folder / "certificate.pem", *([Path(given)] if given else [])]
    for path in files:
        if path.exists() or str(path) == given:
            yield _certificate(path, own=path.parent == folder)


def _certificate(path: Path, *, own: bool) -> Finding:
    from cryptography import x509

    do = "Remove it: the next start makes another." if own else "Renew it."
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        return wrong("certificate", f"{path} cannot be read as a certificate: {error}.", do)
    now, until = datetime.now(UTC), certificate.not_valid_after_utc
    if now > until:
        return wrong("certificate", f"{path} ended on {until:%-d %B %Y}.", do)
    if now < certificate.not_valid_before_utc:
        begins = f"{certificate.not_valid_before_utc:%-d %B %Y}"
        return wrong(
            "certificate", f"{path} begins on {begins}, and the clock shows an earlier time.", "Set the clock."
        )
    if until - now < SOON:
        return look("certificate", f"{path} ends on {until:%-d %B %Y}.", do)
    return good("certificate", f"{path} is good until {until:%-d %B %Y}.")


def _is_free(number: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", number), timeout=SECONDS).close()
    except OSError:
        return True
    return False


def _may_listen(number: int) -> bool:
    try:
        socket.create_server(("", number)).close()
    except PermissionError:
        return False
    except OSError:
        return True
    return True


def _is_served() -> bool:
    path = database_file() if settings.data_path().is_dir() else None
    return path is not None and is_held(path)


def _health(number: int) -> dict[str, Any] | None:
    """Return what Upcard on this port says of itself; None if it is another program."""
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{number}/health", timeout=SECONDS) as answer:
            text = answer.read(10_000)
    except HTTPError as error:
        with error:
            text = error.read(10_000)
    except (OSError, ValueError):
        return None
    try:
        health = json.loads(text)
    except ValueError:
        return None
    return health if isinstance(health, dict) and "schema" in health else None
