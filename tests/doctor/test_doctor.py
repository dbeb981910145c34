"""The doctor reports each possible fault with a remedy, and changes nothing."""

from __future__ import annotations

import errno
import json
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

from app import doctor
from app.backups.copying import make_copy
from app.backups.files import is_in_use, mark_in_use
from app.cli import main
from app.doctor import Finding, run_checks
from app.tls import authority
from app.tls.names import machine_names
from tests.backups.places import begun, damage
from tests.serving import free_port, serving

pytestmark = pytest.mark.sqlite


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a sound data directory with a night and a copy of it."""
    for name in [name for name in os.environ if name.startswith("UPCARD_")] + ["DATABASE_URL"]:
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    monkeypatch.setenv("UPCARD_DATA", str(path))
    monkeypatch.setattr(doctor, "lan_address", lambda: "192.168.1.5")
    make_copy(begun(path / "upcard.sqlite3", "Friday"), "hand")
    for entry in path.iterdir():
        entry.chmod(0o700 if entry.is_dir() else 0o600)
    return path


def found(check: str, port: int | None = None) -> Finding:
    """Return the only finding of a check."""
    (finding,) = [finding for finding in run_checks(port or free_port()) if finding.check == check]
    return finding


def test_a_healthy_machine_is_reported_ok_and_nothing_changes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: (path.stat().st_mtime_ns, path.stat().st_mode) for path in folder.rglob("*")}
    assert main(["doctor", "--port", str(free_port())]) == 0
    out = capsys.readouterr().out
    assert {line.split()[0] for line in out.splitlines()} == {"ok"}
    assert "is sound. 1 night, 0 hands." in out
    assert "at 192.168.1.5" in out
    assert {path: (path.stat().st_mtime_ns, path.stat().st_mode) for path in folder.rglob("*")} == before


def test_the_report_is_available_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = str(free_port())
    assert main(["doctor", "--json", "--port", port]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert {finding["level"] for finding in report["findings"]} == {"good"}
    damage(folder / "upcard.sqlite3")
    assert main(["doctor", "--json", "--port", port]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_a_fault_is_reported_with_a_remedy(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(folder / "upcard.sqlite3")
    assert main(["doctor", "--port", str(free_port())]) == 1
    lines = capsys.readouterr().out.splitlines()
    (at,) = [n for n, line in enumerate(lines) if line.startswith("WRONG")]
    assert "is damaged" in lines[at]
    assert "→ The last good copy is from " in lines[at + 1]
    assert "upcard restore" in lines[at + 1]


def test_a_missing_data_directory_is_not_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path / "none"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    findings = list(run_checks(free_port()))
    assert not (tmp_path / "none").exists()
    assert not [finding for finding in findings if finding.level == "wrong"]
    assert found("directory").text.endswith("the first start creates it.")


def test_a_file_in_place_of_the_data_directory_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(folder / "upcard.sqlite3"))
    assert (found("directory").level, "is not a directory" in found("directory").text) == ("wrong", True)


def test_a_data_directory_that_cannot_be_created_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(folder / "none" / "deep"))
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)
    assert (found("directory").level, "cannot be created" in found("directory").text) == ("wrong", True)


def test_a_file_in_place_of_a_parent_folder_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(folder / "upcard.sqlite3" / "data"))
    assert (found("directory").level, found("clock").level) == ("wrong", "good")


def test_a_read_only_disk_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.os, "statvfs", lambda _path: SimpleNamespace(f_flag=doctor.os.ST_RDONLY))
    assert (found("rights").level, "mounted read-only" in found("rights").text) == ("wrong", True)


def test_files_readable_by_others_are_reported(folder: Path) -> None:
    (folder / "upcard.sqlite3").chmod(0o644)
    assert found("rights").level == "look"
    assert "upcard.sqlite3 can be read by other users" in found("rights").text


def test_unwritable_files_are_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.os, "access", lambda path, _mode: Path(path).name != "upcard.sqlite3")
    assert (found("rights").level, found("rights").do) == ("wrong", f"Run: chmod -R u+rwX {folder}")
    monkeypatch.setattr(doctor.os, "geteuid", lambda: 54321)
    assert (found("rights").level, found("rights").do) == ("wrong", f"As root: chown -R 54321 {folder}")


def test_unreadable_files_are_not_to_be_removed_or_reinstalled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certify(folder / "certificate.pem", -30, 300)

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert found("certificate").text == f"{folder / 'certificate.pem'} cannot be read: Permission denied."
    assert found("certificate").do == "Let the user that runs Upcard read it."


def test_files_of_another_user_are_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert "belongs to another user" in found("rights").text


def test_root_is_warned_that_the_files_belong_to_another_user(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.os, "geteuid", lambda: 0)
    if os.stat(folder).st_uid == 0:
        os.chown(folder, 12345, -1)
    assert found("rights").text == f"You are root, but {folder} belongs to {doctor._user_name(folder.stat().st_uid)}."


@pytest.mark.parametrize(("free", "level"), [(10**6, "wrong"), (10**8, "look"), (10**10, "good")])
def test_little_space_on_the_disk_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    assert found("room").level == level


def test_a_network_file_system_is_reported(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nnas:/x {folder.parent} nfs4 rw 0 0\nproc /proc proc rw 0 0\n")
    assert doctor._file_system(folder, mounts) == "nfs4"
    assert doctor._file_system(Path("/srv"), mounts) == "ext4"
    monkeypatch.setattr(doctor, "_file_system", lambda *_: "nfs4")
    assert (found("disk").level, "(nfs4)" in found("disk").text) == ("wrong", True)


def test_a_database_of_a_newer_version_is_reported(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "upcard.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert (found("database").level, "newer version" in found("database").text) == ("wrong", True)


def test_a_missing_database_is_reported(folder: Path) -> None:
    for part in folder.glob("upcard.sqlite3*"):
        part.unlink()
    assert found("database").level == "wrong"
    assert "upcard restore" in found("database").do


def test_a_database_locked_by_another_program_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def impatient(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None, timeout=0.05)

    monkeypatch.setattr("app.doctor.connect", impatient)
    with closing(sqlite3.connect(folder / "upcard.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert found("writing").text.startswith("The database is busy.")
    assert not [finding for finding in run_checks(free_port()) if finding.check == "writing"]


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "not the address of a database"),
        ("postgresql+psycopg://upcard@127.0.0.1:1/nights", "does not answer"),
        ("postgresql+nodriver://upcard@127.0.0.1:1/nights", "not the address of a database"),
    ],
)
def test_an_unusable_database_server_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, url: str, words: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert found("database").level == "wrong"
    assert words in found("database").text
    assert not [finding for finding in run_checks(free_port()) if "could not be checked" in finding.text]


def test_a_missing_copy_is_reported(folder: Path) -> None:
    shutil.rmtree(folder / "backups")
    assert (found("copy").level, found("copy").do) == ("look", "Make one: upcard backup")


def test_a_damaged_copy_is_reported(folder: Path) -> None:
    damage(next((folder / "backups").iterdir()))
    assert (found("copy").level, "is damaged" in found("copy").text) == ("wrong", True)


def test_a_database_replaced_by_a_restore_does_not_count_as_a_copy(folder: Path) -> None:
    (copy,) = (folder / "backups").iterdir()
    (folder / "backups" / "upcard-0002-20261122-190000-replaced.sqlite3").write_text("damaged")
    assert (found("copy").level, copy.exists()) == ("good", True)


@pytest.mark.parametrize(("days", "level"), [(1, "good"), (3, "wrong")])
def test_an_overdue_copy_is_reported(folder: Path, days: int, level: str) -> None:
    (copy,) = (folder / "backups").iterdir()
    made = datetime.now(UTC) - timedelta(days=days)
    copy.rename(copy.with_name(f"upcard-0001-{made:%Y%m%d-%H%M%S}-day.sqlite3"))
    assert found("copy").level == level


def test_an_old_copy_is_good_if_nothing_has_changed(folder: Path) -> None:
    (copy,) = (folder / "backups").iterdir()
    made = datetime.now(UTC) - timedelta(days=90)
    copy.rename(copy.with_name(f"upcard-0001-{made:%Y%m%d-%H%M%S}-day.sqlite3"))
    for part in folder.glob("upcard.sqlite3*"):
        os.utime(part, (made.timestamp(), made.timestamp()))
    assert found("copy").level == "good"


def test_a_clock_set_back_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found("clock").level == "good"
    (copy,) = (folder / "backups").iterdir()
    later = datetime.now(UTC) + timedelta(days=1)
    copy.rename(copy.with_name(f"upcard-0001-{later:%Y%m%d-%H%M%S}-day.sqlite3"))
    assert (found("clock").level, "a copy was made later" in found("clock").text) == ("wrong", True)
    monkeypatch.setattr(doctor, "RELEASED", later + timedelta(days=1))
    assert "this version of Upcard is newer" in found("clock").text


def test_a_clock_set_back_is_noticed_by_the_copies_of_a_database_elsewhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = datetime.now(UTC) + timedelta(days=1)
    (folder / "elsewhere" / "backups").mkdir(parents=True)
    (folder / "elsewhere" / "backups" / f"upcard-0001-{later:%Y%m%d-%H%M%S}-day.sqlite3").touch()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder}/elsewhere/upcard.sqlite3")
    assert found("clock").level == "wrong"


def test_a_machine_without_a_network_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "lan_address", lambda: None)
    assert found("address").level == "look"


def test_an_unknown_setting_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_HOST", "poker.example.org")
    assert (found("settings").level, found("settings").text) == ("look", "UPCARD_HOST is not a setting.")


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("PROXIES", "10.0.0.0/8 nginx", "'nginx'"),
        ("HTTPS_PORT", "https", "'https'"),
        ("HTTPS_PORT", "65536", "'65536'"),
    ],
)
def test_a_setting_that_keeps_the_server_from_starting_is_wrong(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, fault: str
) -> None:
    monkeypatch.setenv(f"UPCARD_{name}", value)
    assert (found("settings").level, fault in found("settings").text) == ("wrong", True)


def test_configured_host_names_are_listed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_HOSTS", "poker.example.org")
    assert "poker.example.org" in found("names").text


def test_another_program_on_the_port_is_reported(folder: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent, answering(b"hello") as other:
        for port in (other, silent.getsockname()[1]):
            doctor.SECONDS, before = 1, doctor.SECONDS
            try:
                assert "Another program is listening" in found("port", port).text
            finally:
                doctor.SECONDS = before


@pytest.mark.parametrize(
    ("health", "level", "words"),
    [
        ({"status": "ok", "version": version("upcard")}, "good", "Upcard is running on port"),
        ({"status": "ok", "version": "0.1.0"}, "look", "Upcard 0.1.0 is running"),
        ({"status": "fault", "title": "The disk is full"}, "wrong", "cannot store anything: The disk is full."),
    ],
)
def test_the_health_of_a_server_on_the_port_is_reported(
    folder: Path, health: dict[str, str], level: str, words: str
) -> None:
    with answering(json.dumps({"schema": "0012", **health}).encode()) as port:
        assert found("port", port).level == level
        assert words in found("port", port).text


def test_a_forbidden_port_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    port = free_port()
    monkeypatch.setattr(doctor.socket, "create_server", refuse)
    assert "may not listen" in found("port", port).text
    assert f"ip_unprivileged_port_start={port}" in found("port", port).do


@pytest.mark.parametrize(
    ("begins", "ends", "level", "words"),
    [
        (-30, 300, "good", "is valid until"),
        (-30, 7, "look", "ends on"),
        (-30, -1, "wrong", "ended on"),
        (1, 30, "wrong", "the clock shows an earlier time"),
    ],
)
def test_the_validity_of_a_certificate_is_reported(
    folder: Path, begins: int, ends: int, level: str, words: str
) -> None:
    certify(folder / "certificate.pem", begins, ends)
    assert found("certificate").level == level
    assert words in found("certificate").text


def test_an_unreadable_certificate_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_TLS_CERT", str(folder / "none.pem"))
    assert found("certificate").level == "wrong"
    assert "none.pem: No such file or directory" in found("certificate").text
    (folder / "none.pem").write_text("nothing")
    assert found("certificate").do.startswith("Check UPCARD_TLS_CERT and UPCARD_TLS_KEY")
    monkeypatch.delenv("UPCARD_TLS_CERT")
    (folder / "certificate.pem").write_text("nothing")
    assert "cannot be read as a certificate" in found("certificate").text


def test_a_certificate_with_another_key_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_authority, now = authority.load_authority(), datetime.now(UTC)
    (folder / "authority.pem").unlink()
    own, other = (authority.pem(*authority.certify(own_authority, machine_names(), now)) for _ in range(2))
    (folder / "own.crt").write_bytes(own[0])
    (folder / "own.key").write_bytes(own[1])
    monkeypatch.setenv("UPCARD_TLS_CERT", str(folder / "own.crt"))
    monkeypatch.setenv("UPCARD_TLS_KEY", str(folder / "own.key"))
    assert found("certificate").level == "good"
    (folder / "own.key").write_bytes(other[1])
    assert found("certificate").level == "wrong"


def test_an_expired_configured_certificate_is_reported_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = authority.certify(authority.load_authority(), machine_names(), datetime.now(UTC) - timedelta(days=3000))
    for name, content in zip(("own.crt", "own.key"), authority.pem(*made), strict=True):
        (folder / name).write_bytes(content)
    monkeypatch.setenv("UPCARD_TLS_CERT", str(folder / "own.crt"))
    monkeypatch.setenv("UPCARD_TLS_KEY", str(folder / "own.key"))
    ended = [finding for finding in run_checks(0) if "ended on" in finding.text]
    assert [finding.level for finding in ended] == ["wrong"]
    assert not caplog.records


def test_a_server_on_another_port_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int] = []
    monkeypatch.setattr("app.backups.files._held", held)
    mark_in_use(folder / "upcard.sqlite3")

    def read_only(path: Path, flags: int, mode: int = 0o777, open_it: Callable[..., int] = os.open) -> int:
        if flags & os.O_RDWR:
            raise OSError(errno.EROFS, "Read-only file system")
        return open_it(path, flags, mode)

    monkeypatch.setattr(os, "open", read_only)
    try:
        assert found("port").text.startswith("A server is using the database, but none is listening on port")
    finally:
        os.close(held[0])
    assert not is_in_use(folder / "upcard.sqlite3")


def test_the_local_name_is_listed_among_the_host_names(folder: Path) -> None:
    assert "upcard.local" in found("names").text
    (folder / "local-name").write_text("upcard-2.local\n")
    assert "upcard-2.local" in found("names").text
    (folder / "local-name").write_text("bank.example\n")
    assert "bank.example" not in found("names").text


@pytest.mark.slow
def test_a_running_server_is_found(folder: Path) -> None:
    with serving(folder) as server:
        assert found("port", int(server.url.rpartition(":")[2])).text.startswith("Upcard is running on port")
        assert found("database").level == "good"


def test_a_failing_check_does_not_stop_the_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_path: Path) -> SimpleNamespace:
        raise RuntimeError("no disk")

    monkeypatch.setattr(shutil, "disk_usage", fail)
    assert (found("room").level, "RuntimeError: no disk" in found("room").text) == ("wrong", True)
    assert found("clock").level == "good"


def certify(path: Path, begins: int, ends: int) -> None:
    """Write a certificate that is valid from ``begins`` to ``ends`` days from now."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Upcard")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(1).not_valid_before(now + timedelta(days=begins))
    certificate = builder.not_valid_after(now + timedelta(days=ends)).sign(key, SHA256())
    path.write_bytes(certificate.public_bytes(Encoding.PEM))
    path.chmod(0o600)


@contextmanager
def answering(body: bytes) -> Iterator[int]:
    """Yield the port of a server that always gives the same response."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
