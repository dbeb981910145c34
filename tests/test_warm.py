"""Commands forked from a warm process behave like those started cold."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import settings
from tests import warm


@pytest.mark.parametrize(
    "arguments", [["rank", "AhAd9c5d2s", "KhKd8c7d3s"], ["rank", "AhAh9c5d2s"], ["nonsense"], ["rulings", "--help"]]
)
def test_a_forked_command_prints_and_exits_like_a_cold_start(arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(settings.ROOT), "COLUMNS": "100"}
    command = [sys.executable, "-m", "app.cli", *arguments]
    cold = subprocess.run(
        command, cwd=settings.ROOT, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    forked = warm.upcard(*arguments, environment=environment)
    assert (forked.returncode, forked.stdout, forked.stderr) == (cold.returncode, cold.stdout, cold.stderr)


def test_a_forked_command_has_the_given_environment(tmp_path: Path) -> None:
    environment = {**os.environ, "UPCARD_DATA": str(tmp_path)}
    assert str(tmp_path) in warm.upcard("verify", environment=environment).stdout
