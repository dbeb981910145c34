"""Calling a custom game: found, mixed, saved, dealt and removed, on a tablet either way and on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app.games.catalog import catalog
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import axe, in_both_looks, keyboard, take
from tests.browser.playing import check, click, go_to, region, resize, search, sit_down, uncheck
from tests.browser.settling import settled
from tests.web.tables import NAMES, Table


def called(page: Page, game: str) -> None:
    go_to(page, page.url.partition("/call")[0] + f"/call/{game}")


def save(page: Page, name: str) -> None:
    click(page.locator("summary", has_text="Save as"))
    page.get_by_label("Name", exact=True).fill(name)
    click(page.get_by_role("button", name="Save", exact=True))


def mix(page: Page, name: str, shots: Shots, shot: str) -> None:
    """Mix a game, save it, deal it and remove it from the saved games."""
    sit_down(page, "Ann", "Bob", "Cy")
    table = page.url.partition("/call")[0]
    search(page, "chicago")
    click(page.get_by_role("link", name=re.compile("^Chicago The highest")))
    heading = page.get_by_role("heading", level=1)
    check(page.get_by_role("switch", name="Roll your own"))
    check(page.get_by_role("switch", name="Follow the queen"))
    expect(heading).to_have_text("Chicago, rolled, follow the queen")
    save(page, "Chicago")
    expect(page.get_by_text("Chicago is a game of the library")).to_be_visible()
    expect(page.get_by_role("switch", name="Roll your own")).to_be_checked()
    take(page, shots, f"own-refused-{shot}")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Name", exact=True).press("Enter")
    settled(page)
    expect(page.get_by_role("status").first).to_contain_text(f"{name} is saved among your games")
    expect(heading).to_have_text(name)
    take(page, shots, f"own-saved-{shot}")
    check(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_disabled()
    expect(page.get_by_text(re.compile("^Not with ")).first).to_be_visible()
    uncheck(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    expect(heading).to_have_text(name)
    go_to(page, f"{table}/call")
    take(page, shots, f"own-listed-{shot}")
    click(page.get_by_role("link", name=re.compile(f"^{name}")))
    click(page.get_by_role("button", name="Deal", exact=True))
    expect(page.get_by_text(name, exact=True).last).to_be_visible()
    go_to(page, f"{table}/call")
    click(page.get_by_role("link", name=re.compile(f"^{name}")))
    click(page.get_by_role("link", name=f"Remove {name} from your games"))
    expect(heading).to_have_text(f"Remove {name}?")
    take(page, shots, f"own-remove-{shot}")
    click(page.get_by_role("button", name=f"Remove {name}"))
    expect(page.get_by_text(f"{name} is no longer among your games")).to_be_visible()


@pytest.mark.console("status of 422")
def test_a_custom_game_is_saved_dealt_and_removed(page: Page, shots: Shots) -> None:
    mix(page, "Windy Thursday", shots, "landscape")


@pytest.mark.long
@pytest.mark.console("status of 422")
def test_the_same_on_a_tablet_held_upright(portrait_page: Page, shots: Shots) -> None:
    mix(portrait_page, "Upright Thursday", shots, "portrait")


@pytest.mark.parametrize(
    ("width", "height"),
    [(1180, 820), *(pytest.param(*size, marks=pytest.mark.long) for size in (PORTRAIT, (390, 844)))],
)
def test_games_are_found_by_letter_filter_and_alias(page: Page, shots: Shots, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    sit_down(page, "Ann", "Bob", "Cy")
    take(page, shots, f"games-{width}")
    click(page.get_by_role("navigation").get_by_role("link", name="S", exact=True))
    expect(page.locator("#letter-s")).to_be_in_viewport()
    take(page, shots, f"games-by-letter-{width}")
    click(page.get_by_role("navigation").get_by_role("link", name="B", exact=True))
    expect(page.locator("#letter-b")).to_be_in_viewport()
    click(page.get_by_role("link", name="Back to the short list"))
    click(page.locator("summary", has_text="Filters"))
    check(page.get_by_role("checkbox", name="No peek"))
    left = sum({"no peek", "high-low"} <= {*info.tags, *info.summary.facts} for info in catalog().values())
    expect(page.locator("#tag-high-low")).to_have_text(str(left))
    check(page.get_by_role("checkbox", name="High-low"))
    expect(page.get_by_role("link", name=re.compile("^Henway no Peek"))).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Chicago"))).to_have_count(0)
    take(page, shots, f"games-filtered-{width}")
    click(page.get_by_role("link", name="Clear the search"))
    search(page, "Skinny Minnie")
    expect(page.get_by_role("link", name="Rollouts also Skinny Minnie")).to_be_visible()
    take(page, shots, f"games-alias-{width}")
    called(page, "henway-no-peek")
    click(page.locator("summary", has_text="not possible with"))
    take(page, shots, f"modifiers-that-do-not-go-{width}")
    check(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_disabled()
    uncheck(page.get_by_role("switch", name="Blind"))
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()


def test_undo_stays_in_its_corner_while_the_next_game_is_called(
    page: Page, deal: Callable[..., Table], shots: Shots
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")
    go_to(page, table.url)
    click(page.get_by_role("button", name="Next hand", exact=True))
    page.wait_for_url("**/call")
    undo = page.get_by_role("button", name="Undo", exact=True)
    wrong = []
    for name, game in (("games", ""), ("sheet", "/chicago")):
        go_to(page, f"{table.url}call{game}")
        expect(undo).to_have_accessible_description("Back to hand 1: Five-Card Stud")
        wrong += [f"{name}: {one}" for one in (*axe(page), *keyboard(page))]
        for width, height in (LANDSCAPE, (1024, 768), PORTRAIT, (390, 844)):
            resize(page, (width, height))
            expect(undo).to_be_in_viewport(ratio=1)
            box = undo.bounding_box()
            assert box is not None
            assert width - (box["x"] + box["width"]) <= 24
            assert height - (box["y"] + box["height"]) <= 24
            take(page, shots, f"undo-{name}-{width}")
            wrong += [f"{name}: {one}" for one in in_both_looks(page)]
    assert not wrong
    click(undo)
    expect(region(page, "Settlement")).to_be_visible()
