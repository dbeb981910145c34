"""The server's own certificate authority: limited to the local network, private, and accepted by strict clients."""

from __future__ import annotations

import os
import socket
import ssl
import stat
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat

from app.tls import authority
from app.tls import certificate as certificates
from app.tls import names as machine
from app.tls.authority import FROM, UNTIL, AuthorityError, certify, load_authority, pem
from app.tls.certificate import CertificateError, GivenCertificate, OwnCertificate, certificate_files
from app.tls.names import Names, machine_names

NOW = datetime.now(UTC).replace(microsecond=0)
HOUSE = Names(("laptop", "laptop.local", "localhost", "upcard.local"), (ip_address("192.168.1.5"),))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")
    monkeypatch.setattr(machine, "machine_addresses", lambda: [ip_address("127.0.0.1"), ip_address("192.168.1.5")])
    return tmp_path


def trusts(host: str, names: Names, *, now: datetime = NOW) -> bool:
    """Return whether a browser that trusts the authority accepts its certificate for these names at this host."""
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    folder = Path(os.environ["UPCARD_DATA"])
    (folder / "try.pem").write_bytes(b"".join(pem(*certify(load_authority(), names, now))))
    served.load_cert_chain(folder / "try.pem")
    return accepts(served, host)


def accepts(served: ssl.SSLContext, host: str) -> bool:
    """Return whether a browser that trusts the authority accepts what a server presents at this host."""
    browser = ssl.create_default_context(cadata=load_authority().der)
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    there = served.wrap_bio(incoming, outgoing, server_side=True)
    here = browser.wrap_bio(outgoing, incoming, server_hostname=host)
    for _ in range(4):
        for side in (here, there):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLCertVerificationError:
                return False
    return here.cipher() is not None


@pytest.mark.parametrize("host", ["upcard.local", "laptop.local", "laptop", "localhost", "192.168.1.5"])
def test_a_browser_that_trusts_the_authority_accepts_every_name_of_the_machine(host: str) -> None:
    assert trusts(host, HOUSE)


@pytest.mark.parametrize("host", ["upcard-2.local", "bank.example", "192.168.1.6"])
def test_a_certificate_is_valid_only_for_its_own_names(host: str) -> None:
    assert not trusts(host, HOUSE)


@pytest.mark.parametrize("name", ["bank.example", "local.example", "other"])
def test_names_outside_the_local_network_are_left_out(name: str) -> None:
    made, _ = certify(load_authority(), Names((*HOUSE.names, name), HOUSE.addresses), NOW)
    held = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert held.get_values_for_type(x509.DNSName) == list(HOUSE.names)


def test_a_stolen_key_cannot_certify_names_on_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tls.authority.Authority.allows", lambda *_: True)
    assert not trusts("bank.example", Names(("bank.example",), ()))
    assert not trusts("192.0.2.7", Names((), (ip_address("192.0.2.7"),)))


def test_a_certificate_meets_the_requirements_of_phones() -> None:
    """Check Apple's requirements: https://support.apple.com/en-us/103769."""
    made, key = certify(load_authority(), HOUSE, NOW)
    assert made.not_valid_after_utc - made.not_valid_before_utc < timedelta(days=398)
    assert made.not_valid_before_utc < NOW
    usage = made.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert [each.dotted_string for each in usage] == ["1.3.6.1.5.5.7.3.1"]
    assert made.signature_hash_algorithm is not None
    assert (made.signature_hash_algorithm.name, key.key_size) == ("sha256", 256)


@pytest.mark.parametrize("year", [1970, 2010, 2060])
def test_a_wrong_clock_at_the_first_start_does_no_lasting_harm(year: int) -> None:
    made, _ = certify(load_authority(), HOUSE, datetime(year, 1, 1, tzinfo=UTC))
    assert FROM <= made.not_valid_before_utc < made.not_valid_after_utc <= UNTIL
    authority = load_authority().certificate
    assert (authority.not_valid_before_utc, authority.not_valid_after_utc) == (FROM, UNTIL)
    assert trusts("upcard.local", HOUSE)


def test_openssl_verifies_the_chain(data: Path) -> None:
    OwnCertificate("upcard.local")
    command = [
        "openssl",
        "verify",
        "-x509_strict",
        "-CAfile",
        "authority.pem",
        "-purpose",
        "sslserver",
        "certificate.pem",
    ]
    assert subprocess.run(command, cwd=data, capture_output=True, text=True).stdout == "certificate.pem: OK\n"


def test_the_authority_is_kept_in_files_readable_only_by_their_owner(data: Path) -> None:
    first = load_authority()
    OwnCertificate("upcard.local")
    assert load_authority().fingerprint == first.fingerprint
    assert first.name == "Upcard on laptop"
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()} == {
        "authority.pem": 0o600,
        "certificate.pem": 0o600,
    }


@pytest.mark.parametrize(
    "text", ["", "not a certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_an_invalid_authority_file_is_reported_and_left_unchanged(data: Path, text: str) -> None:
    (data / "authority.pem").write_text(text)
    with pytest.raises(AuthorityError, match=r"authority\.pem"):
        load_authority()
    assert (data / "authority.pem").read_text() == text


def test_an_authority_with_a_password_is_reported(data: Path) -> None:
    own = load_authority()
    secret = own.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret"))
    (data / "authority.pem").write_bytes(own.certificate.public_bytes(Encoding.PEM) + secret)
    with pytest.raises(AuthorityError, match=r"authority\.pem holds no authority \(Password was not given"):
        load_authority()


def test_two_processes_that_start_at_once_use_one_authority(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = authority._make()
    theirs = load_authority()
    kept = (data / "authority.pem").read_bytes()
    (data / "authority.pem").unlink()

    def meanwhile() -> tuple[bytes, bytes]:
        (data / "authority.pem").write_bytes(kept)
        return made

    monkeypatch.setattr(authority, "_make", meanwhile)
    assert load_authority().fingerprint == theirs.fingerprint
    assert (data / "authority.pem").read_bytes() == kept


class Clock(datetime):
    time = NOW

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        return cls.time


@pytest.mark.parametrize("year", [1970, 2060])
def test_a_wrong_clock_does_not_renew_the_certificate_again_and_again(
    year: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "time", datetime(year, 1, 1, tzinfo=UTC))
    monkeypatch.setattr(certificates, "datetime", Clock)
    served = OwnCertificate("upcard.local")
    assert not served.renew()
    Clock.time = NOW
    assert served.renew()
    assert not served.renew()


def test_a_certificate_is_renewed_before_it_expires_and_after_a_clock_change(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "time", NOW)
    monkeypatch.setattr(certificates, "datetime", Clock)
    served = OwnCertificate("upcard.local")
    first = (data / "certificate.pem").read_bytes()
    assert not served.renew()
    Clock.time = NOW + timedelta(days=300)
    assert not served.renew()
    Clock.time = NOW + timedelta(days=330)
    assert served.renew()
    assert (data / "certificate.pem").read_bytes() != first
    Clock.time = NOW
    assert served.renew()  # it is not valid yet
    assert not served.renew()


def test_a_certificate_is_renewed_for_a_new_name_and_a_new_address(monkeypatch: pytest.MonkeyPatch) -> None:
    served = OwnCertificate("upcard.local")
    served.local_name = "upcard-2.local"
    assert served.renew()
    monkeypatch.setattr(machine, "machine_addresses", lambda: [ip_address("10.0.0.7")])
    assert served.renew()
    assert not served.renew()
    monkeypatch.setattr(machine, "machine_addresses", lambda: [ip_address("10.0.0.7"), ip_address("192.0.2.9")])
    assert not served.renew()  # a public address, which the authority may not certify


def test_a_certificate_of_another_authority_is_replaced(data: Path) -> None:
    served = OwnCertificate("upcard.local")
    (data / "authority.pem").unlink()
    assert not served.renew()
    assert OwnCertificate("upcard.local").renew() is False
    held = x509.load_pem_x509_certificate((data / "certificate.pem").read_bytes())
    held.verify_directly_issued_by(load_authority().certificate)


def test_machine_names_are_names_on_the_local_network(monkeypatch: pytest.MonkeyPatch) -> None:
    found = machine_names("upcard-2.local")
    assert found.names == ("laptop", "laptop.local", "localhost", "upcard-2.local", "upcard.local")
    assert found.has("UPCARD.local.")
    assert found.has("192.168.1.5")
    assert not found.has("192.168.1.6")
    monkeypatch.setattr(socket, "gethostname", lambda: "web.poker.example")
    assert "web.poker.example" not in machine_names().names
    for odd in ("", "köln", "x" * 64, "a..b"):
        monkeypatch.setattr(socket, "gethostname", lambda odd=odd: odd)
        assert machine_names().names == ("localhost", "upcard.local")


def test_a_configured_certificate_is_reloaded_when_its_files_change(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert certificate_files() is None
    certificate, key = pem(*certify(load_authority(), HOUSE, NOW))
    (data / "own.crt").write_bytes(certificate)
    (data / "own.key").write_bytes(key)
    monkeypatch.setenv("UPCARD_TLS_CERT", str(data / "own.crt"))
    monkeypatch.setenv("UPCARD_TLS_KEY", str(data / "own.key"))
    files = certificate_files()
    assert files == (data / "own.crt", data / "own.key")
    given = GivenCertificate(*files)
    assert not given.renew()
    other, key = pem(*certify(load_authority(), HOUSE, NOW))
    (data / "own.crt").write_bytes(other)
    assert given.renew()
    with pytest.raises(CertificateError, match=r"own\.crt .*: the key is that of another certificate$"):
        given.load()  # the key file changes a moment later
    assert accepts(given.context, "upcard.local"), "the certificate before"
    (data / "own.key").write_bytes(key)
    assert given.renew()
    given.load()
    (data / "own.key").chmod(0o640)
    assert given.renew(), "it may be readable only now"
    (data / "own.key").unlink()
    assert not given.renew()


def test_an_expired_configured_certificate_is_logged(
    data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data / "own.pem").write_bytes(b"".join(pem(*certify(load_authority(), HOUSE, NOW))))
    GivenCertificate(data / "own.pem", data / "own.pem")
    assert caplog.text == ""
    monkeypatch.setattr(certificates, "datetime", SimpleNamespace(now=lambda _zone: NOW + timedelta(days=2000)))
    GivenCertificate(data / "own.pem", data / "own.pem")
    assert "No browser accepts" in caplog.text


def test_a_missing_or_foreign_configured_certificate_is_an_error(data: Path) -> None:
    with pytest.raises(CertificateError, match="No such file"):
        GivenCertificate(data / "none.pem", data / "none.pem")
    (data / "none.pem").write_text("nothing")
    with pytest.raises(CertificateError, match=r"one of them is not a PEM file$"):
        GivenCertificate(data / "none.pem", data / "none.pem")
