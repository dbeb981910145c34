"""All the looks in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from app.doctor import data, database, environment, machine, network
from app.doctor.finding import Finding, wrong

Look = Callable[[], Iterator[Finding]]


def visit(port: int) -> Iterator[Finding]:
    """Look at everything. What cannot even be looked at is a finding too."""
    looks: list[Look] = [
        machine.packages,
        environment.environment,
        data.directory,
        data.room,
        data.disk,
        database.database,
        database.last_copy,
        machine.clock,
        machine.open_files,
        network.names,
        partial(network.port, port),
        network.certificates,
    ]
    for look in looks:
        try:
            yield from look()
        except Exception as error:  # whatever it is, the other looks go on
            name = getattr(look, "__name__", "port")
            yield wrong(name, f"This could not be looked at: {type(error).__name__}: {error}.", "Look into the log.")
