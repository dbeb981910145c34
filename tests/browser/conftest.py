"""A real browser with the real app: ``server``, ``browser``, ``page``, ``portrait_page``, ``shots``."""

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

from app.games.house import USUAL_STAKES, Stakes
from app.night.access.grants import HOST, claim, grant
from app.night.acts.act import valid
from app.night.db import db, writing
from app.night.models import CLUB, DeviceRole
from app.night.nights import last_night
from app.night.validation import validate_stakes
from app.web.http.cookies import COOKIE
from tests.browser.devices import (
    ABANDONED,
    FLAGS,
    LANDSCAPE,
    MISSING,
    PATIENCE,
    PORTRAIT,
    Device,
    Shots,
    find_browser,
    kept_as_it_is,
    new_device,
    put_away,
)
from tests.browser.measures import VEIL
from tests.browser.stage import Stage
from tests.serving import Server, app_beside, database, serving
from tests.web.tables import NAMES, Table, begin

expect.set_options(timeout=PATIENCE)

#: The longest test takes a hundredth of this; a browser held for longer hangs.
HUNG_SECONDS = 900


#: Run by the server before it starts. Odds are worked out in a process of the lowest priority, which would starve
#: beside parallel tests; and no browser test reads the luck figures of all hands played so far.
IMPATIENT = """
import subprocess
from types import SimpleNamespace
from app.night.history import statistics
from app.night.odds import process

def begin(command, **more):
    return subprocess.Popen([*command[:-1], f"import os; os.nice = int; {command[-1]}"], **more)

process.subprocess = SimpleNamespace(PIPE=subprocess.PIPE, Popen=begin)
statistics.compute_luck = lambda hand_ids: False
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served as ``upcard serve`` does it, on a database of its own."""
    with serving(tmp_path_factory.mktemp("data"), first=IMPATIENT) as server:
        yield server
        log = (server.data / "server.log").read_text()
    if "Traceback" in log:
        pytest.fail(f"the server failed at something:\n{log}", pytrace=False)


@pytest.fixture(scope="session")
def beside(server: Server) -> Iterator[Flask]:
    """A second instance of the app, on the server's database."""
    app = app_beside(server)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(autouse=True)
def hide_browser_loop() -> None:
    """Override the shared fixture: the browser of these tests needs the event loop that it hides."""


@pytest.fixture(autouse=True)
def nobody_has_a_phone(request: pytest.FixtureRequest) -> None:
    """Free everybody's link: Ann is the same person in all tests, but each test has a new phone for her.

    Claim the first host, too, and let no test begin with the stakes, house rules and chips of another.
    """
    if "server" in request.fixturenames:
        with request.getfixturevalue("beside").app_context():
            with writing() as session:
                session.execute(delete(DeviceRole))
                if (last := last_night()) is not None:
                    last.stakes_raw, last.house, last.chips = valid(validate_stakes(USUAL_STAKES)), {}, []
            claim(HOST, CLUB, "", "iPad")
            db.session.remove()


@dataclass(frozen=True)
class Opened:
    """A browser, its process, and its devices that no test is using."""

    browser: Browser
    process: int
    idle: list[Device] = field(default_factory=list)


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def executable(driver: Playwright) -> str:
    """The path of the browser. Without a browser, tests that need it are skipped, or fail if ``CI`` is set."""
    found = find_browser(driver)
    if found is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    return found


@pytest.fixture(scope="session")
def opened() -> Iterator[list[Opened]]:
    """The browsers of all tests: one, and a replacement for each that was lost. Each test uses its own browser
    contexts.
    """
    browsers: list[Opened] = []
    yield browsers
    for each in browsers:
        each.browser.close()


@pytest.fixture
def browser(driver: Playwright, executable: str, opened: list[Opened]) -> Iterator[Opened]:
    """Chromium or Chrome, for one test.

    Some calls to a browser never time out. The browser that hangs is killed, so that the test fails where it hung and
    the tests after it still run.
    """
    if not opened or not opened[-1].browser.is_connected():
        launched = driver.chromium.launch(executable_path=executable, args=FLAGS)
        asked = launched.new_browser_cdp_session()
        found = asked.send("SystemInfo.getProcessInfo")["processInfo"]
        asked.detach()
        opened.append(Opened(launched, next(each["id"] for each in found if each["type"] == "browser")))
    hung = threading.Timer(HUNG_SECONDS, os.kill, (opened[-1].process, signal.SIGKILL))
    hung.daemon = True
    hung.start()
    yield opened[-1]
    hung.cancel()


@pytest.fixture
def deal(beside: Flask) -> Iterator[Callable[..., Table]]:
    """``deal("chicago", NAMES[:3])``: a hand begun in the database of the browser's server.

    Entries made through the table bypass the server, so open screens hear of them late. Tap in the browser instead.
    """
    with database(beside) as client:

        def dealt(game: str, names: Sequence[str] = NAMES, stakes: Stakes | None = None, **more: Any) -> Table:
            tracked = more.get("tracked", True)
            return begin(client, game, names, 100, tracked, stakes or Stakes(), more.get("options", {}), ())

        yield dealt


@pytest.fixture(scope="session")
def once() -> set[str]:
    """The scenes already set up in that database for all tests."""
    return set()


@pytest.fixture
def stage(beside: Flask, once: set[str]) -> Iterator[Stage]:
    """Scenes in the database of the browser's server."""
    with database(beside) as client:
        yield Stage(client, once)


@pytest.fixture
def another_page(request: pytest.FixtureRequest, browser: Opened, server: Server) -> Iterator[Callable[..., Page]]:
    """``another_page((1920, 1080))``: a page on another device, watched like ``page``; call it once for each device.

    With ``own=True`` the device is new and thrown away; with ``guest=True`` no host has let it in.
    """
    with ExitStack() as open_pages:
        yield lambda size=LANDSCAPE, own=False, guest=False: open_pages.enter_context(
            watched_page(request, browser, server, size, own=own, guest=guest)
        )


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Opened, server: Server) -> Iterator[Page]:
    """A tablet in landscape, with nothing stored."""
    with watched_page(request, browser, server, LANDSCAPE) as page:
        yield page


@pytest.fixture
def portrait_page(request: pytest.FixtureRequest, browser: Opened, server: Server) -> Iterator[Page]:
    """A tablet in portrait, with nothing stored."""
    with watched_page(request, browser, server, PORTRAIT) as page:
        yield page


@pytest.fixture
def plain_page(request: pytest.FixtureRequest, browser: Opened, server: Server) -> Iterator[Page]:
    """A tablet in landscape, whose browser runs no scripts."""
    with watched_page(request, browser, server, LANDSCAPE, java_script_enabled=False) as page:
        yield page


@pytest.fixture(scope="session")
def shots() -> Shots:
    """Screenshots, saved to the folder that ``UPCARD_SHOTS`` names."""
    folder = os.environ.get("UPCARD_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
    return Shots(Path(folder) if folder else None)


def make_host_of(request: pytest.FixtureRequest, device: Device, server: Server) -> None:
    """Make a device a host's device."""
    with request.getfixturevalue("beside").app_context():
        token = grant(HOST, CLUB, "", "iPad")
        db.session.remove()
    device.context.add_cookies(
        [{"name": COOKIE, "value": token, "url": server.url, "httpOnly": True, "sameSite": "Lax"}]
    )


@contextmanager
def watched_page(
    request: pytest.FixtureRequest,
    browser: Opened,
    server: Server,
    size: tuple[int, int],
    *,
    own: bool = False,
    guest: bool = False,
    **more: Any,
) -> Iterator[Page]:
    """Yield a page on a device with nothing stored; at the end, fail the test for any unexpected error on it.

    Errors are those of the console and of scripts, and any request to another server. A test that provokes console
    errors (a refused tap causes one) names them: ``@pytest.mark.console("status of 409")``.

    The device is a host's unless ``guest`` is set. It is lent, and wiped for the next test. It is new, and thrown away
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
        make_host_of(request, device, server)
    device.page.set_viewport_size({"width": size[0], "height": size[1]})
    try:
        if own:
            yield device.page
        else:
            with kept_as_it_is(device.page):
                yield device.page
    finally:
        put_away(device.context)
        wrong = list(device.wrong)
        if own:
            device.context.close()
        else:
            device.wipe(server)
            browser.idle.append(device)
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)
