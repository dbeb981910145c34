"""Browsers without cascade layers, as in televisions from before 2022: they show the same."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import go_to, resize
from tests.browser.scenes import SCENES, Scene
from tests.browser.settling import settled
from tests.browser.stage import Stage

Another = Callable[..., Page]

#: Scenes with their own style sheet or a part of one.
ALWAYS = (
    "television, betting",
    "television, rules shown",
    "television, settlement",
    "television, settled",
    "phone, my turn",
    "phone, declaring",
    "phone, settled",
)

#: The boxes and styles of all elements.
DRAWN = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility()).map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const { color, backgroundColor, backgroundImage, boxShadow, fontSize, fontWeight } = getComputedStyle(one);
  const before = getComputedStyle(one, "::before");
  return [one.tagName, one.className.baseVal ?? one.className, x, y, width, height, color, backgroundColor,
    backgroundImage, boxShadow, fontSize, fontWeight, before.content, before.width, before.top, before.left].join(" ");
})"""


def knows_no_layers(page: Page) -> None:
    """Load style sheets without their layers, as an old browser does; scripts still read the whole sheets."""

    def skipped(route: Route) -> None:
        if route.request.resource_type == "stylesheet":
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("@layer", "@unknown"))
        else:
            route.continue_()

    page.route("**/*.css?*", skipped)
    page.add_init_script("delete window.CSSLayerBlockRule;")


#: Scenes always tested, and those for the long run.
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
    another_page: Another, stage: Stage, scenes: Sequence[Scene]
) -> None:
    new, old = another_page(), another_page(own=True)
    knows_no_layers(old)
    differ = []
    for scene in scenes:
        address = scene.address(stage)
        shown = []
        for page in (new, old):
            resize(page, scene.sizes[0])
            page.emulate_media(reduced_motion="reduce")
            page.context.add_cookies(new.context.cookies())  # the link opens on one device only
            go_to(page, address)
            scene.then(page)
            expect(page.locator("main").first).to_have_css("box-sizing", "border-box")
            settled(page)
            shown.append(page.evaluate(DRAWN))
        assert len(shown[0]) > 5, scene.name
        if shown[1] != shown[0]:
            differ.append(scene.name)
    assert differ == []
