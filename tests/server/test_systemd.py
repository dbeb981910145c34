"""The unit for systemd: it is one, it confines Upcard, and the server tells when it is ready."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app import settings
from app.cli import main
from app.server.systemd import unit

ANALYZE = shutil.which("systemd-analyze")
#: What `systemd-analyze security` gives the unit at most, by where its program lies; 10 is no confinement at all.
EXPOSURE = {"/usr/local/bin/upcard": 1.2, "/home/ann/.local/bin/upcard": 1.3}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program where pipx puts one: a link in a folder of commands."""
    real, link = tmp_path / "venvs" / "upcard" / "bin" / "upcard", tmp_path / "bin" / "upcard"
    for path in (real, link):
        path.parent.mkdir(parents=True)
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    link.symlink_to(real)
    return link


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not on this machine")
@pytest.mark.parametrize("user", ["daemon", ""], ids=["somebody", "a user of its own"])
def test_systemd_takes_the_unit(program: Path, tmp_path: Path, user: str) -> None:
    file = tmp_path / "upcard.service"
    file.write_text(unit([str(program)], user, tmp_path / "some data"))
    verified = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not on this machine")
@pytest.mark.parametrize("user", ["daemon", ""], ids=["somebody", "a user of its own"])
@pytest.mark.parametrize("at", EXPOSURE)
def test_systemd_finds_it_as_confined_as_the_page_on_serving_says(tmp_path: Path, user: str, at: str) -> None:
    file = tmp_path / "upcard.service"
    file.write_text(unit([at], user, Path("/srv/upcard")))
    limits = ["--offline=true", f"--threshold={round(EXPOSURE[at] * 10)}", "--no-pager"]
    secure = subprocess.run(["systemd-analyze", "security", *limits, file], capture_output=True, text=True, check=False)
    assert secure.returncode == 0, secure.stdout
    assert str(EXPOSURE[at]) in (settings.ROOT / "docs" / "serving.md").read_text()


def test_it_runs_the_program_that_printed_it(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "argv", [str(program), "systemd-unit"])
    assert main(["systemd-unit", "--user", "daemon"]) == 0
    printed = capsys.readouterr().out
    assert f"\nExecStart={program} serve --no-qr\n" in printed
    assert "\nUser=daemon\n" in printed
    assert "/.local/share/upcard\n" in printed


def test_a_program_in_a_home_may_be_read_there_and_the_data_written() -> None:
    text = unit(["/home/ann/.local/bin/upcard"], "ann", Path("/home/ann/.local/share/upcard"))
    assert "\nProtectHome=read-only\n" in text
    assert "\nReadWritePaths=/home/ann/.local/share/upcard\n" in text
    assert "\nProtectHome=yes\n" in unit(["/usr/local/bin/upcard"], "", Path("/srv"))


def test_odd_paths_are_written_as_systemd_reads_them() -> None:
    text = unit(["/opt/my cards/upcard"], "ann", Path("/srv/100%"))
    assert '\nExecStart="/opt/my cards/upcard" serve --no-qr\n' in text
    assert "\nReadWritePaths=/srv/100%%\n" in text


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("/root/.local/bin/upcard", "is in a home directory, where nobody else can run it"),
        ("/home/ann/.cache/uv/archive-v0/x/bin/upcard", "uvx keeps no program"),
    ],
)
def test_what_could_not_be_started_gets_no_unit(
    script: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(sys, "argv", [script, "systemd-unit"])
    assert main(["systemd-unit"]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_somebody_whom_nobody_knows_gets_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["systemd-unit", "--user", "nobody-at-all"]) == 2
    assert "there is no user" in capsys.readouterr().err


@pytest.mark.slow
def test_the_server_tells_systemd_when_it_is_ready_and_its_journal_no_code(tmp_path: Path) -> None:
    told = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(told))
        ear.settimeout(60)
        command = [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr"]
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {"UPCARD_DATA": str(tmp_path / "data"), "NOTIFY_SOCKET": str(told), "JOURNAL_STREAM": "9:9"}
        with subprocess.Popen(
            command, cwd=settings.ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            try:
                assert b"READY=1" in ear.recv(1000)
            finally:
                process.terminate()
            assert process.stdout is not None
            journal = process.stdout.read()
    code = (tmp_path / "data" / "host-code").read_text()
    assert f"Host code: in {tmp_path / 'data' / 'host-code'} " in journal
    assert code not in journal
