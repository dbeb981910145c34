"""A real browser on the real app: ``server``, ``browser``, ``page``, ``portrait_page``, ``shots``."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, sync_playwright

from app import create_app
from app.games.house import Stakes
from app.night.db import db
from tests.browser.stage import Stage
from tests.web.tables import NAMES, Table, begin

ROOT = Path(__file__).resolve().parent.parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MISSING = (
    "no Chromium or Chrome found, and `make tools` gets none; install one (on Debian or Ubuntu: sudo apt install "
    "chromium fonts-liberation), or name one in UPCARD_BROWSER"
)
#: What htmx says of a request that is given up because the page is left; what goes wrong it says in other words too.
ABANDONED = r"^console: htmx:(sendAbort|afterRequest)\b"
#: A test that holds its browser for so long will do so for ever: the longest takes a tenth of it.
HUNG_SECONDS = 180
LANDSCAPE = (1180, 820)
PORTRAIT = (820, 1180)


@dataclass(frozen=True)
class Server:
    """The app as it runs for the tests: its address without a slash at the end, its data directory, its process."""

    url: str
    data: Path
    process: int


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, served as ``upcard serve`` does it, on a database of its own."""
    with serving(tmp_path_factory.mktemp("data")) as server:
        yield server
        log = (server.data / "server.log").read_text()
    if "Traceback" in log:
        pytest.fail(f"the server failed at something:\n{log}", pytrace=False)


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    """The app served on this data directory, for tests and for whatever else wants to look at it in a browser."""
    log = data / "server.log"
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment["UPCARD_DATA"] = str(data)
    command = [
        sys.executable,
        "-m",
        "app.cli",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-qr",
    ]
    with (
        log.open("wb") as output,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output) as process,
    ):
        try:
            wait_until_served(process, port, log)
            yield Server(f"http://127.0.0.1:{port}", data, process.pid)
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


@pytest.fixture(scope="session")
def beside(server: Server) -> Iterator[Flask]:
    """The app once more, on the database that the server has open."""
    app = app_beside(server)
    yield app
    with app.app_context():
        db.engine.dispose()


def app_beside(server: Server) -> Flask:
    """The app on the database that a server has open, for setting up what the browser is to see."""
    address = f"sqlite:///{server.data / 'upcard.sqlite3'}"
    return create_app({"SECRET_KEY": "another", "SQLALCHEMY_DATABASE_URI": address})


@contextmanager
def database(app: Flask) -> Iterator[FlaskClient]:
    """Its database, for one test."""
    with app.app_context():
        yield app.test_client()
        db.session.remove()


@dataclass(frozen=True)
class Opened:
    """A browser and its process."""

    browser: Browser
    process: int


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def executable(driver: Playwright) -> str:
    """Where the browser is; without one the tests that need it are skipped, and fail where ``CI`` is set."""
    found = find_browser(driver)
    if found is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    return found


@pytest.fixture(scope="session")
def opened() -> Iterator[list[Opened]]:
    """The browsers of all tests: one, and another for each that was lost. Each test has contexts of its own in it."""
    browsers: list[Opened] = []
    yield browsers
    for each in browsers:
        each.browser.close()


@pytest.fixture
def browser(driver: Playwright, executable: str, opened: list[Opened]) -> Iterator[Browser]:
    """Chromium or Chrome, for one test.

    Not every call to a browser gives up by itself. One that hangs ends with the browser, so that the test fails where
    it hung and those after it are run.
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
    yield opened[-1].browser
    hung.cancel()


@pytest.fixture
def deal(beside: Flask) -> Iterator[Callable[..., Table]]:
    """``deal("chicago", NAMES[:3])``: a hand begun in the database of the server that the browser looks at.

    What is entered through the table goes past the server: open screens hear of it late. Taps are for the browser.
    """
    with database(beside) as client:

        def dealt(game: str, names: Sequence[str] = NAMES, stakes: Stakes | None = None, **more: Any) -> Table:
            tracked = more.get("tracked", True)
            return begin(client, game, names, 100, tracked, stakes or Stakes(), more.get("options", {}), ())

        yield dealt


@pytest.fixture
def stage(beside: Flask) -> Iterator[Stage]:
    """Scenes set in the database of the server that the browser looks at."""
    with database(beside) as client:
        yield Stage(client)


@pytest.fixture
def another_page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """``another_page((1920, 1080))``: a page on a device of its own, as many as one likes, watched like ``page``."""
    with ExitStack() as open_pages:
        yield lambda size=LANDSCAPE: open_pages.enter_context(watched_page(request, browser, server, size))


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """A tablet lying on its side, with nothing remembered."""
    with watched_page(request, browser, server, LANDSCAPE) as page:
        yield page


@pytest.fixture
def portrait_page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """A tablet held upright, with nothing remembered."""
    with watched_page(request, browser, server, PORTRAIT) as page:
        yield page


@pytest.fixture
def plain_page(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Page]:
    """A tablet lying on its side, whose browser runs no scripts."""
    with watched_page(request, browser, server, LANDSCAPE, java_script_enabled=False) as page:
        yield page


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where screenshots go: ``UPCARD_SHOTS``, or a temporary directory."""
    given = os.environ.get("UPCARD_SHOTS")
    if not given:
        return tmp_path_factory.mktemp("shots")
    path = Path(given)
    path.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def watched_page(
    request: pytest.FixtureRequest, browser: Browser, server: Server, size: tuple[int, int], **more: Any
) -> Iterator[Page]:
    """A page in a context of its own, with ``more`` options; fails the test after its end for what went wrong unseen.

    That is an error in the console or a script, or a request to anything but the server. A test that means
    to cause console errors (a refused tap is one) names them: ``@pytest.mark.console("status of 409")``.
    """
    wrong: list[str] = []
    expected = [ABANDONED, *(mark.args[0] for mark in request.node.iter_markers("console"))]

    def hear(text: str) -> None:
        if not any(re.search(pattern, text) for pattern in expected):
            wrong.append(text)

    def watch(address: str) -> None:
        if urlsplit(address).scheme in ("http", "https", "ws", "wss") and not address.startswith(f"{server.url}/"):
            wrong.append(f"request to another host: {address}")

    width, height = size
    viewport = {"width": width, "height": height}
    context = browser.new_context(base_url=server.url, viewport=viewport, has_touch=True, **more)
    try:
        context.clock.install()  # it runs as any other, but tests need not wait for it
        context.on("console", lambda said: hear(f"console: {said.text}") if said.type == "error" else None)
        context.on("weberror", lambda raised: hear(f"script: {raised.error}"))
        context.on("request", lambda sent: watch(sent.url))
        yield context.new_page()
    finally:
        put_away(context)
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def put_away(context: BrowserContext) -> None:
    """Close it. Chromium may wait for ever for a page that it is to close on its way to another address."""
    for page in context.pages:
        try:
            page.goto("about:blank")
        except Error:  # the other page came first
            page.wait_for_load_state()
    context.close()


def find_browser(playwright: Playwright) -> str | None:
    """The browser named in ``UPCARD_BROWSER``, one on the path, or the one that Playwright has installed."""
    for name in (os.environ.get("UPCARD_BROWSER", ""), *BROWSERS):
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_until_served(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the server stopped:\n{log.read_text()}", pytrace=False)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/")
            connection.getresponse()
            return
        except ConnectionError:
            time.sleep(0.1)
        finally:
            connection.close()
    pytest.fail(f"the server does not answer:\n{log.read_text()}", pytrace=False)
