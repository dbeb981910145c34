"""Common cards and layouts: on every screen they fit between the seats, wide enough to read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from app.games.house import Stakes
from app.games.layout import Laid
from app.hand.ask import Prompt
from app.hand.state import State
from app.hand.view import DEALER, view
from tests.browser.devices import PORTRAIT, Shots
from tests.browser.measures import fits
from tests.browser.playing import go_to, resize
from tests.browser.settling import evaluate, settled
from tests.browser.stage import AnotherPage, Stage, lines_until, phone_of, television_of
from tests.web.tables import NAMES, begin

#: The least width of a place on any screen.
MIN_WIDTH = 40

#: Returns the width of the narrowest place, the number of places, and faults: places, cards or headings over a seat,
#: places over each other or out of the window, and winning hands cut off.
PLACES = """() => {
  const boxes = [...document.querySelectorAll(".place")].map((el) => el.getBoundingClientRect());
  const seats = [...document.querySelectorAll(".seat")].map((el) => el.getBoundingClientRect());
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const wrong = [];
  boxes.forEach((a, n) => {
    if (boxes.slice(n + 1).some((b) => over(a, b))) wrong.push(`place ${n} lies over another`);
    if (seats.some((b) => over(a, b))) wrong.push(`place ${n} lies over a seat`);
    if (a.left < 0 || a.right > innerWidth) wrong.push(`place ${n} is not seen`);
  });
  document.querySelectorAll(".middle .card, .part, .headline, .stage > .won-by").forEach((el) => {
    if (seats.some((b) => over(el.getBoundingClientRect(), b))) wrong.push(`${el.className} lies over a seat`);
  });
  const stage = document.querySelector(".stage");
  if (stage && stage.scrollHeight > stage.clientHeight + 1) wrong.push("what has won is cut");
  return [Math.min(...boxes.map((box) => box.width)), boxes.length, wrong];
}"""


def turned(cards: int) -> Callable[[Prompt, State], bool]:
    """Return the condition that another card of the layout is turned, after this many."""
    return lambda now, state: now.kind == "card" and len(state.recall(Laid).cards) == cards


def shown_down(_now: Prompt, state: State) -> bool:
    """Return whether a line of the layout has won the hand."""
    return state.result is not None and any(award.line for award in state.result.awards)


def beside(_now: Prompt, state: State) -> bool:
    """Return whether the deck ran short, so that a common card lies beside the layout."""
    seen = view(state, DEALER)
    return bool(seen.layout and seen.middle)


def run_twice(_now: Prompt, state: State) -> bool:
    """Return whether the hand is over after two boards."""
    return state.result is not None and state.result.first_board > 0


def scooped_beside(_now: Prompt, state: State) -> bool:
    """Return whether one player has won both parts by cards, beside a common card, since the deck ran short."""
    if state.result is None or not state.common_cards or len(state.result.totals()) > 1:
        return False
    return {award.share for award in state.result.awards if award.hand} == {"high", "spade"}


@pytest.mark.parametrize(
    ("game", "players", "until"),
    [("good-bad-ugly", 7, beside), ("texas-holdem", 9, run_twice), ("black-mariah-both", 8, scooped_beside)],
)
def test_cards_in_the_middle_cover_no_seat(
    page: Page, stage: Stage, game: str, players: int, until: Callable[[Prompt, State], bool]
) -> None:
    names = (*NAMES, "Ivy")[:players]
    table = begin(stage.client, game, names, 100, True, Stakes(limit="none", min_bet=2), {}, ())
    table.enter(*lines_until(table.live.state.setup, until))
    wrong: list[str] = []
    for address, sizes in (
        (table.url, ((1024, 768), (1180, 820), PORTRAIT)),
        (television_of(table), ((1920, 1080), (1280, 720))),
    ):
        resize(page, sizes[0])
        go_to(page, address)
        for width, height in sizes:
            resize(page, (width, height))
            _, _, unfit = evaluate(page, PLACES)
            wrong.extend(f"{address} at {width}: {what}" for what in unfit)
    assert wrong == []


def test_side_pots_and_common_cards_cover_no_seat_and_keep_the_pad_in_view(page: Page, stage: Stage) -> None:
    stakes = Stakes(limit="none", min_bet=2, small_blind=1, big_blind=2)
    table = begin(stage.client, "texas-holdem", NAMES[:6], (20, 50, 90, 150, 150, 150), True, stakes, {}, ())
    table.enter(*(f"d dh p{seat} ????" for seat in range(1, 7)), "p3 cbr 90")
    table.enter(*(f"p{seat} cc" for seat in (4, 5, 6, 1, 2)), "d db 2c7h9h", "p4 cc", "p5 cc", "p6 cc", "d db Ts")
    table.enter("p4 cc", "p5 cc", "p6 cc", "d db Jd", "p4 cc", "p5 cc", "p6 cc", "p4 sm AcKc")
    go_to(page, table.url)
    wrong: list[str] = []
    for width, height in ((1180, 820), (1024, 768), (1024, 600), PORTRAIT):
        resize(page, (width, height))
        *_, unfit = evaluate(page, PLACES)
        wrong.extend(f"at {width} x {height}: {what}" for what in unfit)
        if height > 700:
            wrong.extend(f"at {width} x {height}: {what}" for what in fits(page))
        pad = page.locator("#pad").bounding_box()
        assert pad is not None
        assert pad["y"] + pad["height"] <= height + 1, f"the pad is below a window of {width} x {height}"
        assert page.locator(".side").count() == 3
    assert wrong == []


@pytest.mark.parametrize(
    ("game", "players", "places"),
    [
        ("iron-cross", 3, 5),
        pytest.param("tic-tac-toe", 8, 9, marks=pytest.mark.long),
        pytest.param("pyramid", 8, 6, marks=pytest.mark.long),
        pytest.param("twin-beds", 5, 10, marks=pytest.mark.long),
        ("southern-cross", 8, 9),
    ],
)
@pytest.mark.parametrize("moment", ["dealing", "settled"])
def test_a_layout_fits_every_screen(
    page: Page,
    another_page: AnotherPage,
    stage: Stage,
    shots: Shots,
    game: str,
    players: int,
    places: int,
    moment: str,
) -> None:
    table = stage.table(game, turned(places // 3) if moment == "dealing" else shown_down, players)
    wrong: list[str] = []

    def measure(screen: Page, device: str, size: tuple[int, int]) -> None:
        resize(screen, size)
        settled(screen)
        shots.take(screen, f"{game}-{moment}-{device}-{size[0]}.png", whole=device == "phone")
        width, count, unfit = evaluate(screen, PLACES)
        assert count == places
        if width < MIN_WIDTH:
            unfit.append(f"a place is {width} px wide")
        if device.startswith("tablet"):
            unfit += fits(screen)
        wrong.extend(f"{device} {size[0]}: {what}" for what in unfit)

    go_to(page, table.url)
    for size in ((1024, 768), (1280, 800), PORTRAIT):
        measure(page, "tablet", size)
    page.locator("#more > summary").click()
    page.locator(".show-hints").click()
    settled(page)
    measure(page, "tablet with hints", (1024, 768))
    television = another_page((1920, 1080))
    go_to(television, television_of(table))
    for size in ((1920, 1080), (1024, 768)):
        measure(television, "television", size)
    phone = another_page((390, 844))
    go_to(phone, phone_of(table, "Ann"))
    measure(phone, "phone", (390, 844))
    assert wrong == []
