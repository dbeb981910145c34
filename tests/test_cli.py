"""The command line: its options, and its messages when it cannot serve."""

import os
import shlex
import socket
import stat
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace

import pytest

from app import settings
from app.cli import main
from app.server import start
from app.server.services import ServeOptions
from tests import patience


def parse_serve(*arguments: str) -> SimpleNamespace:
    """Return the arguments that a command line passes to ``serve``."""
    calls: list[SimpleNamespace] = []

    def serve(host: str, port: int, *, qr: bool, options: ServeOptions) -> int:
        calls.append(SimpleNamespace(host=host, port=port, qr=qr, **asdict(options)))
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(start, "serve", serve)
        assert main(["serve", *arguments]) == 0
    return calls[0]


def test_serve_listens_everywhere_on_port_8000_and_shows_a_qr_code(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("UPCARD_PORT", raising=False)
    options = parse_serve()
    assert (options.host, options.port, options.qr) == ("0.0.0.0", 8000, True)


def test_the_port_option_overrides_the_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UPCARD_PORT", "8123")
    assert parse_serve().port == 8123
    assert parse_serve("--port", "8124").port == 8124


def test_https_and_the_local_name_can_be_switched_off(monkeypatch: pytest.MonkeyPatch):
    for name in ("UPCARD_HTTPS", "UPCARD_HTTPS_PORT", "UPCARD_LOCAL_NAME"):
        monkeypatch.delenv(name, raising=False)
    usual = parse_serve()
    assert (usual.https, usual.https_port, usual.local_name) == (True, None, True)
    off = parse_serve("--no-https", "--no-local-name", "--https-port", "9443")
    assert (off.https, off.https_port, off.local_name) == (False, 9443, False)
    monkeypatch.setenv("UPCARD_HTTPS", "off")
    monkeypatch.setenv("UPCARD_HTTPS_PORT", "9443")
    monkeypatch.setenv("UPCARD_LOCAL_NAME", "No")
    off = parse_serve()
    assert (off.https, off.https_port, off.local_name) == (False, 9443, False)


@pytest.mark.parametrize("port", ["", "-1", "65536", "poker", "٣"])
def test_an_invalid_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]):
    assert main(["serve", f"--port={port}"]) == 2
    assert "must be a port" in capsys.readouterr().err


def test_a_port_in_use_is_reported_in_one_line(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = subprocess.run(
            [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", str(port)],
            cwd=settings.ROOT,
            env={**os.environ, "UPCARD_DATA": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=patience.SECONDS,
            check=False,
        )
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == (
        f"upcard: cannot listen on 127.0.0.1 port {port}: the port is in use; choose another with --port\n"
    )


def test_the_command_line_is_imported_without_flask():
    script = "import sys, app.cli; "
    script += "sys.exit('flask' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=settings.ROOT, check=False).returncode == 0


def test_the_secret_key_is_kept_and_readable_only_by_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path / "nights"))
    key = settings.secret_key()
    assert len(key) == 64
    assert settings.secret_key() == key
    assert stat.S_IMODE((tmp_path / "nights" / "secret-key").stat().st_mode) == 0o600


def test_a_closed_pipe_is_not_an_error():
    writes = f"{shlex.quote(sys.executable)} -m app.cli rules | head -1"
    result = subprocess.run(writes, shell=True, cwd=settings.ROOT, capture_output=True, text=True, check=False)
    assert (result.stdout, result.stderr) == ("name (key)\n", "")


@pytest.mark.parametrize("arguments", [["rulings"], ["replay", "\udcff.toml"]])
def test_characters_that_the_terminal_lacks_are_escaped(arguments: list[str]):
    command = [sys.executable, "-m", "app.cli", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    result = subprocess.run(command, env=environment, cwd=settings.ROOT, capture_output=True, text=True, check=False)
    assert ("Traceback" in result.stderr, "\\u" in result.stdout) == (False, True)
