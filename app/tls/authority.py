"""The local certificate authority: a key that signs certificates only for this machine.

Each device trusts it once. It is limited to private names and addresses, so that a stolen key cannot impersonate a
bank. Its dates are fixed, since a small board without a clock may first start in any year.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from textwrap import wrap

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from app import settings
from app.dataclass import dataclass
from app.tls.names import PRIVATE, PRIVATE_ENDINGS, Names, host_name

FILE = "authority.pem"
FROM, UNTIL = datetime(2025, 1, 1, tzinfo=UTC), datetime(2049, 12, 31, tzinfo=UTC)

#: Apple rejects certificates that are valid for more than 825 days, others for more than 398.
DAYS = 390
#: Certificates start in the past, since clocks differ.
DAYS_BEFORE = 3

_REPLACE = "Remove it; the next start makes another, which each device must trust again"


class AuthorityError(Exception):
    """An unusable authority file in the data directory; the message names it."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The certificate that devices trust, and its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def name(self) -> str:
        """The authority's name in a device's list."""
        return str(self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def der(self) -> bytes:
        """The certificate in DER."""
        return self.certificate.public_bytes(Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate in hexadecimal digits."""
        return self.certificate.fingerprint(SHA256()).hex()

    @property
    def shown_fingerprint(self) -> str:
        """The fingerprint in groups of four digits, for people to compare."""
        return " ".join(wrap(self.fingerprint.upper(), 4))

    def allows(self, name: str) -> bool:
        """Return whether the authority may certify a name. Its only dotless name is the machine's first host name."""
        limits = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
        endings = [limit.value for limit in limits or () if isinstance(limit, x509.DNSName)]
        return any(name == ending or name.endswith(f".{ending}") for ending in endings)


def load_authority() -> Authority:
    """Return the authority in the data directory, creating it if missing. Raises ``AuthorityError`` if unreadable."""
    path = settings.data_dir() / FILE
    if not path.exists():
        settings.write_private(path, b"".join(_make()), new=True)
    try:
        text = path.read_bytes()
        key = load_pem_private_key(text, None)
        authority = Authority(x509.load_pem_x509_certificate(text), key)  # type: ignore[arg-type]
    except (ValueError, TypeError) as problem:  # a key with a password is a TypeError
        raise AuthorityError(f"{path} holds no authority ({problem}). {_REPLACE}") from None
    if authority.certificate.public_key() != key.public_key():
        raise AuthorityError(f"{path} holds the certificate of another key. {_REPLACE}")
    return authority


def certify(authority: Authority, names: Names, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """Return a certificate for the names of this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    start = min(max(now - timedelta(days=DAYS_BEFORE), FROM), UNTIL - timedelta(days=DAYS))
    allowed = [name for name in names.names if authority.allows(name)]
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Upcard")]))
        .issuer_name(authority.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.SubjectAlternativeName([*map(x509.DNSName, allowed), *map(x509.IPAddress, names.addresses)]),
            critical=False,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()),
            critical=False,
        )
    )
    return builder.sign(authority.key, SHA256()), key


def pem(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> tuple[bytes, bytes]:
    """Return a certificate and its key in PEM."""
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.PEM), secret


def _make() -> tuple[bytes, bytes]:
    """Return a new authority, named after the machine so that devices can tell two apart."""
    key = ec.generate_private_key(ec.SECP256R1())
    host = host_name().partition(".")[0]
    endings = [*PRIVATE_ENDINGS, *([host] if host and host not in PRIVATE_ENDINGS else [])]
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Upcard on {host}"[:64] if host else "Upcard at home"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Upcard"),
        ]
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(FROM)
        .not_valid_after(UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(
            x509.NameConstraints([*map(x509.DNSName, endings), *map(x509.IPAddress, PRIVATE)], None), critical=True
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    return pem(certificate, key)


def _usage(*, signs: bool) -> x509.KeyUsage:
    """Return the key usage: signing certificates, or securing connections."""
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
