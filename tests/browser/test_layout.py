"""Whole hands on every tablet: nothing moves from tap to tap, nothing overlaps, all of it is seen without scrolling."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from tests.bench.tapping import TappingDealer
from tests.browser.devices import LANDSCAPE, PORTRAIT
from tests.browser.measures import fits
from tests.browser.playing import answered, answers_held_back, card
from tests.browser.stage import Stage

SIZES = [LANDSCAPE, (1024, 768), PORTRAIT]
NO_LIMIT = Stakes(limit="none", min_bet=2)

#: Where the parts of the screen are that stay where they are; what the pad asks with only while it is there.
PLACES = """() => {
  const parts = { "the pad": "#pad", "the table": ".felt", "the wild line": ".wild-line", "the announcement": "#say",
    "Undo": "#undo", "Redo": "#redo", "Log": "#log-button", "More": "#more",
    "the cards to tap": ".keys:not(:has(.joker))", "the bets": ".pad-bet .entries:not(:has(.amount)) .choices" };
  const found = {};
  for (const [name, where] of Object.entries(parts)) {
    const { left, top, width, height } = document.querySelector(where)?.getBoundingClientRect() ?? {};
    if (left === undefined) continue;
    found[name] = [left, top, width, height];
  }
  document.querySelectorAll(".seat").forEach((seat) => {
    const { left, top, width, height } = seat.getBoundingClientRect();
    found[seat.ariaLabel] = [left, top, width, height];
  });
  return found;
}"""

#: Games whose pads differ most, each with its stakes and how many sit down; the first on every tablet, and of the
#: others as many on each.
HANDS = [
    *(pytest.param("seven-card-stud", Stakes(), 8, size, id=f"cards and bets, {size[0]}") for size in SIZES),
    pytest.param("baseball", NO_LIMIT, 7, SIZES[1], id="offers and amounts"),
    pytest.param("chicago", Stakes(), 8, SIZES[2], id="declarations"),
    pytest.param("roll-your-own", Stakes(), 8, SIZES[1], id="rolls"),
    pytest.param("auction", Stakes(), 5, SIZES[2], id="bids"),
    pytest.param("dakota", Stakes(), 5, SIZES[0], id="own words"),
]


def tap_through(page: Page) -> Iterator[int]:
    """Tap what the pad offers to the end of the hand; after each tap, and before the first, so many there have been."""
    dealer = TappingDealer(Random(7))
    taps = 0
    yield taps
    while not page.locator("#next-hand").count():
        tap = dealer.next_tap(page.locator("#screen").evaluate("(one) => one.outerHTML"))
        button = page.locator("section[aria-label=Next] button").nth(tap.button.place)
        with answered(page):
            button.evaluate("(one) => one.click()")
        taps += 1
        yield taps


@pytest.mark.parametrize(("game", "stakes", "players", "size"), HANDS)
def test_from_the_first_tap_to_the_settlement_nothing_moves(
    page: Page, stage: Stage, game: str, stakes: Stakes, players: int, size: tuple[int, int]
) -> None:
    table = stage.table(game, players=players, stakes=stakes)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.url)
    stood: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for taps in tap_through(page):
        for name, place in page.evaluate(PLACES).items():
            if stood.setdefault(name, place) != place:
                wrong.setdefault(f"{name} moves from {stood[name]}", f"to {place} at tap {taps}")
        for what in fits(page):
            wrong.setdefault(what, f"at tap {taps}")
    assert [f"{what}: {when}" for what, when in wrong.items()] == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_moves_while_a_tap_is_on_its_way(page: Page, stage: Stage, width: int, height: int) -> None:
    table = stage.table("five-card-stud", players=8)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url)
    expect(page.locator(".rest")).to_have_count(0)
    before = page.evaluate(PLACES)
    with answers_held_back(page):
        page.get_by_role("button", name="King of hearts", exact=True).click(no_wait_after=True)
        expect(page.locator("#tap.htmx-request")).to_have_count(1)
        assert page.evaluate(PLACES) == before
    expect(card(page, "Ann", "King of hearts")).to_be_visible()
    assert page.evaluate(PLACES) == before
