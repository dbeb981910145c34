"""What is served beside plain http: the ports, the certificate, and the name in the house, kept up to date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from app.server.announcing import Announcer
from app.tls.certificate import Certificate, CertificateError, OwnCertificate

#: How often it is looked whether the machine has other addresses, and the certificate is still good.
LOOK_SECONDS = 15.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Served:
    """How browsers reach this server. Without https ``https_port`` is 0, without a name there is no announcer."""

    listens_on: str
    http_port: int
    https_port: int = 0
    certificate: Certificate | None = None
    announcer: Announcer | None = None

    def config(self) -> dict[str, object]:
        """Return what the app is told."""
        return {
            "LISTENS_ON": self.listens_on,
            "HTTP_PORT": self.http_port,
            "HTTPS_PORT": self.https_port,
            "OWN_AUTHORITY": isinstance(self.certificate, OwnCertificate),
            "LOCAL_NAME": self.announcer.name if self.announcer else "",
        }

    async def keep_current(self, rename: Callable[[str], None]) -> None:
        """Announce the name, and from then on keep it and the certificate as the network and the clock want them."""
        if self.announcer is not None:
            await asyncio.to_thread(self.announcer.start)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await self.look(rename)

    async def look(self, rename: Callable[[str], None]) -> None:
        """Look once; what goes wrong is logged, and tried again."""
        try:
            if self.announcer is not None and await asyncio.to_thread(self.announcer.look):
                rename(self.announcer.name)
                if isinstance(self.certificate, OwnCertificate):
                    self.certificate.local_name = self.announcer.name
            if self.certificate is not None and await asyncio.to_thread(self.certificate.renew):
                self.certificate.load()
        except (OSError, CertificateError) as problem:
            _log.warning("The certificate or the name of this server is not up to date: %s", problem)

    async def end(self) -> None:
        """Take back the name."""
        if self.announcer is not None:
            await asyncio.to_thread(self.announcer.close)
