"""Accessibility: axe and the keyboard on every screen, target sizes and contrast in both themes."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import PHONE
from tests.browser.measures import PAINTED, SIDEWAYS, axe, faults_of, in_both_themes, keyboard, size_and_contrast
from tests.browser.playing import click, go_to, resize
from tests.browser.scenes import SCENES, Scene
from tests.browser.settling import evaluate
from tests.browser.stage import Deal, Stage
from tests.web.tables import NAMES

#: A tablet enlarged to twice its size, a page enlarged to four times its size, and a phone on its side.
ENLARGED = ((590, 410), (320, 256), (844, 390))

#: Screens with parts that stay in place while the rest scrolls: those at the head and at the foot are of any height.
WITH_FIXED_PARTS = (
    "bets",
    "bid",
    "call",
    "correction, previewed",
    "declare",
    "log",
    "offer, to all",
    "phone, declaring",
    "pick",
    "sheet",
    "sheet, too many players",
    "hand of two",
)


def every_scene() -> Iterator[Any]:
    """Yield each screen at all its sizes, and each variant (with a comma in its name) at one of them, in rotation.

    A variant uses the same templates as its screen, so axe, the keyboard and the other sizes are left to the long run.
    So is the second theme at all sizes but one.
    """
    for number, scene in enumerate(SCENES):
        name = scene.name.replace(" ", "-")
        marks = [pytest.mark.console(scene.errors)] if scene.errors else []
        at = number % len(scene.sizes)
        first, *others = (*scene.sizes[at:], *scene.sizes[:at])
        in_long_run, is_variant = [*marks, pytest.mark.long], "," in scene.name
        sizes = (first,) if is_variant else scene.sizes
        rare = is_variant and scene.rare
        yield pytest.param(scene, sizes, (first,), not is_variant, id=name, marks=in_long_run if rare else marks)
        yield pytest.param(scene, others, others, is_variant, id=f"{name}-elsewhere", marks=in_long_run)


#: The spacing of text that a reader may set (WCAG 1.4.12).
SPACED = """() => {
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets.push(spacing);
}"""


def scene_named(name: str) -> Scene:
    return next(scene for scene in SCENES if scene.name == name)


@pytest.mark.parametrize(("scene", "sizes", "in_both", "whole"), list(every_scene()))
def test_a_screen_is_accessible(
    page: Page,
    stage: Stage,
    scene: Scene,
    sizes: Sequence[tuple[int, int]],
    in_both: Sequence[tuple[int, int]],
    whole: bool,
) -> None:
    """Measure at these sizes, ``in_both`` in both themes; if ``whole``, also try the keyboard before and axe after."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    resize(page, scene.sizes[0])
    go_to(page, scene.address(stage))
    scene.then(page)
    found = keyboard(page, tabs=scene.tabs) if whole else []
    for size in sizes:
        resize(page, size)
        measured = in_both_themes(page) if size in in_both else size_and_contrast(page)
        found += [f"{size}: {wrong}" for wrong in measured]
    found += axe(page) if whole else []
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", WITH_FIXED_PARTS)
def test_nothing_that_has_the_focus_is_covered_on_a_small_or_enlarged_page(page: Page, stage: Stage, name: str) -> None:
    scene = scene_named(name)
    page.emulate_media(reduced_motion="reduce")
    go_to(page, scene.address(stage))
    scene.then(page)
    for size in (*ENLARGED, PHONE):
        resize(page, size)
        assert keyboard(page, tabs=False) == [], size
        assert faults_of(page, SIDEWAYS) == [], size


def test_nothing_lies_under_the_question_who_sits_out(page: Page, stage: Stage) -> None:
    go_to(page, f"{stage.night(8)}/call/night-baseball")
    evaluate(page, PAINTED)
    for size in (*ENLARGED, PHONE):
        resize(page, size)
        last = page.get_by_role("link", name="Open as text")
        assert last.evaluate(
            """(el) => {
                el.scrollIntoView({ block: "start" });
                const { left, top, width, height } = el.getBoundingClientRect();
                return el.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            }"""
        ), size


def test_the_log_opens_in_sight_where_the_pad_comes_before_the_table(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter("d dh p1 ??Kh")
    for size in ENLARGED[::2]:
        resize(page, size)
        go_to(page, table.url)
        click(page.get_by_role("button", name="Log", exact=True))
        for name in ("Earlier hands", "Close"):
            expect(page.locator("#log").get_by_text(name)).to_be_in_viewport(ratio=1)
        click(page.locator("#log-close"))
        expect(page.locator(".pad .text")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "name", ["cards", "correct a card", "settlement, split", "television, betting", "phone, dealing", "help"]
)
def test_a_browser_that_translates_a_page_leaves_cards_and_names_alone(page: Page, stage: Stage, name: str) -> None:
    scene = scene_named(name)
    go_to(page, scene.address(stage))
    parts = ".card, .keys button, .ranks label, .key, .seat .name, .other-name"
    translated = page.locator(parts).evaluate_all("all => all.filter((el) => el.translate).map((el) => el.outerHTML)")
    assert translated == []
    assert page.locator(parts).count() > 3


@pytest.mark.parametrize(
    "name",
    [
        "start page, naming a night",
        "night of eight",
        "call, a rotation",
        "rotation",
        "sheet",
        "out of order",
        "correct a card",
        "correction, previewed",
        "settings for money",
        "lend or give",
        "links",
        "help",
    ],
)
def test_a_phone_enlarged_to_twice_its_size_scrolls_one_way_only(page: Page, stage: Stage, name: str) -> None:
    scene = scene_named(name)
    go_to(page, scene.address(stage))
    scene.then(page)
    for size in ((188, 406), (295, 205)):
        resize(page, size)
        assert faults_of(page, SIDEWAYS) == [], size


#: The width of A4 within the margins that browsers give it.
PAPER = (718, 1000)

#: Returns what is on paper without use or cut off there: controls, frames with nothing in them, parts that scroll.
WRONG_ON_PAPER = """() => [...document.querySelectorAll("body *")].filter((el) => el.checkVisibility())
  .filter((el) => {
    const scrolls = /auto|scroll/.test(getComputedStyle(el).overflow);
    return el.matches("button, a.btn, details:not([open]), [type=range]")
      || (el.matches(".panel") && !el.innerText.trim())
      || (scrolls && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1));
  }).map((el) => el.outerHTML.slice(0, 80))"""


@pytest.mark.own_device
@pytest.mark.parametrize(
    "name",
    ["sheet", "rules", "money, settled", "hand, how it ended", "statistics", "links", "help", "phone, settled"],
)
def test_a_printed_page_is_whole_and_has_nothing_to_tap(page: Page, stage: Stage, name: str) -> None:
    scene = scene_named(name)
    go_to(page, scene.address(stage))
    scene.then(page)
    resize(page, PAPER)
    page.emulate_media(media="print")
    assert page.evaluate(WRONG_ON_PAPER) == []
    assert faults_of(page, SIDEWAYS) == []


@pytest.mark.parametrize("name", ["bets", "bets, a run of checks", "pick", "roll, into hands", "show"])
def test_what_has_the_focus_is_in_sight_when_the_reader_spaces_the_text(page: Page, stage: Stage, name: str) -> None:
    scene = scene_named(name)
    go_to(page, scene.address(stage))
    scene.then(page)
    page.evaluate(SPACED)
    assert keyboard(page, tabs=False) == []
