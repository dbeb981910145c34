"""The output of ``upcard serve``, and the secrets in the data directory."""

import io
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import segno

from app import settings
from tests.serving import serving


def test_serve_prints_the_address_the_host_code_and_a_qr_code_of_both(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "UPCARD_DATA": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(command, cwd=settings.ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            first, second = process.stdout.readline(), process.stdout.readline()
            url = first.removeprefix("Open this on the tablet: ").strip()
            code = (tmp_path / "host-code").read_text()
            wanted = drawn(f"{url}host/{code}").rstrip().splitlines()
            printed = [process.stdout.readline().rstrip() for _ in wanted]
        finally:
            process.terminate()
    assert url.startswith("http://127.0.0.1:")
    assert second.startswith(f"Host code: {code} ")
    assert printed == [line.rstrip() for line in wanted]


def test_the_host_code_is_easy_to_type_kept_and_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path / "nights"))
    code = settings.host_code()
    assert len(code) == 8
    assert set(code) <= set("23456789abcdefghjkmnpqrstuvwxyz")
    assert settings.host_code() == code
    assert stat.S_IMODE((tmp_path / "nights" / "host-code").stat().st_mode) == 0o600


def test_files_in_the_data_directory_are_private(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("an older version left this open")
    (tmp_path / "old").chmod(0o644)
    tmp_path.chmod(0o755)
    with serving(tmp_path, https=True):
        modes = {path.name: path.stat().st_mode for path in (tmp_path, *tmp_path.iterdir())}
    modes.pop("server.log")  # made by the test
    assert {tmp_path.name, "old", "host-code", "secret-key", "upcard.sqlite3"} <= set(modes)
    assert set(modes.values()) == {stat.S_IFREG | 0o600, stat.S_IFDIR | 0o700}, modes


@pytest.mark.parametrize("text", ["", "\n"])
def test_an_empty_secret_file_is_replaced(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    (tmp_path / "host-code").write_text(text)
    (tmp_path / "secret-key").write_text(text)
    assert len(settings.host_code()) == 8
    assert len(settings.secret_key()) == 64


def test_a_host_can_choose_a_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    (tmp_path / "host-code").write_text("Köln 1\n", "utf-8")
    assert settings.host_code() == "Köln 1"


def drawn(text: str) -> str:
    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()
