"""Driving WebKit and Firefox by what their Debian packages bring: WebDriver over HTTP, and Marionette over a socket.

Needs `webkit2gtk-driver`, `firefox-esr` and `xvfb`. Both see pages as wide as a tablet.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.serving import free_port

SIZE = (1180, 820)
PROGRAMS = {"webkit": ("WebKitWebDriver", "Xvfb"), "firefox": ("firefox-esr",)}


class Browser(Protocol):
    """A browser with one page open."""

    def call(self, command: str, **parameters: Any) -> Any:
        """Return the answer to one command."""

    def open(self, url: str) -> None:
        """Go to an address, and wait until its page is there."""

    def run(self, script: str) -> Any:
        """Return what a script returns that runs in the page."""

    def picture(self, path: Path) -> None:
        """Write what is seen of the page as a PNG."""


class WebKit:
    """WebKit, which iPads run, driven over HTTP."""

    def __init__(self, port: int) -> None:
        self.server = f"http://127.0.0.1:{port}"
        self.session = ""
        made = self.call("", capabilities={"alwaysMatch": {"browserName": "MiniBrowser"}})
        self.session = f"/{made['sessionId']}"
        self.call("/window/rect", width=SIZE[0], height=SIZE[1])

    def call(self, command: str, **parameters: Any) -> Any:
        body = json.dumps(parameters).encode()
        asked = Request(f"{self.server}/session{self.session}{command}", body, {"Content-Type": "application/json"})
        try:
            with urlopen(asked, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as problem:
            raise RuntimeError(f"{command}: {json.load(problem)['value']['message']} ({parameters})") from problem

    def open(self, url: str) -> None:
        self.call("/url", url=url)

    def run(self, script: str) -> Any:
        return self.call("/execute/sync", script=script, args=[])

    def picture(self, path: Path) -> None:
        with urlopen(f"{self.server}/session{self.session}/screenshot", timeout=60) as answer:
            path.write_bytes(base64.b64decode(json.load(answer)["value"]))


class Firefox:
    """Firefox, driven over its own socket: messages are JSON with their length in front."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.number = 0
        self._read()
        self.call("WebDriver:NewSession")
        self.call("WebDriver:SetWindowRect", width=SIZE[0], height=SIZE[1] + 90)

    def call(self, command: str, **parameters: Any) -> Any:
        self.number += 1
        sent = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(f"{len(sent)}:".encode() + sent)
        _, _, wrong, answer = self._read()
        if wrong:
            raise RuntimeError(f"{command}: {wrong['message']}")
        return answer

    def open(self, url: str) -> None:
        self.call("WebDriver:Navigate", url=url)

    def run(self, script: str) -> Any:
        return self.call("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def picture(self, path: Path) -> None:
        shot = self.call("WebDriver:TakeScreenshot", id=None, full=False, hash=False)
        path.write_bytes(base64.b64decode(shot["value"]))

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
def browser(engine: str, profile: Path) -> Iterator[Browser]:
    """Yield a browser of an engine, with a new profile in an empty folder."""
    port = free_port()
    if engine == "firefox":
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n', "utf-8")
        command = ["firefox-esr", "--headless", "--marionette", "--profile", str(profile), "--no-remote"]
        with _running(command, {"MOZ_HEADLESS_WIDTH": "1180", "MOZ_HEADLESS_HEIGHT": "910"}):
            yield Firefox(_waited_for(port))
        return
    display = f":{port % 1000 + 100}"
    with (
        _running(["Xvfb", display, "-screen", "0", f"{SIZE[0]}x{SIZE[1] + 100}x24"], {}),
        _running(["WebKitWebDriver", f"--port={port}"], {"DISPLAY": display, "HOME": str(profile)}),
    ):
        yield WebKit(_waited_for(port))


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[None]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env={**os.environ, **environment}, start_new_session=True, **quiet)
    try:
        yield
    finally:
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
