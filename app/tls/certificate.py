"""The certificate that this server shows: its own authority's, renewed in time, or the one that the settings name."""

from __future__ import annotations

import os
import ssl
from abc import ABC, abstractmethod
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature

from app import settings
from app.tls.authority import Authority, certify, own_authority, pem, write_private
from app.tls.names import Names, names_of_machine

FILE = "certificate.pem"
#: A certificate is made anew when so much of it is left.
RENEW_DAYS = 60


class CertificateError(Exception):
    """The certificate that the settings name cannot be used; the message says why."""


class Certificate(ABC):
    """A certificate in use, which may change while it is."""

    def __init__(self) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.options |= ssl.OP_NO_RENEGOTIATION
        self._context.set_alpn_protocols(["http/1.1"])

    @property
    def context(self) -> ssl.SSLContext:
        """What secures new connections."""
        return self._context

    @abstractmethod
    def renew(self) -> bool:
        """Bring the certificate up to date, and return whether ``load`` has something new. It may wait for the disk."""

    @abstractmethod
    def load(self) -> None:
        """Secure new connections with the certificate as it is now."""


class GivenCertificate(Certificate):
    """A certificate of one's own, from files that somebody else renews."""

    def __init__(self, certificate: Path, key: Path) -> None:
        super().__init__()
        self._files = (certificate, key)
        self._seen: list[tuple[int, int]] = []
        self.renew()
        self.load()

    def renew(self) -> bool:
        """Return whether the files have changed since they were looked at last."""
        try:
            seen = [(stat.st_mtime_ns, stat.st_ino) for stat in map(os.stat, self._files)]
        except OSError:
            return False
        changed, self._seen = seen != self._seen, seen
        return changed

    def load(self) -> None:
        """Load the files. Raises ``CertificateError`` if they do not belong together or cannot be read."""
        certificate, key = self._files
        try:
            self.context.load_cert_chain(certificate, key, password=_no_password)
        except (OSError, ValueError) as problem:  # ssl.SSLError is an OSError
            raise CertificateError(f"cannot use the certificate {certificate} with the key {key}: {problem}") from None


class OwnCertificate(Certificate):
    """A certificate of the authority of one's own, for the names of this machine, renewed by itself."""

    def __init__(self, local_name: str) -> None:
        super().__init__()
        self.local_name = local_name
        self.authority = own_authority()
        self._path = settings.data_dir() / FILE
        self.renew()
        self.load()

    def renew(self) -> bool:
        """Make another certificate if this one ends soon, has not begun, or lacks a name that the machine has now."""
        now, names = datetime.now(UTC), names_of_machine(self.local_name)
        if _serves(self._path, self.authority, names, now):
            return False
        write_private(self._path, *pem(*certify(self.authority, names, now)))
        return True

    def load(self) -> None:
        """Load the file that ``renew`` has made."""
        self.context.load_cert_chain(self._path)


def certificate_files() -> tuple[Path, Path] | None:
    """Return the files named by ``UPCARD_TLS_CERT`` and ``UPCARD_TLS_KEY``; without the latter one file has both."""
    given = settings.current()
    return (Path(given.tls_cert), Path(given.tls_key)) if given.tls_cert else None


def _serves(path: Path, authority: Authority, names: Names, now: datetime) -> bool:
    """Return whether the certificate in a file is this authority's, is good for a while and has all the names."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        certificate.verify_directly_issued_by(authority.certificate)
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    left = certificate.not_valid_after_utc - now
    wanted = {name for name in names.names if authority.allows(name)}
    return (
        certificate.not_valid_before_utc <= now
        and left > timedelta(days=RENEW_DAYS)
        and wanted <= set(held.get_values_for_type(x509.DNSName))
        and set(names.addresses) <= set(held.get_values_for_type(x509.IPAddress))
    )


def _no_password() -> str:
    raise ValueError("the key has a password, which nobody could type here")
