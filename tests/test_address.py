"""The address to give to a phone, whatever name the requesting browser uses for this machine."""

import pytest

from app import address
from app.address import Address, for_others


@pytest.fixture(autouse=True)
def lan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: "192.168.1.5")


@pytest.mark.parametrize(
    "host",
    ["192.168.1.9:8000", "cards.local", "cards.example:8443", "[fd00::5]:8000", "localhost.example", "127.example"],
)
def test_a_host_that_others_can_reach_is_kept(host: str) -> None:
    assert for_others("http", host, "8000") == Address(f"http://{host}")


@pytest.mark.parametrize("host", "localhost LOCALHOST localhost. cards.localhost".split())
def test_a_local_name_becomes_the_lan_address(host: str) -> None:
    assert for_others("http", f"{host}:8000", "9") == Address("http://192.168.1.5:8000")


@pytest.mark.parametrize("host", "127.0.0.1 127.8.9.1 0.0.0.0 [::1] [::] [::ffff:127.0.0.1]".split())
def test_a_loopback_address_becomes_the_lan_address(host: str) -> None:
    assert for_others("http", f"{host}:8000", "9") == Address("http://192.168.1.5:8000")
    assert for_others("http", host, "9") == Address("http://192.168.1.5")
    assert for_others("https", f"{host}:443", "9") == Address("https://192.168.1.5")


def test_the_servers_port_is_used_without_a_host() -> None:
    assert for_others("http", "", "8000") == Address("http://192.168.1.5:8000")
    assert for_others("http", "", "80") == Address("http://192.168.1.5")


@pytest.mark.parametrize("listens_on", ["127.0.0.1", "::1", "localhost"])
def test_a_server_listening_only_locally_is_reported(listens_on: str) -> None:
    assert for_others("http", "localhost:8000", "8000", listens_on) == Address("http://localhost:8000", "listens")
    assert for_others("http", "", "8000", "::1") == Address("http://[::1]:8000", "listens")


def test_the_requested_name_is_kept_behind_a_local_proxy() -> None:
    assert for_others("https", "cards.example", "8000", "127.0.0.1") == Address("https://cards.example")


@pytest.mark.parametrize("listens_on", ["", "0.0.0.0", "::"])
def test_a_machine_without_a_lan_address_is_reported(listens_on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: None)
    assert for_others("http", "localhost:8000", "8000", listens_on) == Address("http://localhost:8000", "network")
    assert for_others("http", "", "8000", listens_on) == Address("http://localhost:8000", "network")
