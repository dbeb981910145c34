"""Browsers without cascade layers, such as those of televisions from before 2022."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import go_to, resize
from tests.browser.scenes import SCENES, Scene
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Stage

#: Scenes with their own style sheet, or their own part of one.
ALWAYS = (
    "television, betting",
    "television, rules shown",
    "television, settlement",
    "television, settled",
    "phone, my turn",
    "phone, declaring",
    "phone, settled",
)

#: Returns the boxes and styles of all elements, with the first page of rules shown: pages take turns by the clock.
RENDERED = """() => {
  document.querySelectorAll(".rules-page").forEach((page, n) => page.classList.toggle("on", n === 0));
  return [...document.querySelectorAll("body *")].filter((el) => el.checkVisibility()).map((el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    const { color, backgroundColor, backgroundImage, boxShadow, fontSize, fontWeight } = getComputedStyle(el);
    const before = getComputedStyle(el, "::before");
    return [el.tagName, el.className.baseVal ?? el.className, x, y, width, height, color, backgroundColor,
      backgroundImage, boxShadow, fontSize, fontWeight,
      before.content, before.width, before.top, before.left].join(" ");
  });
}"""


def disable_layers(page: Page) -> None:
    """Make the page ignore layers in style sheets, as an old browser does; scripts still fetch the whole sheets."""
    sheets: dict[str, str] = {}

    def hide_layers(route: Route) -> None:
        address = route.request.url
        if route.request.resource_type != "stylesheet":
            route.continue_()
            return
        if address not in sheets:
            sheets[address] = route.fetch().text().replace("@layer", "@unknown")
        route.fulfill(content_type="text/css", body=sheets[address])

    page.route("**/*.css?*", hide_layers)
    page.add_init_script("delete window.CSSLayerBlockRule;")


#: The scenes of every run, and those of the long run.
OWN_SHEETS = [scene for scene in SCENES if scene.name in ALWAYS]
OTHERS = [
    scene
    for scene in SCENES
    if scene.name.startswith(("television", "phone")) and scene not in OWN_SHEETS and not scene.errors
]


@pytest.mark.parametrize(
    "scenes",
    [
        pytest.param(OWN_SHEETS, id="own sheets"),
        *(pytest.param([scene], id=scene.name.replace(" ", "-"), marks=pytest.mark.long) for scene in OTHERS),
    ],
)
def test_televisions_and_phones_without_cascade_layers_look_the_same(
    another_page: AnotherPage, stage: Stage, scenes: Sequence[Scene]
) -> None:
    new, old = another_page(), another_page(own=True)
    disable_layers(old)
    differ = []
    for scene in scenes:
        address = scene.address(stage)
        shown = []
        for page in (new, old):
            resize(page, scene.sizes[0])
            page.emulate_media(reduced_motion="reduce")
            page.context.add_cookies(new.context.cookies())  # a phone link opens on one device only
            go_to(page, address)
            scene.then(page)
            expect(page.locator("main").first).to_have_css("box-sizing", "border-box")
            settled(page)
            shown.append(page.evaluate(RENDERED))
        assert len(shown[0]) > 5, scene.name
        if shown[1] != shown[0]:
            differ.append(scene.name)
    assert differ == []
