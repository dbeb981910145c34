"""The walk-throughs of docs/odd-games.md work as written."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import patience
from tests.manual.printed import ROOT
from tests.manual.walkthrough import RunCommand, WriteFile, steps_of

WALKTHROUGHS = ["A new wild rule", "A new kind of step"]
COPIED = ["app", "tests", "docs", "migrations", "static", "templates", "pyproject.toml"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("*.png"))
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def run(command: str, checkout: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as in a checkout with its virtual environment, with the copy's ``upcard``."""
    python = shlex.quote(sys.executable)
    for name, words in {"upcard ": f"{python} -m app.cli ", "python ": f"{python} "}.items():
        if command.startswith(name):
            command = words + command.removeprefix(name)
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        command,
        shell=True,
        cwd=checkout,
        env={**clean, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        timeout=patience.SECONDS,
        check=False,
    )


@pytest.mark.slow
def test_the_walkthroughs_work_as_written(checkout: Path):
    """One follows the other in the same checkout; a command that both run is run once, in the last one."""
    page = (ROOT / "docs" / "odd-games.md").read_text("utf-8")
    sections = [steps_of(page, title) for title in WALKTHROUGHS]
    for steps in sections:
        assert any(isinstance(step, RunCommand) and "replay" in step.command for step in steps)
    steps = [step for section in sections for step in section]
    for number, step in enumerate(steps):
        if isinstance(step, WriteFile):
            path = checkout / step.path
            assert not path.exists(), "the walk-through edits no file"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, "utf-8")
        elif step not in steps[number + 1 :]:
            result = run(step.command, checkout)
            assert result.returncode == 0, f"$ {step.command}\n{result.stdout}{result.stderr}"
            assert step.prints(result.stdout), f"$ {step.command} prints something else:\n{result.stdout}"
    code = " ".join(step.path for step in steps if isinstance(step, WriteFile) and step.path.endswith(".py"))
    for tool in ("ruff format --check", "ruff check"):
        result = run(f"python -m {tool} {code}", checkout)
        assert result.returncode == 0, f"{tool}:\n{result.stdout}{result.stderr}"
