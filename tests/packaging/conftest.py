"""The package as users get it: built, installed into its own environment, and run from an empty directory."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from app.settings import ROOT
from tests import patience
from tests.packaging.http_browser import Browser, Page

SECONDS = 120
#: The optional dependencies that the package is installed with.
EXTRA = "postgresql"


@dataclass(frozen=True)
class Installed:
    """Upcard in its own environment; ``home`` and ``directory`` are empty before it first runs."""

    scripts: Path
    home: Path
    directory: Path

    @property
    def data(self) -> Path:
        """Return the data directory."""
        return self.home / ".local" / "share" / "upcard"

    @property
    def environment(self) -> dict[str, str]:
        """Return all environment variables of the process."""
        return {"HOME": str(self.home), "PATH": f"{self.scripts}{os.pathsep}{os.defpath}", "PYTHONUTF8": "1"}

    def run(self, *command: str) -> str:
        """Run a command and return its output; fail if it fails."""
        return run(*command, cwd=self.directory, env=self.environment)

    @contextmanager
    def serving(self) -> Iterator[Page]:
        """Serve on a free port; yield the start page."""
        command = ["upcard", "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr"]
        log = self.home.parent / "server.log"
        with (
            log.open("wb") as errors,
            subprocess.Popen(
                command, cwd=self.directory, env=self.environment, stdout=subprocess.PIPE, stderr=errors, text=True
            ) as process,
        ):
            try:
                assert process.stdout
                announced = process.stdout.readline()
                assert announced.startswith("Open this on the tablet: http://127.0.0.1:"), log.read_text()
                yield Browser().open(announced.split()[-1])
            finally:
                process.terminate()
                process.wait(timeout=patience.SECONDS)
        assert "Traceback" not in log.read_text(), log.read_text()


@pytest.fixture(scope="session")
def project() -> dict[str, Any]:
    """Return the project table of ``pyproject.toml``."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return table


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the source distribution and the wheel built from it, without network access."""
    directory = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(directory), str(ROOT), cwd=directory)
    return directory


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    """Return the wheel."""
    (path,) = dist.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def scripts(wheel: Path, project: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the scripts folder of a fresh environment with only the wheel and its declared dependencies.

    The dependencies are linked from the environment of the tests, so no network is needed.
    """
    environment = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", "--without-pip", str(environment), cwd=environment)
    base = {"base": str(environment), "platbase": str(environment)}
    link_dependencies(
        [*project["dependencies"], *project["optional-dependencies"][EXTRA]],
        Path(sysconfig.get_path("purelib", "venv", base)),
    )
    scripts = Path(sysconfig.get_path("scripts", "venv", base))
    run(
        *(sys.executable, "-m", "pip", "--python", str(scripts / "python")),
        *("install", "--quiet", "--no-index", "--disable-pip-version-check", f"{wheel}[{EXTRA}]"),
        cwd=environment,
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))},
            "PIP_CONFIG_FILE": os.devnull,
        },
    )
    return scripts


@pytest.fixture
def installed(scripts: Path, tmp_path: Path) -> Installed:
    """Return the installed package, with an empty home and an empty working directory."""
    for name in ("home", "empty"):
        (tmp_path / name).mkdir()
    return Installed(scripts, tmp_path / "home", tmp_path / "empty")


def run(*command: str, cwd: Path, env: dict[str, str] | None = None) -> str:
    """Run a command and return its output; if it fails, fail with everything it printed."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, encoding="utf-8", timeout=SECONDS, check=False
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
    return done.stdout


def link_dependencies(requirements: Iterable[str], packages: Path) -> None:
    """Link the files of these requirements and their dependencies into a folder of installed packages."""
    for dependency in dependencies(requirements, set()):
        for file in dependency.files or ():
            top = file.parts[0]
            link = packages / top
            if top not in ("..", "__pycache__") and not link.exists():
                link.symlink_to(Path(str(dependency.locate_file(top))).resolve())


def dependencies(
    requirements: Iterable[str], seen: set[tuple[str, str]], extras: Iterable[str] = ()
) -> Iterator[Distribution]:
    """Yield the installed packages that are required, each before its own requirements."""
    for requirement in map(Requirement, requirements):
        marker = requirement.marker
        wanted = marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras))
        key = (requirement.name, ",".join(sorted(requirement.extras)))
        if wanted and key not in seen:
            seen.add(key)
            package = distribution(requirement.name)
            yield package
            yield from dependencies(package.requires or (), seen, requirement.extras)
