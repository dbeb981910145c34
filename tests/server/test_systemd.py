"""The systemd unit: it is valid, confines Upcard, and learns when the server is ready."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from app import settings
from tests.warm import Forked

ANALYZE = shutil.which("systemd-analyze")
UNIT = (settings.ROOT / "docs" / "upcard.service").read_text()
PROGRAM = "/usr/local/bin/upcard"
#: Lines that the unit's comment tells a user to remove who runs Upcard from their home.
REMOVED = (
    *("DynamicUser=yes", "StateDirectory=upcard", "StateDirectoryMode=0700", "Environment=UPCARD_DATA=/var/lib/upcard"),
    "ProtectHome=yes",
)
ADDED = ("User=ann", "ReadWritePaths=/home/ann/.local/share/upcard", "ProtectHome=read-only")


def unit_at_home() -> str:
    """Return the unit as Ann runs it from her home."""
    lines = [line for line in UNIT.splitlines() if line not in REMOVED]
    assert len(lines) == len(UNIT.splitlines()) - len(REMOVED)
    return "\n".join(line[1:] if line[1:] in ADDED else line for line in lines).replace("User=ann", "User=daemon")


#: The highest exposure that `systemd-analyze security` may report for each unit, out of 10.
UNITS = {"a user of its own": (UNIT, 1.2), "somebody in their home": (unit_at_home(), 1.3)}


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not on this machine")
@pytest.mark.parametrize("whose", UNITS)
def test_systemd_accepts_the_unit(tmp_path: Path, whose: str) -> None:
    program, file = tmp_path / "upcard", tmp_path / "upcard.service"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    file.write_text(UNITS[whose][0].replace(PROGRAM, str(program)))
    verified = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not on this machine")
@pytest.mark.parametrize("whose", UNITS)
def test_the_unit_is_as_confined_as_the_documentation_states(tmp_path: Path, whose: str) -> None:
    text, exposure = UNITS[whose]
    file = tmp_path / "upcard.service"
    file.write_text(text)
    limits = ["--offline=true", f"--threshold={round(exposure * 10)}", "--no-pager"]
    secure = subprocess.run(["systemd-analyze", "security", *limits, file], capture_output=True, text=True, check=False)
    assert secure.returncode == 0, secure.stdout
    assert str(exposure) in (settings.ROOT / "docs" / "serving.md").read_text()


def test_the_lines_added_for_a_home_are_in_the_comment() -> None:
    assert [line for line in ADDED if f"\n#{line}\n" not in UNIT] == []
    assert f"\nExecStart={PROGRAM} serve --no-qr\n" in UNIT


@pytest.mark.slow
def test_the_server_notifies_systemd_and_keeps_the_host_code_out_of_the_journal(tmp_path: Path) -> None:
    notify_socket = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(notify_socket))
        listener.settimeout(60)
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {
            "UPCARD_DATA": str(tmp_path / "data"),
            "NOTIFY_SOCKET": str(notify_socket),
            "JOURNAL_STREAM": "9:9",
        }
        arguments = ["serve", "--host", "127.0.0.1", "--port", "0", "--no-qr"]
        process = Forked(arguments, environment, tmp_path / "journal")
        try:
            assert b"READY=1" in listener.recv(1000)
        finally:
            process.terminate()
            process.wait()
    journal = (tmp_path / "journal").read_text()
    code = (tmp_path / "data" / "host-code").read_text()
    assert f"Host code: in {tmp_path / 'data' / 'host-code'} " in journal
    assert code not in journal
