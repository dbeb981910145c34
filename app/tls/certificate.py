"""The server's certificate: from its own authority, renewed in time, or from the files in the settings."""

from __future__ import annotations

import logging
import os
import ssl
from abc import ABC, abstractmethod
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature

from app import settings
from app.tls.authority import FROM, UNTIL, Authority, certify, load_authority, pem
from app.tls.names import Names, machine_names

FILE = "certificate.pem"
#: Renew a certificate with this many days left.
RENEW_DAYS = 60
#: OpenSSL's usual reasons in words. It gives none for a file without a certificate or key in PEM form.
_REASONS = {"KEY_VALUES_MISMATCH": "the key is that of another certificate", None: "one of them is not a PEM file"}

_log = logging.getLogger(__name__)


class CertificateError(Exception):
    """An unusable certificate in the settings; the message says why."""


class Certificate(ABC):
    """A certificate that can be replaced while it is in use."""

    def __init__(self) -> None:
        #: The TLS context of new connections.
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.options |= ssl.OP_NO_RENEGOTIATION
        self.context.set_alpn_protocols(["http/1.1"])

    @abstractmethod
    def renew(self) -> bool:
        """Bring the certificate up to date; return whether ``load`` has something new. Blocks on the disk."""

    @abstractmethod
    def load(self) -> None:
        """Use the current certificate for new connections."""


class GivenCertificate(Certificate):
    """A certificate from files in the settings, which somebody else renews."""

    def __init__(self, certificate: Path, key: Path) -> None:
        super().__init__()
        self._files = (certificate, key)
        self._seen: list[tuple[int, int]] = []
        self.renew()
        self.load()

    def renew(self) -> bool:
        """Return whether the files have changed since the last call."""
        try:
            # The time of the last change of content, owner or permissions: files may become readable only later.
            seen = [(stat.st_ctime_ns, stat.st_ino) for stat in map(os.stat, self._files)]
        except OSError:
            return False
        changed, self._seen = seen != self._seen, seen
        return changed

    def load(self) -> None:
        """Load the files. Raises ``CertificateError`` if they are unreadable or do not match; those in use stay."""
        use_files(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), *self._files)  # a failure leaves a context without a key
        use_files(self.context, *self._files)
        with suppress(ValueError):
            _warn_of_dates(self._files[0])


def use_files(context: ssl.SSLContext, certificate: Path, key: Path) -> None:
    """Load a certificate and its key. Raises ``CertificateError`` if they are unreadable or do not match."""
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except (OSError, ValueError) as problem:  # ssl.SSLError is an OSError
        reason = getattr(problem, "strerror", None) or problem
        if isinstance(problem, ssl.SSLError):
            reason = _REASONS.get(problem.reason, reason)
        raise CertificateError(f"cannot use the certificate {certificate} with the key {key}: {reason}") from None


class OwnCertificate(Certificate):
    """A certificate from the local authority for the names of this machine, renewed automatically."""

    def __init__(self, local_name: str) -> None:
        super().__init__()
        self.local_name = local_name
        self.authority = load_authority()
        self._path = settings.data_dir() / FILE
        self.renew()
        self.load()

    def renew(self) -> bool:
        """Create a new certificate if this one ends soon, has not begun, or lacks a name of the machine."""
        now, names = datetime.now(UTC), machine_names(self.local_name)
        if _is_current(self._path, self.authority, names, now):
            return False
        settings.write_private(self._path, b"".join(pem(*certify(self.authority, names, now))))
        return True

    def load(self) -> None:
        """Load the file written by ``renew``."""
        self.context.load_cert_chain(self._path)


def certificate_files() -> tuple[Path, Path] | None:
    """Return the files named by ``UPCARD_TLS_CERT`` and ``UPCARD_TLS_KEY``; one file may hold both."""
    given = settings.current()
    return (Path(given.tls_cert), Path(given.tls_key)) if given.tls_cert else None


def _is_current(path: Path, authority: Authority, names: Names, now: datetime) -> bool:
    """Return whether a file holds a certificate from this authority, for all the names, that does not end soon."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        certificate.verify_directly_issued_by(authority.certificate)
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    wanted = {name for name in names.names if authority.allows(name)}
    return (
        # With a wrong clock, another one would begin and end on the same days.
        (begins <= now or begins == FROM)
        and (ends - now > timedelta(days=RENEW_DAYS) or ends == UNTIL)
        and wanted <= set(held.get_values_for_type(x509.DNSName))
        and set(names.addresses) <= set(held.get_values_for_type(x509.IPAddress))
    )


def _warn_of_dates(path: Path) -> None:
    certificate, now = x509.load_pem_x509_certificate(path.read_bytes()), datetime.now(UTC)
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if not begins <= now <= ends:
        _log.warning(
            "No browser accepts %s: it is valid from %s to %s.", path, f"{begins:%-d %B %Y}", f"{ends:%-d %B %Y}"
        )


def _no_password() -> str:
    raise ValueError("the key has a password; remove it, since nobody can type it here")
