"""Installing the app: Chrome's requirements, and icons that no launcher crops."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.playing import go_to

#: Draws an icon; returns its size, and the number of pixels outside the safe circle that are not background.
MEASURE_ICON = """async ([address, part]) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const dots = canvas.getImageData(0, 0, width, height).data;
  let outside = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (Math.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) <= width * part / 2) continue;
      const at = 4 * (y * width + x);
      if ([0, 1, 2].some((n) => Math.abs(dots[at + n] - dots[n]) > 2) || dots[at + 3] < 255) outside += 1;
    }
  }
  return { size: `${width}x${height}`, outside };
}"""


@pytest.mark.own_device
def test_chrome_finds_the_app_installable(page: Page) -> None:
    go_to(page, "/")
    session = page.context.new_cdp_session(page)
    found: dict[str, Any] = session.send("Page.getAppManifest")
    assert found["url"].partition("?")[0].endswith("/upcard.webmanifest")
    assert found["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's browser is in private mode, which is the only obstacle.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_the_icons_match_the_manifest(page: Page) -> None:
    go_to(page, "/")
    manifest = page.evaluate("async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()")
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Upcard", "/", "standalone")
    assert manifest["theme_color"] == page.locator("meta[name=theme-color]").first.get_attribute("content")
    purposes = set()
    for icon in manifest["icons"]:
        purposes.add((icon["purpose"], icon["sizes"]))
        if icon["sizes"] == "any":
            continue
        measured = page.evaluate(MEASURE_ICON, [icon["src"], 0.8])
        assert measured["size"] == icon["sizes"]
        if icon["purpose"] == "maskable":
            assert measured["outside"] == 0
    assert purposes >= {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}
