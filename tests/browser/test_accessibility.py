"""Accessibility: axe and the keyboard on every screen, target sizes and contrast in both themes."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.measures import axe, in_both_themes, keyboard, size_and_contrast
from tests.browser.playing import go_to, resize
from tests.browser.scenes import SCENES, Scene
from tests.browser.stage import Stage


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
