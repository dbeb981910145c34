"""Tablets, phones and televisions in one browser, lent to a test and wiped for the next."""

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
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Playwright

from tests.browser.settling import WATCH
from tests.serving import Server

#: The first is Chromium without windows, which takes a third less CPU time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
#: Timeout in milliseconds, long enough to end only what would hang for ever.
PATIENCE = 180_000
LANDSCAPE = (1180, 820)
PORTRAIT = (820, 1180)
#: htmx's messages about a request aborted by leaving the page. Real failures have other messages.
ABANDONED = r"^console: htmx:(sendAbort|afterRequest)\b"


@dataclass
class Device:
    """A tablet, phone or television: a page in its own browser context, with the unexpected errors seen there."""

    context: BrowserContext
    page: Page
    wrong: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def hear(self, text: str) -> None:
        """Record an error of the page, unless it is expected."""
        if not any(re.search(pattern, text) for pattern in self.expected):
            self.wrong.append(text)

    def wipe(self, server: Server) -> None:
        """Clear cookies and storage, reset media emulation and mouse, and set the clock right."""
        self.context.clear_cookies()
        self.page.emulate_media(color_scheme="null", reduced_motion="null")
        self.page.mouse.move(0, 0)
        self.page.clock.set_system_time(time.time())
        session = self.context.new_cdp_session(self.page)
        session.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": "all"})
        session.detach()


@dataclass(frozen=True)
class Shots:
    """Screenshots for people to look at; without a folder, none are taken."""

    folder: Path | None

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Take a screenshot of the viewport, or of the whole page."""
        if self.folder is not None:
            page.screenshot(path=self.folder / name, full_page=whole, caret="initial")


def new_device(browser: Browser, server: Server, **more: Any) -> Device:
    """A new device, with ``more`` options of its browser context."""
    context = browser.new_context(base_url=server.url, has_touch=True, **{"locale": "en-GB", **more})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    context.clock.install()  # it runs as any other, but tests need not wait for it
    device = Device(context, context.new_page())

    def watch(address: str) -> None:
        if urlsplit(address).scheme in ("http", "https", "ws", "wss") and not address.startswith(f"{server.url}/"):
            device.wrong.append(f"request to another host: {address}")

    context.on("console", lambda said: device.hear(f"console: {said.text}") if is_error(said) else None)
    context.on("weberror", lambda raised: device.hear(f"script: {raised.error}"))
    context.on("request", lambda sent: watch(sent.url))
    return device


def is_error(said: ConsoleMessage) -> bool:
    """Whether a message is an error. A refused stream is not one: a closed stream counts as open for a while."""
    return said.type == "error" and not ("status of 503" in said.text and "/live/" in said.location["url"])


#: Calls whose effects would last into the next test.
STAINS = {
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
def kept_as_it_is(page: Page) -> Iterator[None]:
    """Fail the test if it leaves anything behind on a lent device; undo its request routes."""
    with pytest.MonkeyPatch.context() as patch:
        for thing in (page, page.context):
            for name in STAINS[type(thing)]:
                patch.setattr(thing, name, partial(pytest.fail, f"{name} stains the device: mark the test own_device"))
        yield
    page.unroute_all()


def put_away(context: BrowserContext) -> None:
    """Leave the context's pages. Chromium may wait for ever when it closes a page that is navigating."""
    for page in context.pages:
        try:
            page.goto("about:blank")
        except Error:  # the page's own navigation came first
            page.wait_for_load_state()


def find_browser(playwright: Playwright) -> str | None:
    """The browser named in ``UPCARD_BROWSER``, one on the path, or the one that Playwright installed."""
    for name in (os.environ.get("UPCARD_BROWSER", ""), *BROWSERS):
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None
