"""Fixtures for a real browser with the real app: ``server``, ``page``, ``another_page``, ``deal``, ``stage``."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from sqlalchemy import delete

from app.games.house import DEFAULT_STAKES, Stakes
from app.night.access.grants import claim, grant
from app.night.access.rights import HOST
from app.night.acts.act import valid
from app.night.db import db, writing
from app.night.models import CLUB, DeviceRole
from app.night.next_evening import call_off
from app.night.nights import last_night
from app.night.validation import validate_stakes
from app.web.http.browser import COOKIE
from tests.browser.devices import (
    ABANDONED,
    FLAGS,
    LANDSCAPE,
    MISSING,
    PATIENCE,
    Device,
    Shots,
    find_browser,
    forbid_lasting_changes,
    leave_pages,
    new_device,
)
from tests.browser.measures import VEIL
from tests.browser.stage import Stage
from tests.serving import Server, app_beside, database, serving
from tests.web.tables import NAMES, Table, begin

expect.set_options(timeout=PATIENCE)

#: A hundred times as long as the longest test: a browser in use for longer hangs.
HUNG_SECONDS = 900

#: Run by the odds process before it starts. It would have the lowest priority, and starve beside parallel tests.
#: Screens look the same whatever the number of deals; tests/odds and tests/night test the figures.
ODDS_PATCH = """
import os
from app.night.odds import process
from app.odds import estimate
os.nice = int
process.ONE_BY_ONE = 20
estimate.odds.__kwdefaults__["deals"] = 400
"""

#: Run by the server before it starts. No browser test reads luck figures, so they are not computed at all.
#: Templates are compiled when a page needs them: the servers of all workers start at once, and each would compile all.
SERVER_PATCH = f"""
import subprocess
from types import SimpleNamespace
from app.night.history import statistics
from app.night.odds import process
from app.server import upkeep

def begin(command, **more):
    *python, program = command
    path, serve = program.split("; from ", 1)
    return subprocess.Popen([*python, path + {ODDS_PATCH!r} + "from " + serve], **more)

process.subprocess = SimpleNamespace(PIPE=subprocess.PIPE, Popen=begin)
statistics.compute_luck = lambda hand_ids: False
upkeep.compile_templates = lambda app, busy: None
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served as by ``upcard serve``, on its own database."""
    with serving(tmp_path_factory.mktemp("data"), first=SERVER_PATCH) as server:
        yield server
        log = (server.data / "server.log").read_text()
    if "Traceback" in log:
        pytest.fail(f"the server logged an exception:\n{log}", pytrace=False)


@pytest.fixture(scope="session")
def second_app(server: Server) -> Iterator[Flask]:
    """A second instance of the app, on the server's database."""
    app = app_beside(server)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(autouse=True)
def hide_browser_loop() -> None:
    """Override the shared fixture: the browser of these tests needs the event loop that it hides."""


@pytest.fixture(autouse=True)
def reset_club(request: pytest.FixtureRequest) -> None:
    """Sign all devices out, claim the host role, call the next evening off, and reset the settings of the last night.

    Ann is the same person in all tests, but each test gives her a new phone.
    """
    if "server" in request.fixturenames:
        with request.getfixturevalue("second_app").app_context():
            with writing() as session:
                session.execute(delete(DeviceRole))
                if (last := last_night()) is not None:
                    last.stakes_raw, last.house, last.chips = valid(validate_stakes(DEFAULT_STAKES)), {}, []
            call_off()
            claim(HOST, CLUB, "", "iPad")
            db.session.remove()


@dataclass(frozen=True)
class LaunchedBrowser:
    """A browser with its process id, and its idle devices."""

    browser: Browser
    process: int
    idle: list[Device] = field(default_factory=list)


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def executable(driver: Playwright) -> str:
    """The path of the browser. Tests are skipped without a browser, or fail if ``CI`` is set."""
    path = find_browser(driver)
    if path is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    return path


@pytest.fixture(scope="session")
def launched_browsers() -> Iterator[list[LaunchedBrowser]]:
    """The browsers of all tests: the first, and one for each that was lost. Each test has its own browser contexts."""
    browsers: list[LaunchedBrowser] = []
    yield browsers
    for each in browsers:
        each.browser.close()


@pytest.fixture
def browser(driver: Playwright, executable: str, launched_browsers: list[LaunchedBrowser]) -> Iterator[LaunchedBrowser]:
    """Chromium or Chrome, for one test.

    Some calls to a browser never time out. A browser that hangs is killed, so that the test fails where it hung and the
    next tests still run.
    """
    if not launched_browsers or not launched_browsers[-1].browser.is_connected():
        launched = driver.chromium.launch(executable_path=executable, args=FLAGS)
        session = launched.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        session.detach()
        process = next(process["id"] for process in processes if process["type"] == "browser")
        launched_browsers.append(LaunchedBrowser(launched, process))
    watchdog = threading.Timer(HUNG_SECONDS, os.kill, (launched_browsers[-1].process, signal.SIGKILL))
    watchdog.daemon = True
    watchdog.start()
    yield launched_browsers[-1]
    watchdog.cancel()


@pytest.fixture
def deal(second_app: Flask) -> Iterator[Callable[..., Table]]:
    """``deal("chicago", NAMES[:3])``: a hand begun in the database of the browser's server.

    Entries made through the table bypass the server, so open screens show them late. Tap in the browser instead.
    """
    with database(second_app) as client:

        def dealt(game: str, names: Sequence[str] = NAMES, stakes: Stakes | None = None, **more: Any) -> Table:
            tracked = more.get("tracked", True)
            return begin(client, game, names, 100, tracked, stakes or Stakes(), more.get("options", {}), ())

        yield dealt


@pytest.fixture(scope="session")
def prepared() -> set[str]:
    """The names of what is already set up in the server's database for all tests."""
    return set()


@pytest.fixture
def stage(second_app: Flask, prepared: set[str]) -> Iterator[Stage]:
    """The database of the browser's server, to set up scenes in."""
    with database(second_app) as client:
        yield Stage(client, prepared)


@pytest.fixture
def another_page(
    request: pytest.FixtureRequest, browser: LaunchedBrowser, server: Server
) -> Iterator[Callable[..., Page]]:
    """``another_page((1920, 1080))``: a page on another device, watched like ``page``; call it once for each device.

    With ``own=True`` the device is new and discarded afterwards; with ``guest=True`` no host has admitted it.
    """
    with ExitStack() as open_pages:
        yield lambda size=LANDSCAPE, own=False, guest=False: open_pages.enter_context(
            watched_page(request, browser, server, size, own=own, guest=guest)
        )


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: LaunchedBrowser, server: Server) -> Iterator[Page]:
    """A tablet in landscape, with nothing stored."""
    with watched_page(request, browser, server, LANDSCAPE) as page:
        yield page


@pytest.fixture
def plain_page(request: pytest.FixtureRequest, browser: LaunchedBrowser, server: Server) -> Iterator[Page]:
    """A tablet in landscape whose browser runs no scripts."""
    with watched_page(request, browser, server, LANDSCAPE, java_script_enabled=False) as page:
        yield page


@pytest.fixture(scope="session")
def shots() -> Shots:
    """Screenshots, saved to the folder that ``UPCARD_SHOTS`` names."""
    folder = os.environ.get("UPCARD_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return Shots(Path(folder) if folder else None)


def make_host(request: pytest.FixtureRequest, device: Device, server: Server) -> None:
    """Sign a device in as a host's."""
    with request.getfixturevalue("second_app").app_context():
        token = grant(HOST, CLUB, "", "iPad")
        db.session.remove()
    device.context.add_cookies(
        [{"name": COOKIE, "value": token, "url": server.url, "httpOnly": True, "sameSite": "Lax"}]
    )


@contextmanager
def watched_page(
    request: pytest.FixtureRequest,
    browser: LaunchedBrowser,
    server: Server,
    size: tuple[int, int],
    *,
    own: bool = False,
    guest: bool = False,
    **more: Any,
) -> Iterator[Page]:
    """Yield a page on a device with nothing stored; fail the test at the end for any unexpected error on it.

    Console errors, script errors and requests to another server count. A test that provokes console errors (as a
    refused tap does) lists them: ``@pytest.mark.console("status of 409")``.

    The device is a host's unless ``guest`` is set. It is wiped for the next test; but it is new, and discarded
    afterwards, if ``more`` options of its browser context are given or if the test changes something that cannot be
    wiped (``@pytest.mark.own_device``).
    """
    own = own or bool(more) or request.node.get_closest_marker("own_device") is not None
    if own or not browser.idle:
        device = new_device(browser.browser, server, **more)
        if request.getfixturevalue("shots").folder is None:
            device.context.add_init_script(VEIL)
    else:
        device = browser.idle.pop()
    device.wrong.clear()
    device.expected[:] = [ABANDONED, *(mark.args[0] for mark in request.node.iter_markers("console"))]
    if not guest:
        make_host(request, device, server)
    device.page.set_viewport_size({"width": size[0], "height": size[1]})
    try:
        if own:
            yield device.page
        else:
            with forbid_lasting_changes(device.page):
                yield device.page
    finally:
        leave_pages(device.context)
        wrong = list(device.wrong)
        if own:
            device.context.close()
        else:
            device.wipe(server)
            browser.idle.append(device)
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)
