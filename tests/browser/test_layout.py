"""Whole hands on every tablet: nothing moves from tap to tap, nothing overlaps, all of it is seen without scrolling."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from tests.bench.tapping import TappingDealer
from tests.browser.conftest import LANDSCAPE, PORTRAIT
from tests.browser.playing import answers_held_back, card
from tests.browser.stage import Stage
from tests.web.tables import Table

SIZES = [LANDSCAPE, (1024, 768), PORTRAIT]
NO_LIMIT = Stakes(limit="none", min_bet=2)

#: Where the parts of the screen are that stay where they are; what the pad asks with only while it is there.
PLACES = """() => {
  const parts = { "the pad": "#pad", "the table": ".felt", "the wild line": ".wild", "the announcement": "#say",
    "Undo": "#undo", "Redo": "#redo", "Log": "#log-button", "More": "#more",
    "the cards to tap": ".keys:not(:has(.j))", "the bets": ".p-bet .do:not(:has(.amount)) .choices" };
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

#: What is wrong with a screen at one moment.
WRONG = """() => {
  const wrong = [];
  const box = (one) => one.getBoundingClientRect();
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) wrong.push(`${scrollWidth - clientWidth} px too wide`);
  if (scrollHeight > clientHeight) wrong.push(`${scrollHeight - clientHeight} px too high`);
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = [...document.querySelectorAll(".seat, .pot, .wild, #say, .bar > *, .pad, .log")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }));
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => {
    if (!apart(box(a), box(b))) wrong.push(`${a.ariaLabel || a.className} lies over ${b.ariaLabel || b.className}`);
  }));
  const inside = (one, home) => one.left >= home.left - 1 && one.right <= home.right + 1
    && one.top >= home.top - 1 && one.bottom <= home.bottom + 1;
  document.querySelectorAll(".seat .c, .seat .slot, .seat .backs i").forEach((one) => {
    if (!inside(box(one), box(one.closest(".seat")))) wrong.push(`${one.ariaLabel || one.className} sticks out`);
  });
  const within = box(document.querySelector(".pad"));
  const corner = box(document.querySelector("#undo"));
  document.querySelectorAll(".pad button:not(.vh), .pad input:not([type=hidden]):not(.ranks input)").forEach((one) => {
    if (!one.checkVisibility()) return;
    const seen = box(one);
    const rolls = one.closest(".ofmany, .groups, .settle, .modes");
    if (!rolls && !inside(seen, within)) wrong.push(`${one.textContent.trim()} sticks out of the pad`);
    if (!rolls && !apart(seen, corner)) wrong.push(`${one.textContent.trim()} lies under Undo`);
  });
  document.querySelectorAll(".wild, #say, .pad .text, .pad .label").forEach((one) => {
    if (one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)) {
      wrong.push(`cut off: ${one.textContent.trim().slice(0, 60)}`);
    }
  });
  return wrong;
}"""

#: Games whose pads differ most, each with its stakes and how many sit down.
HANDS = [
    pytest.param("seven-card-stud", Stakes(), 8, {}, id="cards and bets"),
    pytest.param("baseball", NO_LIMIT, 7, {}, id="offers and amounts"),
    pytest.param("chicago", Stakes(), 8, {}, id="declarations"),
    pytest.param("roll-your-own", Stakes(), 8, {}, id="rolls"),
    pytest.param("auction", Stakes(), 5, {}, id="bids"),
    pytest.param("dakota", Stakes(), 5, {}, id="own words"),
]


def play_on(page: Page, table: Table) -> Iterator[int]:
    """Tap what the pad offers to the end of the hand; after each tap, and before the first, so many there have been."""
    dealer = TappingDealer(Random(7))
    taps = 0
    yield taps
    while not page.locator("#next-hand").count():
        tap = dealer.next_tap(page.locator("#screen").evaluate("(one) => one.outerHTML"))
        button = page.locator("section[aria-label=Next] button").nth(tap.button.place)
        with page.expect_response(lambda answer: table.url in answer.url):
            button.evaluate("(one) => one.click()")
        expect(page.locator("#tap.htmx-request, #tap .htmx-request")).to_have_count(0)
        taps += 1
        yield taps


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("game", "stakes", "players", "options"), HANDS)
def test_from_the_first_tap_to_the_settlement_nothing_moves(
    page: Page, stage: Stage, game: str, stakes: Stakes, players: int, options: dict[str, Any], width: int, height: int
) -> None:
    table = stage.table(game, players=players, stakes=stakes, **options)
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(reduced_motion="reduce")
    page.goto(table.url)
    stood: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for taps in play_on(page, table):
        for name, place in page.evaluate(PLACES).items():
            if stood.setdefault(name, place) != place:
                wrong.setdefault(f"{name} moves from {stood[name]}", f"to {place} at tap {taps}")
        for what in page.evaluate(WRONG):
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
