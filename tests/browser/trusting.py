"""Browsers with their own home directories, in which the server's certificate authority is trusted or not."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from app.tls.names import LOCAL_NAME
from tests.browser.devices import FLAGS, LANDSCAPE, PATIENCE
from tests.browser.settling import WATCH
from tests.serving import Server

MISSING = (
    "certutil is missing, and `make tools` gets none; install it (on Debian or Ubuntu: sudo apt install libnss3-tools)"
)


@contextmanager
def isolated_browser(driver: Playwright, executable: str, home: Path, trusted: Server | None) -> Iterator[Browser]:
    """Yield a browser with its own home directory, which trusts the authority of a server or none.

    It resolves ``upcard.local`` to this machine.
    """
    certutil = shutil.which("certutil")
    if certutil is None:
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING)
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    subprocess.run([certutil, "-d", f"sql:{store}", "-N", "--empty-password"], check=True)
    if trusted is not None:
        file = str(trusted.data / "authority.pem")
        subprocess.run([certutil, "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "Upcard", "-i", file], check=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    browser = driver.chromium.launch(
        executable_path=executable,
        args=[*FLAGS, f"--host-resolver-rules=MAP {LOCAL_NAME} 127.0.0.1"],
        env={**environment, "HOME": str(home)},
    )
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def device_in(browser: Browser, origin: str) -> Iterator[Page]:
    """Yield a page on a new device in such a browser; its paths are relative to this origin."""
    viewport = {"width": LANDSCAPE[0], "height": LANDSCAPE[1]}
    context = browser.new_context(base_url=origin, viewport=viewport, has_touch=True, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH)
    context.clock.install()
    try:
        yield context.new_page()
    finally:
        context.close()
