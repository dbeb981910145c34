"""The name of this server on the local network: ``upcard.local``, or ``upcard-2.local`` if the first is taken.

zeroconf finds a free name and announces it by multicast DNS. It is imported when first needed: importing it takes a
thirtieth of a start.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Mapping
from typing import TYPE_CHECKING

from app import settings
from app.address import lan_address
from app.tls.names import LOCAL_NAME, is_private, machine_addresses

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

FILE = "local-name"
#: Seconds allowed for finding a free name.
SECONDS = 10

_log = logging.getLogger(__name__)


class Announcer:
    """Announcement of the server's name and ports. Failing to announce never keeps the server from serving."""

    def __init__(self, ports: Mapping[str, int], address: str = "") -> None:
        """Prepare to announce ports such as ``{"http": 8000}`` on every network, or only at ``address``."""
        self.name = remembered_name()
        self._ports = ports
        self._address = address
        self._announced: tuple[str, ...] = ()
        self._zeroconf: Zeroconf | None = None

    def choose_name(self) -> str:
        """Return a name that no other Upcard on the network uses. Raises ``OSError`` without a network."""
        try:
            self._register_name()
        finally:
            self.close()
        return self.name

    def start(self) -> None:
        """Announce the name. Failures are logged."""
        from zeroconf import Error

        try:
            zeroconf = self._register_name()
            for kind in self._ports:
                zeroconf.register_service(self._service(kind), allow_name_change=True)
        except (OSError, Error) as problem:
            _log.info("%s is not announced: %s", self.name, problem)
            self.close()

    def refresh(self) -> bool:
        """Announce again if the network has changed; return whether the name has changed."""
        if self._zeroconf is not None and self._announced == self._addresses():
            return False
        before = self.name
        self.close()
        self.start()
        return self.name != before

    def close(self) -> None:
        """Withdraw the announcement."""
        if self._zeroconf is not None:
            self._zeroconf.close()
            self._zeroconf = None

    def _register_name(self) -> Zeroconf:
        """Register a free name, trying the last one first. Raises ``OSError``."""
        from zeroconf import Error, InterfaceChoice, IPVersion, Zeroconf

        self._announced = self._addresses()
        if not self._announced:
            raise OSError("this machine is not on a network")
        interfaces = [self._address] if self._address else InterfaceChoice.All
        self._zeroconf = zeroconf = Zeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
        assert zeroconf.loop is not None
        service = self._service(next(iter(self._ports), "http"))
        checked = zeroconf.async_check_service(service, allow_name_change=True)
        try:
            asyncio.run_coroutine_threadsafe(checked, zeroconf.loop).result(SECONDS)
        except Error as problem:
            raise OSError(str(problem)) from None
        self.name = f"{service.name.partition('.')[0]}.local"
        settings.write_private(settings.data_dir() / FILE, self.name.encode())
        return zeroconf

    def _service(self, kind: str) -> ServiceInfo:
        from zeroconf import ServiceInfo

        return ServiceInfo(
            f"_{kind}._tcp.local.",
            f"{self.name.partition('.')[0]}._{kind}._tcp.local.",
            port=self._ports.get(kind, 0),
            server=f"{self.name}.",
            addresses=list(map(socket.inet_aton, self._announced)),
        )

    def _addresses(self) -> tuple[str, ...]:
        """Return the addresses behind the name: the machine's sending one, so that no phone gets a virtual one."""
        if self._address:
            return (self._address,)
        if address := lan_address():
            return (address,)
        candidates = (address for address in machine_addresses() if address.version == 4 and not address.is_loopback)
        return tuple(sorted(str(address) for address in candidates if is_private(address)))


def remembered_name() -> str:
    """Return the name announced at the last start, by default ``upcard.local``."""
    try:
        name = (settings.data_path() / FILE).read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return LOCAL_NAME
    base, dot, ending = LOCAL_NAME.partition(".")
    return name if re.fullmatch(rf"{base}(-\d{{1,2}})*{re.escape(dot + ending)}", name) else LOCAL_NAME
