"""The address given to a phone, whatever the requesting browser calls this machine."""

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
def test_what_others_can_use_is_kept_as_it_was_asked_for(host: str) -> None:
    assert for_others("http", host, "8000") == Address(f"http://{host}")


@pytest.mark.parametrize("host", "localhost LOCALHOST localhost. cards.localhost".split())
def test_a_name_for_this_machine_becomes_its_address(host: str) -> None:
    assert for_others("http", f"{host}:8000", "9") == Address("http://192.168.1.5:8000")


@pytest.mark.parametrize("host", "127.0.0.1 127.8.9.1 0.0.0.0 [::1] [::] [::ffff:127.0.0.1]".split())
def test_a_number_for_this_machine_becomes_its_address_too(host: str) -> None:
    assert for_others("http", f"{host}:8000", "9") == Address("http://192.168.1.5:8000")
    assert for_others("http", host, "9") == Address("http://192.168.1.5")
    assert for_others("https", f"{host}:443", "9") == Address("https://192.168.1.5")


def test_without_a_host_the_servers_own_port_counts() -> None:
    assert for_others("http", "", "8000") == Address("http://192.168.1.5:8000")
    assert for_others("http", "", "80") == Address("http://192.168.1.5")


@pytest.mark.parametrize("listens_on", ["127.0.0.1", "::1", "localhost"])
def test_a_server_for_its_own_machine_alone_says_so(listens_on: str) -> None:
    assert for_others("http", "localhost:8000", "8000", listens_on) == Address("http://localhost:8000", "listens")
    assert for_others("http", "", "8000", "::1") == Address("http://[::1]:8000", "listens")


def test_behind_a_proxy_of_this_machine_the_name_asked_for_counts() -> None:
    assert for_others("https", "cards.example", "8000", "127.0.0.1") == Address("https://cards.example")


@pytest.mark.parametrize("listens_on", ["", "0.0.0.0", "::"])
def test_a_machine_in_no_network_says_so(listens_on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "lan_address", lambda: None)
    assert for_others("http", "localhost:8000", "8000", listens_on) == Address("http://localhost:8000", "network")
    assert for_others("http", "", "8000", listens_on) == Address("http://localhost:8000", "network")
