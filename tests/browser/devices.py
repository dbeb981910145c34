"""Tablets, phones and televisions in one browser, each used by one test and wiped for the next."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Frame,
    Page,
    Playwright,
    Request,
)

from tests.browser.settling import WATCH
from tests.serving import Server

#: Headless Chromium comes first: it takes a third less CPU time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A request to any other host fails, which the page reports as an error.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
MISSING = (
    "no Chromium or Chrome found, and `make tools` gets none; install one (on Debian or Ubuntu: sudo apt install "
    "chromium fonts-liberation), or name one in UPCARD_BROWSER"
)
#: Timeout in milliseconds, long enough that only a hang exceeds it.
PATIENCE = 180_000
LANDSCAPE = (1180, 820)
PORTRAIT = (820, 1180)
SMALL_TABLET = (1024, 768)
TABLETS = (LANDSCAPE, SMALL_TABLET, PORTRAIT)
PHONE = (390, 844)
TELEVISION = (1920, 1080)
#: htmx's messages about a request aborted by leaving the page. Real failures have other messages.
ABANDONED = r"^console: htmx:(sendAbort|afterRequest)\b"


@dataclass
class Device:
    """A tablet, phone or television: a page in its own browser context.

    ``wrong``: its unexpected errors. ``expected``: patterns of errors to ignore. ``session``: kept to wipe it.
    """

    context: BrowserContext
    page: Page
    wrong: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    session: CDPSession | None = None

    def record_error(self, text: str) -> None:
        """Record an error of the page, unless it is expected."""
        if not any(re.search(pattern, text) for pattern in self.expected):
            self.wrong.append(text)

    def wipe(self, server: Server) -> None:
        """Clear cookies and storage, and reset media emulation, mouse and clock."""
        self.context.clear_cookies()
        self.page.emulate_media(color_scheme="null", reduced_motion="null")
        self.page.mouse.move(0, 0)
        self.page.clock.set_system_time(time.time())
        self.session = self.session or self.context.new_cdp_session(self.page)
        self.session.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": "all"})


@dataclass(frozen=True)
class Shots:
    """Screenshots for people to look at; without a folder, none are taken."""

    folder: Path | None

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Take a screenshot of the viewport, or of the whole page."""
        if self.folder is not None:
            page.screenshot(path=self.folder / name, full_page=whole, caret="initial")


def new_device(browser: Browser, server: Server, **more: Any) -> Device:
    """Return a new device, with ``more`` options of its browser context."""
    context = browser.new_context(base_url=server.url, has_touch=True, **{"locale": "en-GB", **more})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    context.clock.install()  # it runs normally, but tests can fast-forward it

    def watch(frame: Frame) -> None:
        if urlsplit(frame.url).scheme in ("http", "https") and not frame.url.startswith(f"{server.url}/"):
            device.wrong.append(f"on another server: {frame.url}")

    # Other requests elsewhere fail by FLAGS or the content security policy; to be told of each would take time.
    context.on("page", lambda page: page.on("framenavigated", watch))
    device = Device(context, context.new_page())
    context.on(
        "console", lambda message: device.record_error(f"console: {message.text}") if is_error(message) else None
    )
    context.on("weberror", lambda raised: device.record_error(f"script: {raised.error}"))
    return device


def is_error(message: ConsoleMessage) -> bool:
    """Return whether a message is an error. A refused stream is not: closed ones count as open for a while."""
    return message.type == "error" and not ("status of 503" in message.text and "/live/" in message.location["url"])


#: Calls whose effects would last into the next test.
LASTING_CHANGES = {
    Page: ("add_init_script", "expose_function", "on", "once"),
    BrowserContext: (
        "add_init_script",
        "grant_permissions",
        "new_cdp_session",
        "new_page",
        "on",
        "once",
        "route",
        "set_offline",
    ),
}


@contextmanager
def forbid_lasting_changes(page: Page) -> Iterator[None]:
    """Fail the test if it makes a change that would outlast it on a shared device; remove its request routes."""
    with pytest.MonkeyPatch.context() as patch:
        for thing in (page, page.context):
            for name in LASTING_CHANGES[type(thing)]:
                patch.setattr(thing, name, partial(pytest.fail, f"{name} outlasts the test: mark it own_device"))
        yield
    page.unroute_all()


@contextmanager
def offline(page: Page) -> Iterator[None]:
    """Cut a device off for the block."""
    BrowserContext.set_offline(page.context, True)
    try:
        yield
    finally:
        BrowserContext.set_offline(page.context, False)


@contextmanager
def requests_of(page: Page) -> Iterator[list[Request]]:
    """Record the requests that a page makes during the block."""
    made: list[Request] = []

    def record(request: Request) -> None:
        made.append(request)

    Page.on(page, "request", record)
    try:
        yield made
    finally:
        page.remove_listener("request", record)


def leave_pages(context: BrowserContext) -> None:
    """Leave the pages of a context: Chromium may hang when it closes a page that is navigating."""
    for page in context.pages:
        try:
            page.goto("about:blank")
        except Error:  # the page was navigating itself
            page.wait_for_load_state()


def find_browser(playwright: Playwright) -> str | None:
    """Return the browser named in ``UPCARD_BROWSER``, else one on the PATH, else the one installed by Playwright."""
    for name in (os.environ.get("UPCARD_BROWSER", ""), *BROWSERS):
        if path := shutil.which(name):
            return path
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None
