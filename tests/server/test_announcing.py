"""The name on the local network, tested with several responders on loopback addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from zeroconf import AddressResolverIPv4, IPVersion, Zeroconf

from app.server import announcing
from app.server.announcing import Announcer
from app.tls.names import LOCAL_NAME

#: A name that no real server and no parallel test run uses.
HERE = f"upcard{uuid4().hex[:12]}"
FIRST, SECOND, THIRD = f"{HERE}.local", f"{HERE}-2.local", f"{HERE}-3.local"


@pytest.fixture
def upcard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Announcer]]:
    """Yield a function: ``upcard(7)`` makes a server at 127.0.0.7 with its own data directory."""
    monkeypatch.setattr(announcing, "LOCAL_NAME", FIRST)
    running = []

    def make_announcer(address: int) -> Announcer:
        (tmp_path / str(address)).mkdir(exist_ok=True)
        monkeypatch.setenv("UPCARD_DATA", str(tmp_path / str(address)))
        announcer = Announcer({"http": 8000, "https": 8443}, f"127.0.0.{address}")
        running.append(announcer)
        return announcer

    yield make_announcer
    for announcer in running:
        announcer.close()


@pytest.fixture
def phone() -> Iterator[Callable[[str], list[str]]]:
    """Yield a function: ``phone("upcard.local")`` returns the addresses that another device finds for a name."""
    asking = Zeroconf(interfaces=["127.0.0.99"], ip_version=IPVersion.V4Only)

    def ask(name: str) -> list[str]:
        resolver = AddressResolverIPv4(f"{name}.")
        resolver.request(asking, 1500)
        return sorted(resolver.parsed_addresses())

    yield ask
    asking.close()


def test_a_phone_finds_the_server_by_its_name(
    upcard: Callable[..., Announcer], phone: Callable[[str], list[str]]
) -> None:
    server = upcard(11)
    assert server.choose_name() == FIRST
    assert phone(FIRST) == []
    server.start()
    assert phone(FIRST) == ["127.0.0.11"]


def test_a_later_server_takes_the_next_free_name_and_keeps_it(
    upcard: Callable[..., Announcer], phone: Callable[[str], list[str]]
) -> None:
    first, second, third = upcard(11), None, None
    first.choose_name()
    first.start()
    second = upcard(12)
    assert second.choose_name() == SECOND
    second.start()
    third = upcard(13)
    assert third.choose_name() == THIRD
    assert (phone(FIRST), phone(SECOND)) == (["127.0.0.11"], ["127.0.0.12"])
    for server in (first, second):
        server.close()
    again = upcard(12)
    assert again.name == SECOND
    assert again.choose_name() == SECOND


def test_a_restarted_server_keeps_its_name(upcard: Callable[..., Announcer]) -> None:
    before = upcard(11)
    before.choose_name()
    before.start()
    before.close()
    assert upcard(11).choose_name() == FIRST


def test_a_server_joining_a_network_yields_a_name_already_taken(
    upcard: Callable[..., Announcer], phone: Callable[[str], list[str]]
) -> None:
    upcard(11).start()
    moved = upcard(12)
    moved._address = "127.0.0.12"
    assert moved.refresh() is True
    assert (moved.name, phone(SECOND)) == (SECOND, ["127.0.0.12"])
    assert moved.refresh() is False


def test_a_machine_without_a_network_serves_without_a_name(
    upcard: Callable[..., Announcer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcing, "lan_address", lambda: None)
    monkeypatch.setattr(announcing, "machine_addresses", list)
    server = upcard(11)
    server._address = ""
    with pytest.raises(OSError, match="not on a network"):
        server.choose_name()
    server.start()
    assert server.refresh() is False
    server._address = "127.0.0.11"  # the cable is plugged in
    assert server.refresh() is False
    assert server._zeroconf is not None


def test_a_new_address_is_announced(upcard: Callable[..., Announcer], phone: Callable[[str], list[str]]) -> None:
    server = upcard(11)
    server.start()
    server._address = "127.0.0.14"
    server.refresh()
    assert phone(FIRST) == ["127.0.0.14"]


@pytest.mark.parametrize("text", ["", "bank.example", "upcard-999.local", "upcard-x.local", "é"])
def test_an_invalid_stored_name_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    (tmp_path / "local-name").write_text(text, "utf-8")
    assert Announcer({}).name == LOCAL_NAME
