"""Drivers of one page in each engine.

Playwright drives Chromium; WebDriver drives WebKit over HTTP and Marionette drives Firefox over a socket, with programs
from Debian packages.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import sync_playwright

from tests.browser.devices import FLAGS, find_browser, new_device
from tests.browser.hands import OnPage, Screen
from tests.browser.playing import go_to, resize
from tests.browser.settling import LIMIT_MILLISECONDS, REST_MILLISECONDS, SETTLED, settled
from tests.serving import Server, free_port

PROGRAMS = {"chromium": ("chromium",), "webkit": ("WebKitWebDriver", "Xvfb"), "firefox": ("firefox-esr",)}
#: WebDriver's key for an element returned by a script.
ELEMENT_KEY = "element-6066-11e4-a52e-4f735466cecf"
#: Errors that mean that the page's context or the element to tap is gone.
GONE = r"stale|unload|no such (element|window|frame)|not (attached|interact)|Document was|navigat|is null|script exec"
#: The record that `settled` reads from a page. Without the navigation API, only the page's own events report leaving.
WATCH = """window.settling ??= (() => {
  const wait = setTimeout.bind(window);
  const watch = { leaving: false, stream: null, version: "", broken: false };
  watch.sleep = (milliseconds) => new Promise((done) => wait(done, milliseconds));
  addEventListener("beforeunload", () => { watch.leaving = true; });
  addEventListener("pageshow", () => { watch.leaving = false; });
  const keep = (what) => { sessionStorage.faults = `${sessionStorage.faults ?? ""}${what}\n`; };
  addEventListener("error", ({ message }) => keep(message));
  addEventListener("unhandledrejection", ({ reason }) => keep(reason));
  return watch;
})();"""
WAIT_UNTIL_SETTLED = f"""const done = arguments[arguments.length - 1];
{WATCH}
({SETTLED})({LIMIT_MILLISECONDS}).then(done, (error) => done(String(error)));"""


class Engine(Screen, Protocol):
    """A browser with one page."""

    def open(self, path: str) -> None:
        """Go to an address of the app, and wait until the page has settled."""

    def size(self, width: int, height: int) -> None:
        """Resize the page."""

    def settle(self) -> None:
        """Wait until the page has settled and loaded its typefaces."""

    def type(self, script: str, text: str) -> None:
        """Type into the field that a script returns."""

    def picture(self, path: Path) -> None:
        """Write a screenshot of the page as a PNG."""

    def faults(self) -> list[str]:
        """Return the errors of the page's scripts."""


@dataclass(frozen=True)
class Chromium(OnPage):
    """Chromium, driven as in the browser tests."""

    wrong: list[str]

    def open(self, path: str) -> None:
        go_to(self.page, path)

    def size(self, width: int, height: int) -> None:
        resize(self.page, (width, height))

    def settle(self) -> None:
        settled(self.page)

    def type(self, script: str, text: str) -> None:
        field = self.page.evaluate_handle(f"() => {{ {script} }}").as_element()
        assert field is not None
        field.fill(text)

    def picture(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def faults(self) -> list[str]:
        return self.wrong


class WebDriverBrowser:
    """A browser driven by the commands of WebDriver."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def send(self, script: str, asynchronous: bool = False) -> Any:
        raise NotImplementedError

    def go(self, url: str) -> None:
        raise NotImplementedError

    def click(self, element: str) -> None:
        raise NotImplementedError

    def type_into(self, element: str, text: str) -> None:
        raise NotImplementedError

    def resize(self, width: int, height: int) -> None:
        raise NotImplementedError

    def shot(self) -> str:
        raise NotImplementedError

    def run(self, script: str) -> Any:
        return self._retry(lambda: self.send(script))

    def press(self, script: str) -> None:
        def tap() -> None:
            element = self.send(script)
            assert element is not None, f"nothing to tap: {script}"
            self.click(element[ELEMENT_KEY])
            time.sleep(0.1)  # WebKit responds before the page has received the event

        self._retry(tap)
        self.settle()

    def open(self, path: str) -> None:
        self.go(path if path.startswith("http") else self.server.url + path)
        self.settle()
        if re.fullmatch("/p/[^/]+", path):  # a phone claims an unclaimed link
            while not self.run("return document.querySelector('#own') !== null"):
                time.sleep(0.1)
            self.settle()

    def size(self, width: int, height: int) -> None:
        """Resize the page as closely as the window allows."""
        self.resize(width, height)
        for _ in range(3):
            time.sleep(0.3)
            wide, high = self.run("return [innerWidth, innerHeight]")
            outer = self.run("return [outerWidth, outerHeight]")
            self.resize(outer[0] + width - wide, outer[1] + height - high)

    def type(self, script: str, text: str) -> None:
        self._retry(lambda: self.type_into(self.send(script)[ELEMENT_KEY], text))

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.shot()))

    def faults(self) -> list[str]:
        return str(self.run("return sessionStorage.faults ?? ''")).splitlines()

    def settle(self) -> None:
        while self.run("return document.fonts.status !== 'loaded'"):
            time.sleep(0.1)
        while rest := self._retry(lambda: self.send(WAIT_UNTIL_SETTLED, asynchronous=True)):
            if rest is not True:
                raise RuntimeError(rest)
            time.sleep(REST_MILLISECONDS / 1000)

    def _retry(self, call: Any) -> Any:
        """Return the result of a call, retrying while the page navigates or redraws."""
        for _ in range(50):
            try:
                return call()
            except RuntimeError as problem:
                if not re.search(GONE, str(problem), re.I):
                    raise
                time.sleep(0.1)
        return call()


class WebKit(WebDriverBrowser):
    """WebKit, the engine of iPads, driven over HTTP."""

    def __init__(self, server: Server, port: int) -> None:
        super().__init__(server)
        self.session = f"http://127.0.0.1:{port}/session"
        wanted = {"browserName": "MiniBrowser"}
        self.session += "/" + self._call("", capabilities={"alwaysMatch": wanted})["sessionId"]

    def _call(self, command: str, **parameters: Any) -> Any:
        body = json.dumps(parameters).encode()
        asked = Request(f"{self.session}{command}", body, {"Content-Type": "application/json"})
        try:
            with urlopen(asked, timeout=120) as answer:
                return json.load(answer)["value"]
        except HTTPError as problem:
            value = json.load(problem)["value"]
            raise RuntimeError(f"{command}: {value['error']}: {value['message']}") from problem

    def send(self, script: str, asynchronous: bool = False) -> Any:
        return self._call(f"/execute/{'async' if asynchronous else 'sync'}", script=script, args=[])

    def go(self, url: str) -> None:
        self._call("/url", url=url)

    def click(self, element: str) -> None:
        self._call(f"/element/{element}/click")

    def type_into(self, element: str, text: str) -> None:
        self._call(f"/element/{element}/clear")
        self._call(f"/element/{element}/value", text=text)

    def resize(self, width: int, height: int) -> None:
        self._call("/window/rect", width=width, height=height)

    def shot(self) -> str:
        with urlopen(f"{self.session}/screenshot", timeout=60) as answer:
            return str(json.load(answer)["value"])


class Firefox(WebDriverBrowser):
    """Firefox, driven over a socket by JSON messages preceded by their length."""

    def __init__(self, server: Server, port: int) -> None:
        super().__init__(server)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        self.number = 0
        self._read()
        self._call("NewSession")

    def _call(self, command: str, **parameters: Any) -> Any:
        self.number += 1
        sent = json.dumps([0, self.number, f"WebDriver:{command}", parameters]).encode()
        self.socket.sendall(f"{len(sent)}:".encode() + sent)
        _, _, wrong, answer = self._read()
        if wrong:
            raise RuntimeError(f"{command}: {wrong['error']}: {wrong['message']}")
        return answer

    def send(self, script: str, asynchronous: bool = False) -> Any:
        command = "ExecuteAsyncScript" if asynchronous else "ExecuteScript"
        return self._call(command, script=script, args=[])["value"]

    def go(self, url: str) -> None:
        self._call("Navigate", url=url)

    def click(self, element: str) -> None:
        self._call("ElementClick", id=element)

    def type_into(self, element: str, text: str) -> None:
        self._call("ElementClear", id=element)
        self._call("ElementSendKeys", id=element, text=text)

    def resize(self, width: int, height: int) -> None:
        self._call("SetWindowRect", width=width, height=height)

    def shot(self) -> str:
        return str(self._call("TakeScreenshot", id=None, full=False, hash=False)["value"])

    def _read(self) -> Any:
        length = b""
        while (sign := self.socket.recv(1)) != b":":
            length += sign
        text = b""
        while len(text) < int(length):
            text += self.socket.recv(int(length) - len(text))
        return json.loads(text)


def missing(engine: str) -> list[str]:
    """Return the programs of an engine that are not installed."""
    return [program for program in PROGRAMS[engine] if shutil.which(program) is None]


@contextmanager
def browser(engine: str, profile: Path, server: Server) -> Iterator[Engine]:
    """Yield a browser with an empty profile and default settings."""
    with ExitStack() as stack:
        port = free_port()
        if engine == "chromium":
            playwright = stack.enter_context(sync_playwright())
            launched = playwright.chromium.launch(executable_path=find_browser(playwright), args=FLAGS)
            stack.callback(launched.close)
            device = new_device(launched, server)
            device.expected.append("^console: htmx:")
            yield Chromium(device.page, device.wrong)
        elif engine == "firefox":
            (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n', "utf-8")
            command = ["firefox-esr", "--headless", "--marionette", "--profile", str(profile), "--no-remote"]
            stack.enter_context(_running(command, {"MOZ_HEADLESS_WIDTH": "1920", "MOZ_HEADLESS_HEIGHT": "1200"}))
            yield Firefox(server, _wait_for_port(port))
        else:
            display = f":{port % 1000 + 100}"
            stack.enter_context(_running(["Xvfb", display, "-screen", "0", "1940x1400x24"], {}))
            environment = {"DISPLAY": display, "HOME": str(profile)}
            stack.enter_context(_running(["WebKitWebDriver", f"--port={port}"], environment))
            yield WebKit(server, _wait_for_port(port))


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[None]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True, **quiet)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait(timeout=20)


def _wait_for_port(port: int) -> int:
    """Wait until a server listens on a port, and return the port."""
    for _ in range(300):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return port
        time.sleep(0.1)
    raise RuntimeError(f"nothing listens on port {port}")
