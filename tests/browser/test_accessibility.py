"""Nobody is kept out: axe on every screen at every size in both looks, targets, contrast, focus, what is said aloud."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import for_everybody, hear, heard, keyboard
from tests.browser.playing import announced, deal_in, go_to, tap
from tests.browser.scenes import SCENES, TELEVISIONS, Scene
from tests.browser.stage import Stage, television_of
from tests.web.tables import Table

Deal = Callable[..., Table]

#: A hand of Follow the Queen for three players, up to the fourth street.
TAPS = (
    "Queen of hearts",
    "7 of spades",
    "2 of spades",
    "Bet 2",
    "Call 2",
    "Call 2",
    "Queen of clubs",
    "9 of hearts",
    "King of hearts",
)


def every_scene() -> Iterator[Any]:
    for scene in SCENES:
        marks = [pytest.mark.console(scene.errors)] if scene.errors else []
        yield pytest.param(scene, id=scene.name.replace(" ", "-"), marks=marks)


@pytest.mark.parametrize("scene", list(every_scene()))
def test_a_screen_keeps_nobody_out(page: Page, stage: Stage, scene: Scene) -> None:
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    width, height = scene.sizes[0]
    page.set_viewport_size({"width": width, "height": height})
    go_to(page, scene.address(stage))
    scene.then(page)
    expect(page.locator(".rest")).to_have_count(0)
    found = [f"{width}x{height}: {wrong}" for wrong in keyboard(page)]
    judged: set[str] = set()
    for width, height in scene.sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {wrong}" for wrong in for_everybody(page, judged)]
    assert not found, "\n".join(found)


def test_what_the_dealer_hears_is_said_once_when_it_changes(page: Page, deal: Deal) -> None:
    deal_in(page, deal, "follow-the-queen", "Ann", "Bob", "Cy")
    hear(page)
    shown = [announced(page).inner_text()]
    for name in TAPS:
        tap(page, name)
        if (text := announced(page).inner_text()) not in ("", shown[-1]):
            shown.append(text)
    assert heard(page) == shown[1:]
    assert any("Sevens are wild" in text for text in shown)
    assert 4 < len(shown) < len(TAPS)
    tap(page, "Undo", "Redo")
    assert heard(page)[len(shown) :] == shown[-1:]


def test_the_television_says_each_change_once(page: Page, stage: Stage, another_page: Callable[..., Page]) -> None:
    table = stage.table("follow-the-queen", players=3)
    page.goto(table.url)
    television = another_page(TELEVISIONS[0])
    television.goto(television_of(table))
    hear(television)
    shown = [announced(television).inner_text()]
    for name in TAPS:
        tap(page, name)
        at = page.locator("[data-at]").get_attribute("data-at")
        expect(television.locator("[data-at]")).to_have_attribute("data-at", at or "")
        if (text := announced(television).inner_text()) not in ("", shown[-1]):
            shown.append(text)
    assert heard(television) == shown[1:]
    assert any("Sevens are wild" in text for text in shown)
    assert 4 < len(shown) < len(TAPS)
