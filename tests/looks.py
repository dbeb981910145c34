"""``python -m tests.looks FOLDER [PART ...]`` takes pictures of every screen, in each of its sizes, dark and light.

A PART limits the pictures to screens with that text in their names. ``--hard`` also shows each screen as seen in a dim
room, from across the room, and by somebody who cannot tell red from green. The pictures are for people to compare
before and after a design change.
"""

from __future__ import annotations

import re
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright
from sqlalchemy import delete

from app.night.access.grants import grant
from app.night.access.rights import HOST, PHONE
from app.night.db import writing
from app.night.models import CLUB, DeviceRole
from app.web.http.browser import COOKIE
from tests.browser.devices import FLAGS, MISSING, find_browser, new_device
from tests.browser.scenes import SCENES, Scene
from tests.browser.settling import settled
from tests.browser.stage import Stage
from tests.serving import app_beside, database, serving

#: Filters over the whole page: a screen at 35 % of its brightness, and one seen from four metres away.
FILTERS = {"dim": "brightness(.35)", "far": "blur(2px)"}


def main(arguments: list[str]) -> int:
    """Take the pictures; return 1 without a browser."""
    parser = ArgumentParser("python -m tests.looks")
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--first", action="store_true", help="only the first size of each screen, in the dark theme")
    wanted = parser.parse_args(arguments)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    scenes = [scene for scene in SCENES if not wanted.parts or any(part in scene.name for part in wanted.parts)]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        executable = find_browser(playwright)
        if executable is None:
            print(MISSING, file=sys.stderr)
            return 1
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        with database(app_beside(server)) as client:
            stage, device = Stage(client), new_device(browser, server)
            for scene in scenes:
                with writing() as session:  # phones of an earlier scene belong to the same people
                    session.execute(delete(DeviceRole).where(DeviceRole.role == PHONE))
                address = scene.address(stage)
                device.context.clear_cookies()
                cookie = {"name": COOKIE, "value": grant(HOST, CLUB, "", "iPad"), "url": server.url}
                device.context.add_cookies([cookie])  # type: ignore[list-item]
                try:
                    for name, page in views(device.page, scene, address, wanted.hard, wanted.first):
                        page.screenshot(path=wanted.folder / f"{name}.png", animations="disabled", timeout=30_000)
                except (Error, AssertionError) as error:
                    print(f"{scene.name}: {str(error).splitlines()[0]}", file=sys.stderr)
        browser.close()
    return 0


def views(page: Page, scene: Scene, address: str, hard: bool, first: bool) -> Iterator[tuple[str, Page]]:
    """Yield the page in each look, with a name for the picture."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size(dict(zip(("width", "height"), scene.sizes[0], strict=True)))  # type: ignore[arg-type]
    page.goto(address)
    settled(page)
    scene.then(page)
    settled(page)
    for width, height in scene.sizes[:1] if first else scene.sizes:
        page.set_viewport_size({"width": width, "height": height})
        name = f"{re.sub('[^a-z]+', '-', scene.name)}-{width}"
        page.wait_for_timeout(100)
        yield name, page
        if not first:
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            yield f"{name}-light", page
            page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        if hard:
            for effect, how in FILTERS.items():
                page.evaluate("how => { document.documentElement.style.filter = how }", how)
                yield f"{name}-{effect}", page
            page.evaluate("document.documentElement.style.filter = ''")
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})
            yield f"{name}-deuteranopia", page
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
            session.detach()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
