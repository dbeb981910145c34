"""Serving: ports, errors if a port is taken, and renewing the certificate."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.server import services as serving_beside
from app.server.announcing import Announcer
from app.server.services import HttpsError, ServeOptions, Services, listen, open_listeners
from app.tls import names as machine
from app.tls.certificate import OwnCertificate
from tests import patience, warm
from tests.serving import serving


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with closing(listen("127.0.0.1", 0)) as listener:
        yield listener


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="needs IPv6")
def test_listening_on_all_addresses_of_ipv6_includes_those_of_ipv4() -> None:
    with closing(listen("::", 0)) as both:
        port = both.getsockname()[1]
        for address in ("127.0.0.1", "::1"):
            socket.create_connection((address, port), timeout=patience.SECONDS).close()


@pytest.mark.parametrize("host", ["home..lan", "a" * 64])
def test_a_host_that_no_name_server_can_know_is_refused(host: str) -> None:
    with pytest.raises(OSError, match="cannot be the name of a host"):
        listen(host, 0)


def test_https_uses_the_requested_port(listener: socket.socket) -> None:
    services, listeners = open_listeners("127.0.0.1", listener, ServeOptions(https_port=0))
    assert listeners[0] is listener
    with listeners[1]:
        assert services.https_port == listeners[1].getsockname()[1]
    assert services.config()["OWN_AUTHORITY"] is True
    assert services.announcer is None  # no other device can reach a loopback address


def test_a_server_without_https_has_one_port_and_no_authority(listener: socket.socket, data: Path) -> None:
    services, listeners = open_listeners("127.0.0.1", listener, ServeOptions(https=False))
    assert (services.https_port, listeners) == (0, [listener])
    assert list(data.iterdir()) == []


def test_a_taken_https_port_is_fatal_only_if_it_was_requested(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving_beside, "DEFAULT_HTTPS_PORTS", {listener.getsockname()[1]: port})
        services, listeners = open_listeners("127.0.0.1", listener, ServeOptions())
        assert (services.https_port, listeners) == (0, [listener])
        assert f"https is not served: port {port}" in capsys.readouterr().err
        with pytest.raises(HttpsError, match=f"port {port} for https: the port is in use; choose another with --https"):
            open_listeners("127.0.0.1", listener, ServeOptions(https_port=port))


def test_an_unusable_configured_certificate_is_not_replaced(
    listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_TLS_CERT", "/nonexistent.pem")
    with pytest.raises(HttpsError, match=r"/nonexistent\.pem"):
        open_listeners("127.0.0.1", listener, ServeOptions(https_port=0))


def test_a_broken_authority_stops_the_start_with_a_message(data: Path) -> None:
    (data / "authority.pem").write_text("broken")
    ports = ("--port", "0", "--https-port", "0")
    done = warm.upcard("serve", "--host", "127.0.0.1", *ports, "--no-qr", environment=os.environ)
    assert done.returncode == 2
    assert "authority.pem holds no authority" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_without_a_network_starts_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nowhere(_self: Announcer) -> str:
        raise OSError("this machine is not on a network")

    monkeypatch.setattr(Announcer, "choose_name", nowhere)
    with closing(listen("0.0.0.0", 0)) as listener:
        services, _ = open_listeners("0.0.0.0", listener, ServeOptions(https=False))
    assert services.announcer is not None
    assert "upcard.local is not announced yet: this machine is not on a network" in capsys.readouterr().err


def names_served(port: int, data: Path) -> set[str]:
    """Return the names in the certificate that a server presents to a new connection."""
    context = ssl.create_default_context(cafile=str(data / "authority.pem"))
    with (
        socket.create_connection(("127.0.0.1", port), timeout=patience.SECONDS) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secured,
    ):
        return {value for _, value in secured.getpeercert()["subjectAltName"]}  # type: ignore[index,misc]


#: Makes a server check its network continually, and read the machine's addresses from a file.
WATCHFUL = """
import os
from ipaddress import ip_address
from app.server import services
from app.tls import names
services.REFRESH_SECONDS = 0.1
file = os.path.join(os.environ["UPCARD_DATA"], "addresses")
names.machine_addresses = lambda: [ip_address(text) for text in open(file).read().split()]
"""


def test_the_certificate_is_renewed_for_a_new_address_while_serving(data: Path) -> None:
    (data / "addresses").write_text("127.0.0.1 192.168.1.5")
    with serving(data, first=WATCHFUL, https=True) as server:
        port = urlsplit(server.secure).port or 0
        assert "192.168.1.5" in names_served(port, data)
        (data / "addresses").write_text("127.0.0.1 192.168.1.6")
        while "192.168.1.6" not in (now := names_served(port, data)):
            assert "192.168.1.5" in now


@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), ValueError("an odd address")])
def test_a_failed_renewal_is_logged_and_retried(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, problem: Exception
) -> None:
    monkeypatch.setattr(machine, "machine_addresses", lambda: [ip_address("127.0.0.1")])
    certificate = OwnCertificate("upcard.local")
    services = Services("127.0.0.1", 8000, 8443, certificate)

    def fail() -> bool:
        raise problem

    with monkeypatch.context() as patch:
        patch.setattr(certificate, "renew", fail)
        asyncio.run(services.refresh(lambda _name: None))
    assert str(problem) in caplog.text
    assert ("Traceback" in caplog.text) is isinstance(problem, ValueError)
    (data / "certificate.pem").unlink()
    asyncio.run(services.refresh(lambda _name: None))
    assert (data / "certificate.pem").exists()


def test_a_changed_name_is_used_in_links_and_the_certificate(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    announcer, certificate = Announcer({}, "127.0.0.11"), OwnCertificate("upcard.local")

    def give_way() -> bool:
        announcer.name = "upcard-2.local"
        return True

    monkeypatch.setattr(announcer, "refresh", give_way)
    renamed: list[str] = []
    asyncio.run(Services("", 8000, 8443, certificate, announcer).refresh(renamed.append))
    assert renamed == ["upcard-2.local"]
    assert certificate.local_name == "upcard-2.local"
    assert not certificate.renew()  # already renewed for the new name


def test_a_name_taken_by_another_server_during_the_start_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    announcer = Announcer({}, "127.0.0.11")
    monkeypatch.setattr(serving_beside, "FIRST_ANSWERS_SECONDS", 0.0)
    monkeypatch.setattr(announcer, "start", lambda: setattr(announcer, "name", "upcard-2.local"))

    async def first_name() -> str:
        renamed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        current = asyncio.create_task(Services("", 8000, announcer=announcer).keep_current(renamed.set_result))
        try:
            return await asyncio.wait_for(renamed, patience.SECONDS)
        finally:
            current.cancel()

    assert asyncio.run(first_name()) == "upcard-2.local"
