"""The name of this server in the house: ``upcard.local``, or ``upcard-2.local`` where another Upcard has that already.

It is announced by multicast DNS. Who comes second takes the next name, and keeps it at later starts. Of two that have
come at the same moment, the one with the higher address gives way.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address
from threading import Lock

from zeroconf import (
    AddressResolverIPv4,
    DNSAddress,
    DNSOutgoing,
    DNSQuestion,
    InterfaceChoice,
    IPVersion,
    NonUniqueNameException,
    RecordUpdate,
    RecordUpdateListener,
    ServiceInfo,
    Zeroconf,
)
from zeroconf import Error as AnnouncingError

from app import settings
from app.address import lan_address
from app.tls.authority import write_private
from app.tls.names import LOCAL_NAME, addresses_of_machine, host_name, is_private

FILE = "local-name"
#: How long others have to say that a name is theirs.
PROBE_MILLISECONDS = 750
#: More Upcards than are in any house.
MOST = 20
#: What a query asks for: addresses of the older kind, in the internet, answered to all.
_ADDRESSES, _INTERNET, _QUERY = 1, 1, 0

_log = logging.getLogger(__name__)


class Announcer:
    """Announces a name and the ports behind it. What keeps it from doing so is no reason not to serve."""

    def __init__(self, ports: Mapping[str, int], address: str = "") -> None:
        """Announce ``{"http": 8000}`` in every network, or as this ``address`` alone."""
        self.name = remembered_name()
        self._ports = ports
        self._address = address
        self._announced: tuple[str, ...] = ()
        self._services: list[ServiceInfo] = []
        self._zeroconf: Zeroconf | None = None
        self._heard = _Heard()

    def choose(self) -> str:
        """Return the first name that nobody else in the network has. Raises ``OSError`` where there is no network."""
        self._open()
        try:
            return self._choose(_number(self.name))
        finally:
            self.close()

    def start(self) -> None:
        """Announce the name."""
        try:
            self._open()
            self._register()
        except (OSError, AnnouncingError) as problem:
            _log.info("%s is not announced: %s", self.name, problem)
            self.close()

    def look(self) -> bool:
        """Announce anew where the network has changed, and return whether the name had to be given up for another."""
        if self._zeroconf is None or self._announced != self._addresses():
            self.close()
            self.start()
            return False
        others = self._heard.take()
        if not others or min(map(IPv4Address, self._announced)) < min(map(IPv4Address, others)):
            self._ask_who_else()
            return False
        before = self.name
        self._unregister()
        self._choose(_number(before) + 1)
        try:
            self._register()
        except (OSError, AnnouncingError):
            self.close()
        return True

    def close(self) -> None:
        """Take back what was announced."""
        if self._zeroconf is None:
            return
        self._unregister()
        self._zeroconf.close()
        self._zeroconf = None

    def _open(self) -> None:
        self._announced = self._addresses()
        if not self._announced:
            raise OSError("this machine is in no network")
        interfaces = [self._address] if self._address else InterfaceChoice.All
        self._zeroconf = Zeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)

    def _addresses(self) -> tuple[str, ...]:
        """Return what the name leads to: where the machine sends from, so that no phone is led to a virtual network."""
        if self._address:
            return (self._address,)
        address = lan_address()
        return (address,) if address else tuple(sorted(_machine()))

    def _choose(self, first: int) -> str:
        """Take the first name from this number on that is free."""
        free = (name for name in map(_name, range(first, first + MOST)) if not self._others(name))
        self.name = next(free, _name(first))
        write_private(settings.data_dir() / FILE, self.name.encode())
        return self.name

    def _others(self, name: str) -> set[str]:
        """Return the addresses of others that answer to a name."""
        assert self._zeroconf is not None
        asked = AddressResolverIPv4(f"{name}.")
        asked.request(self._zeroconf, PROBE_MILLISECONDS)
        return set(asked.parsed_addresses()) - set(self._announced) - _machine()

    def _register(self) -> None:
        assert self._zeroconf is not None
        self._heard.begin(self.name, {*self._announced, *_machine()})
        self._zeroconf.add_listener(self._heard, None)
        for kind, port in self._ports.items():
            service = ServiceInfo(
                f"_{kind}._tcp.local.",
                f"Upcard on {host_name() or self.name}._{kind}._tcp.local.",
                port=port,
                server=f"{self.name}.",
                addresses=list(map(socket.inet_aton, self._announced)),
            )
            try:
                self._zeroconf.register_service(service, allow_name_change=True)
            except NonUniqueNameException:
                continue
            self._services.append(service)
        self._ask_who_else()

    def _unregister(self) -> None:
        assert self._zeroconf is not None
        for service in self._services:
            self._zeroconf.unregister_service(service)
        self._services.clear()
        if self._heard in self._zeroconf.listeners:
            self._zeroconf.remove_listener(self._heard)

    def _ask_who_else(self) -> None:
        """Ask for our own name: who else has it answers, and is heard."""
        assert self._zeroconf is not None
        query = DNSOutgoing(_QUERY)
        query.add_question(DNSQuestion(f"{self.name}.", _ADDRESSES, _INTERNET))
        self._zeroconf.send(query)


def remembered_name() -> str:
    """Return the name of the last start, or the usual one before the first."""
    try:
        name = (settings.data_path() / FILE).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return LOCAL_NAME
    return name if name in map(_name, range(1, MOST + 1)) else LOCAL_NAME


class _Heard(RecordUpdateListener):
    """What others say of a name: the addresses that they have under it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._name = ""
        self._own: set[str] = set()
        self._others: set[str] = set()

    def begin(self, name: str, own: set[str]) -> None:
        """Listen for this name, which has addresses of our own."""
        with self._lock:
            self._name, self._own, self._others = f"{name}.", own, set()

    def take(self) -> set[str]:
        """Return what was heard since it was asked for last."""
        with self._lock:
            heard, self._others = self._others, set()
            return heard

    def async_update_records(self, zc: Zeroconf, now: float, records: Sequence[RecordUpdate]) -> None:
        """Note what others answer; zeroconf calls it for every record that comes."""
        for update in records:
            record = update.new
            if isinstance(record, DNSAddress) and record.type == _ADDRESSES and record.key == self._name and record.ttl:
                with self._lock:
                    self._others |= {socket.inet_ntoa(record.address)} - self._own


def _machine() -> set[str]:
    """Return the addresses at which other machines may find this one."""
    found = (address for address in addresses_of_machine() if address.version == 4 and not address.is_loopback)
    return {str(address) for address in found if is_private(address)}


def _name(number: int) -> str:
    base, dot, ending = LOCAL_NAME.partition(".")
    return LOCAL_NAME if number == 1 else f"{base}-{number}{dot}{ending}"


def _number(name: str) -> int:
    """Return the number in a name: 1 of ``upcard.local``, 2 of ``upcard-2.local``."""
    return int(name.partition(".")[0].partition("-")[2] or 1)
