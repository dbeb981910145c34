"""Fixtures for all tests, deterministic Hypothesis examples, and a list of tests that could not run.

With ``UPCARD_EXAMPLES=new`` in the environment every run generates new examples.
"""

import asyncio
import gc
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import settings

from app.night.db import LIMITS
from app.settings import current
from tests.databases import SERVER
from tests.live.postgres import MISSING, programs, server
from tests.run_folder import folder_of_this_run, share_templates

# No deadline: a slow machine is not a failure, and benchmarks measure speed.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("UPCARD_EXAMPLES", "same"))

# Modules without tests, whose failed assertions are to show their values like those of tests.
pytest.register_assert_rewrite("tests.night.money.evenings", "tests.web.statistics.checking")


#: Folders of tests that spend most of their time waiting for browsers, servers and other programs.
WAITING = tuple(f"tests/{name}/" for name in ("backups", "browser", "fuzz", "live", "packaging", "server"))

_kept = ExitStack()


class Patch(pytest.MonkeyPatch):
    """Pytest's monkeypatch, which also resets the settings when the environment changes."""

    def setenv(self, name: str, value: str, prepend: str | None = None) -> None:
        super().setenv(name, value, prepend)
        current.cache_clear()

    def delenv(self, name: str, raising: bool = True) -> None:
        super().delenv(name, raising)
        current.cache_clear()

    def undo(self) -> None:
        super().undo()
        current.cache_clear()


@pytest.fixture
def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
    """Yield a monkeypatch that also resets the settings."""
    with Patch.context() as patch:
        yield patch


@pytest.fixture(autouse=True)
def hide_browser_loop() -> Iterator[None]:
    """Hide the event loop that an earlier test's browser left in this thread, so that a test can start its own."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests of rare cases")
    parser.addoption("--postgresql", action="store_true", help="store the nights of the tests on a PostgreSQL server")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--postgresql") and SERVER not in os.environ:  # workers inherit it
        where = programs()
        if where is None:
            raise pytest.UsageError(MISSING)
        os.environ[SERVER] = _kept.enter_context(server(where))
    # Tests compute between queries, and on a busy machine for longer than a server may.
    LIMITS["idle_in_transaction_session_timeout"] = "0"
    _kept.enter_context(folder_of_this_run())
    share_templates()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = set() if config.getoption("--long") else {"long"}
    if config.getoption("--postgresql"):
        left_out.add("sqlite")
    deselected = [item for item in items if any(item.get_closest_marker(name) for name in left_out)]
    config.hook.pytest_deselected(items=deselected)
    without = set(deselected)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = spread([item for item in items if item not in without], workers)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Keep the garbage collector off modules and collected tests, which stay, and let it run less often."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20)
        gc.enable()


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Order tests so that each worker starts with its share of the waiting tests and ends with quick ones.

    Each worker runs its own part of the list, and then takes tests off the end of another's.
    """
    waiting = [item for item in items if item.nodeid.startswith(WAITING)]
    others = [item for item in items if not item.nodeid.startswith(WAITING)]
    ordered = []
    for part in range(workers):
        for some in (waiting, others):
            ordered += some[part * len(some) // workers : (part + 1) * len(some) // workers]
    return ordered


def pytest_unconfigure() -> None:
    _kept.close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    yield
    passed = terminalreporter.stats.get("passed", [])
    checked = sorted(text for report in passed for name, text in report.user_properties if name == "checked")
    if checked:
        terminalreporter.section("checked")
        terminalreporter.write_line("\n".join(checked))
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2] if isinstance(report.longrepr, tuple) else "" for report in reports)
    if not reasons:
        return
    terminalreporter.section("NOT RUN", sep="!", red=True, bold=True)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} TESTS: {reason.removeprefix('Skipped: ')}", red=True, bold=True)
