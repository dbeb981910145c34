"""Nobody is kept out: axe and the keyboard on every screen, targets and contrast in both looks, what is said aloud."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.measures import axe, hear, heard, in_both_looks, keyboard
from tests.browser.playing import announced, go_to, resize, tap
from tests.browser.scenes import SCENES, TELEVISIONS, Scene
from tests.browser.settling import settled
from tests.browser.stage import Stage, television_of

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
    """A screen at all its sizes; its variants, which have a comma in their names, at one of them, each at the next.

    A variant has the templates of its screen, so axe and the keyboard leave it to the long run, which sees it at every
    other size too.
    """
    for number, scene in enumerate(SCENES):
        name = scene.name.replace(" ", "-")
        marks = [pytest.mark.console(scene.errors)] if scene.errors else []
        if "," not in scene.name:
            yield pytest.param(scene, scene.sizes, True, id=name, marks=marks)
            continue
        at = number % len(scene.sizes)
        first, *others = (*scene.sizes[at:], *scene.sizes[:at])
        yield pytest.param(scene, (first,), False, id=name, marks=marks)
        yield pytest.param(scene, others, True, id=f"{name}-elsewhere", marks=[*marks, pytest.mark.long])


@pytest.mark.parametrize(("scene", "sizes", "whole"), list(every_scene()))
def test_a_screen_keeps_nobody_out(
    page: Page, stage: Stage, scene: Scene, sizes: Sequence[tuple[int, int]], whole: bool
) -> None:
    """At every size, in both looks; if ``whole``, also with axe and round it with the keyboard at its first size."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    resize(page, scene.sizes[0])
    go_to(page, scene.address(stage))
    scene.then(page)
    found = [*keyboard(page, tabs=scene.tabs), *axe(page)] if whole else []
    for size in sizes:
        resize(page, size)
        found += [f"{size}: {wrong}" for wrong in in_both_looks(page)]
    assert not found, "\n".join(found)


def test_the_dealer_and_the_television_hear_each_change_once(
    page: Page, stage: Stage, another_page: Callable[..., Page]
) -> None:
    table = stage.table("follow-the-queen", players=3)
    go_to(page, table.url)
    television = another_page(TELEVISIONS[0])
    go_to(television, television_of(table))
    shown = {}
    for screen in (page, television):
        hear(screen)
        shown[screen] = [announced(screen).inner_text()]
    for name in TAPS:
        tap(page, name)
        settled(television)
        for screen, texts in shown.items():
            if (text := announced(screen).inner_text()) not in ("", texts[-1]):
                texts.append(text)
    for screen, texts in shown.items():
        assert heard(screen) == texts[1:]
        assert any("Sevens are wild" in text for text in texts)
        assert 4 < len(texts) < len(TAPS)
    tap(page, "Undo", "Redo")
    assert heard(page)[len(shown[page]) :] == shown[page][-1:]
