"""A PostgreSQL server for the tests, in a directory of its own, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.conftest import free_port

MISSING = "no PostgreSQL server found; install one (on Debian or Ubuntu: sudo apt install postgresql)"


def programs() -> Path | None:
    """Where initdb and pg_ctl are: on the path, or where Debian keeps them off it."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return kept[-1].parent if kept else None


@contextmanager
def server(where: Path) -> Iterator[str]:
    """The address of an empty database on a server that runs for as long as the block does."""
    folder = Path(tempfile.mkdtemp(prefix="upcard-postgresql-"))
    # PostgreSQL refuses to run as root.
    other = "postgres" if os.getuid() == 0 else ""
    if other:
        shutil.chown(folder, other)
    port = free_port()

    def run(name: str, *arguments: str) -> None:
        command = [str(where / name), "-D", str(folder / "data"), *arguments]
        as_other = ["runuser", "-u", other, "--", *command] if other else command
        subprocess.run(as_other, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    try:
        run("initdb", "--username=upcard", "--auth=trust", "--encoding=UTF8", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield f"postgresql://upcard@127.0.0.1:{port}/postgres"
        finally:
            run("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
