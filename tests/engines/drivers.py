"""WebKit and Firefox, driven with programs from their Debian packages, and Chromium, driven by Playwright: one page
each.

WebKit is driven by WebDriver over HTTP, Firefox by Marionette over a socket.
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
PART = "element-6066-11e4-a52e-4f735466cecf"
#: Errors because the page's context, or the element to be tapped, is gone.
GONE = r"stale|unload|no such (element|window|frame)|not attached|Document was|navigat|is null|script execution"
#: The record that `settled` reads from a page; without the navigation API, only the page's own events report leaving.
WATCHED = """window.settling ??= (() => {
  const wait = setTimeout.bind(window);
  const watch = { leaving: false, stream: null, heard: "", broken: false };
  watch.sleep = (milliseconds) => new Promise((done) => wait(done, milliseconds));
  addEventListener("beforeunload", () => { watch.leaving = true; });
  addEventListener("pageshow", () => { watch.leaving = false; });
  const keep = (what) => { sessionStorage.faults = `${sessionStorage.faults ?? ""}${what}\n`; };
  addEventListener("error", ({ message }) => keep(message));
  addEventListener("unhandledrejection", ({ reason }) => keep(reason));
  return watch;
})();"""
SETTLES = f"""const done = arguments[arguments.length - 1];
{WATCHED}
({SETTLED})({LIMIT_MILLISECONDS}).then(done, (error) => done(String(error)));"""


class Engine(Screen, Protocol):
    """A browser with one page."""

    def open(self, path: str) -> None:
        """Go to an address of the app, and wait until the page has settled."""

    def size(self, width: int, height: int) -> None:
        """Resize the page."""

    def settle(self) -> None:
        """Wait until the page has settled, with all its typefaces."""

    def type(self, script: str, text: str) -> None:
        """Type into the field that a script returns."""

    def picture(self, path: Path) -> None:
        """Write a screenshot of the page as a PNG."""

    def faults(self) -> list[str]:
        """Return the errors of scripts."""


@dataclass(frozen=True)
class Chromium(OnPage):
    """Chromium, driven as in all other tests."""

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


class Driven:
    """A browser driven by the commands of WebDriver, in one form or another."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def send(self, script: str, asynchronous: bool = False) -> Any:
        raise NotImplementedError

    def go(self, url: str) -> None:
        raise NotImplementedError

    def click(self, part: str) -> None:
        raise NotImplementedError

    def type_into(self, part: str, text: str) -> None:
        raise NotImplementedError

    def resize(self, width: int, height: int) -> None:
        raise NotImplementedError

    def shot(self) -> str:
        raise NotImplementedError

    def run(self, script: str) -> Any:
        return self._patiently(lambda: self.send(script))

    def press(self, script: str) -> None:
        def pressed() -> None:
            part = self.send(script)
            assert part is not None, f"nothing to tap: {script}"
            self.click(part[PART])
            time.sleep(0.1)  # WebKit answers before the page has received the event

        self._patiently(pressed)
        self.settle()

    def open(self, path: str) -> None:
        self.go(path if path.startswith("http") else self.server.url + path)
        self.settle()
        if re.fullmatch("/p/[^/]+", path):  # a phone claims a free link by itself
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
        self.type_into(self.run(script)[PART], text)

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.shot()))

    def faults(self) -> list[str]:
        return str(self.run("return sessionStorage.faults ?? ''")).splitlines()

    def settle(self) -> None:
        while self.run("return document.fonts.status !== 'loaded'"):
            time.sleep(0.1)
        while rest := self._patiently(lambda: self.send(SETTLES, asynchronous=True)):
            if rest is not True:
                raise RuntimeError(rest)
            time.sleep(REST_MILLISECONDS / 1000)

    def _patiently(self, what: Any) -> Any:
        """Retry if the page navigates or redraws meanwhile."""
        for _ in range(50):
            try:
                return what()
            except RuntimeError as problem:
                if not re.search(GONE, str(problem), re.I):
                    raise
                time.sleep(0.1)
        return what()


class WebKit(Driven):
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

    def click(self, part: str) -> None:
        self._call(f"/element/{part}/click")

    def type_into(self, part: str, text: str) -> None:
        self._call(f"/element/{part}/clear")
        self._call(f"/element/{part}/value", text=text)

    def resize(self, width: int, height: int) -> None:
        self._call("/window/rect", width=width, height=height)

    def shot(self) -> str:
        with urlopen(f"{self.session}/screenshot", timeout=60) as answer:
            return str(json.load(answer)["value"])


class Firefox(Driven):
    """Firefox, driven over its own socket: JSON messages preceded by their length."""

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

    def click(self, part: str) -> None:
        self._call("ElementClick", id=part)

    def type_into(self, part: str, text: str) -> None:
        self._call("ElementClear", id=part)
        self._call("ElementSendKeys", id=part, text=text)

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
    """Return the programs that an engine needs and this machine lacks."""
    return [program for program in PROGRAMS[engine] if shutil.which(program) is None]


@contextmanager
def browser(engine: str, profile: Path, server: Server) -> Iterator[Engine]:
    """Yield a browser of an engine with a new, empty profile and nothing switched on."""
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
            yield Firefox(server, _waited_for(port))
        else:
            display = f":{port % 1000 + 100}"
            stack.enter_context(_running(["Xvfb", display, "-screen", "0", "1940x1400x24"], {}))
            environment = {"DISPLAY": display, "HOME": str(profile)}
            stack.enter_context(_running(["WebKitWebDriver", f"--port={port}"], environment))
            yield WebKit(server, _waited_for(port))


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


def _waited_for(port: int) -> int:
    """Return a port once something listens there."""
    for _ in range(300):
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return port
        time.sleep(0.1)
    raise RuntimeError(f"nothing listens on port {port}")
