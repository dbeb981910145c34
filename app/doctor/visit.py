"""All the looks in their order."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from app.doctor.finding import Finding, wrong
from app.system import unfit_system

#: What is looked at: modules of this package, imported one by one, since a package that they need may be missing.
LOOKS = (
    "machine.system",
    "machine.packages",
    "environment.environment",
    "data.directory",
    "data.room",
    "data.disk",
    "database.database",
    "database.last_copy",
    "machine.clock",
    "machine.open_files",
    "network.names",
    "network.port",
    "network.certificates",
)


def visit(port: int) -> Iterator[Finding]:
    """Look at everything. What cannot even be looked at is a finding too."""
    for name in LOOKS[:1] if unfit_system() else LOOKS:
        module, _, function = name.partition(".")
        try:
            look = getattr(import_module(f"app.doctor.{module}"), function)
            yield from look(port) if name == "network.port" else look()
        except Exception as error:  # whatever it is, the other looks go on
            text = f"The {function.replace('_', ' ')} could not be looked at: {type(error).__name__}: {error}."
            yield wrong(function, text, "See what else is wrong; if nothing is, install Upcard again.")
