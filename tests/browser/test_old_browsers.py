"""Browsers that know no cascade layers, as those of televisions from before 2022: what they show is the same."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import go_to
from tests.browser.scenes import SCENES, Scene
from tests.browser.settling import settled
from tests.browser.stage import Stage

Another = Callable[..., Page]

#: Scenes that have a sheet or a part of one for themselves; the others are looked at when there is time.
ALWAYS = (
    "television, betting",
    "television, rules shown",
    "television, settlement",
    "television, settled",
    "phone, my turn",
    "phone, declaring",
    "phone, settled",
)

#: Where everything is, and how it is drawn.
DRAWN = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const { color, backgroundColor, backgroundImage, boxShadow, fontSize, fontWeight } = getComputedStyle(one);
  const before = getComputedStyle(one, "::before");
  return [one.tagName, one.className.baseVal ?? one.className, x, y, width, height, color, backgroundColor,
    backgroundImage, boxShadow, fontSize, fontWeight, before.content, before.width, before.top, before.left].join(" ");
})"""


def knows_no_layers(page: Page) -> None:
    """A sheet loses what stands in a layer when the page loads it; a script still reads all of it."""

    def skipped(route: Route) -> None:
        if route.request.resource_type == "stylesheet":
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("@layer", "@unknown"))
        else:
            route.continue_()

    page.route("**/*.css?*", skipped)
    page.add_init_script("delete window.CSSLayerBlockRule;")


def looked_at() -> list[Any]:
    wanted = [scene for scene in SCENES if scene.name.startswith(("television", "phone")) and not scene.errors]
    return [
        pytest.param(scene, id=scene.name.replace(" ", "-"), marks=[] if scene.name in ALWAYS else [pytest.mark.long])
        for scene in wanted
    ]


@pytest.mark.parametrize("scene", looked_at())
def test_televisions_and_phones_without_layers_show_the_same(another_page: Another, stage: Stage, scene: Scene) -> None:
    address = scene.address(stage)
    pages = [another_page(scene.sizes[0]), another_page(scene.sizes[0], own=True)]
    knows_no_layers(pages[1])
    shown = []
    for page in pages:
        page.emulate_media(reduced_motion="reduce")
        page.context.add_cookies(pages[0].context.cookies())  # a phone's link opens for one device
        go_to(page, address)
        scene.then(page)
        expect(page.locator("main").first).to_have_css("box-sizing", "border-box")
        settled(page)
        shown.append(page.evaluate(DRAWN))
    assert len(shown[0]) > 5
    assert shown[1] == shown[0]
