"""The name of this server in the house: ``upcard.local``, or ``upcard-2.local`` where another Upcard has that already.

It is announced by multicast DNS. Which name is free is found by zeroconf, as the name of a service.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Mapping

from zeroconf import Error as AnnouncingError
from zeroconf import InterfaceChoice, IPVersion, ServiceInfo, Zeroconf

from app import settings
from app.address import lan_address
from app.tls.authority import write_private
from app.tls.names import LOCAL_NAME, addresses_of_machine, is_private

FILE = "local-name"
#: How long finding a free name may take.
SECONDS = 10

_log = logging.getLogger(__name__)


class Announcer:
    """Announces a name and the ports behind it. What keeps it from doing so is no reason not to serve."""

    def __init__(self, ports: Mapping[str, int], address: str = "") -> None:
        """Announce ``{"http": 8000}`` in every network, or as this ``address`` alone."""
        self.name = remembered_name()
        self._ports = ports
        self._address = address
        self._announced: tuple[str, ...] = ()
        self._zeroconf: Zeroconf | None = None

    def choose(self) -> str:
        """Return a name that no other Upcard in the network has. Raises ``OSError`` where there is no network."""
        try:
            self._choose()
        except AnnouncingError as problem:
            raise OSError(str(problem)) from None
        finally:
            self.close()
        return self.name

    def start(self) -> None:
        """Announce the name."""
        try:
            zeroconf = self._choose()
            for kind in self._ports:
                zeroconf.register_service(self._service(kind), allow_name_change=True)
        except (OSError, AnnouncingError) as problem:
            _log.info("%s is not announced: %s", self.name, problem)
            self.close()

    def look(self) -> bool:
        """Announce anew where the network has changed, and return whether the name has changed with it."""
        if self._zeroconf is not None and self._announced == self._addresses():
            return False
        before = self.name
        self.close()
        self.start()
        return self.name != before

    def close(self) -> None:
        """Take back what was announced."""
        if self._zeroconf is not None:
            self._zeroconf.close()
            self._zeroconf = None

    def _choose(self) -> Zeroconf:
        """Take a name that is free, beginning with the last one."""
        self._announced = self._addresses()
        if not self._announced:
            raise OSError("this machine is in no network")
        interfaces = [self._address] if self._address else InterfaceChoice.All
        self._zeroconf = zeroconf = Zeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
        assert zeroconf.loop is not None
        service = self._service(next(iter(self._ports), "http"))
        checked = zeroconf.async_check_service(service, allow_name_change=True)
        asyncio.run_coroutine_threadsafe(checked, zeroconf.loop).result(SECONDS)
        self.name = f"{service.name.partition('.')[0]}.local"
        write_private(settings.data_dir() / FILE, self.name.encode())
        return zeroconf

    def _service(self, kind: str) -> ServiceInfo:
        return ServiceInfo(
            f"_{kind}._tcp.local.",
            f"{self.name.partition('.')[0]}._{kind}._tcp.local.",
            port=self._ports.get(kind, 0),
            server=f"{self.name}.",
            addresses=list(map(socket.inet_aton, self._announced)),
        )

    def _addresses(self) -> tuple[str, ...]:
        """Return what the name leads to: where the machine sends from, so that no phone is led to a virtual network."""
        if self._address:
            return (self._address,)
        if address := lan_address():
            return (address,)
        found = (address for address in addresses_of_machine() if address.version == 4 and not address.is_loopback)
        return tuple(sorted(str(address) for address in found if is_private(address)))


def remembered_name() -> str:
    """Return the name of the last start, or the usual one before the first."""
    try:
        name = (settings.data_path() / FILE).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return LOCAL_NAME
    base, dot, ending = LOCAL_NAME.partition(".")
    return name if re.fullmatch(rf"{base}(-\d{{1,2}})*{re.escape(dot + ending)}", name) else LOCAL_NAME
