"""A dealer using the app: starts a night, calls a game, and taps as a finger would."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, Route, expect

from app.games.house import USUAL_STAKES
from tests.browser.settling import evaluate, settled
from tests.web.tables import Table

#: A clock is stopped at a future moment, which must not have passed when the browser gets the message.
AHEAD_SECONDS = 20


def go_to(page: Page, address: str) -> None:
    """Open a screen. On a phone whose link is free, also wait until it has claimed the link."""
    page.goto(address)
    if re.fullmatch("/p/[^/]+", urlsplit(address).path) and has_scripts(page):
        page.locator("#own, .door form:not([hx-trigger])").first.wait_for()
    settled(page)


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def has_scripts(page: Page) -> bool:
    return not evaluate(page, "matchMedia('(scripting: none)').matches")


def click(target: Locator) -> None:
    """Tap something, and wait until the page has settled; without scripts, wait for the next page."""
    page = target.page
    if has_scripts(page) or target.evaluate("(one) => one.closest('summary') !== null"):
        target.click()
    else:
        with page.expect_event("load"):
            target.click()
    settled(page)


def check(target: Locator) -> None:
    """Turn a switch on, and wait until the page has settled."""
    target.check()
    settled(target.page)


def uncheck(target: Locator) -> None:
    """Turn a switch off, and wait until the page has settled."""
    target.uncheck()
    settled(target.page)


def press_keys(page: Page, *keys: str) -> None:
    """Press keys, and wait after each until the page has settled."""
    for one in keys:
        page.keyboard.press(one)
        settled(page)


def type_card(page: Page, text: str) -> None:
    """Type a rank and a suit in quick succession."""
    with clock_stands(page):
        page.keyboard.type(text)
    settled(page)


def double_click(target: Locator) -> None:
    """Tap something twice at once."""
    page = target.page
    with clock_stands(page):
        target.dblclick()
    settled(page)


@contextmanager
def clock_stands(page: Page) -> Iterator[None]:
    """Stop the page's clock, so that no timer runs out before the end of the block, however slow the machine."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + AHEAD_SECONDS)
    yield
    page.clock.resume()


def press(page: Page, *names: str) -> None:
    """Tap buttons without scripts: every tap loads a page."""
    for name in names:
        with page.expect_event("load"):
            page.get_by_role("button", name=name, exact=True).click()


def tap(page: Page, *names: str) -> None:
    """Tap buttons in order, each on the screen after the tap before."""
    for name in names:
        click(page.get_by_role("button", name=name, exact=True))


def long_tap(page: Page, player: str) -> None:
    """Hold a finger on a player's seat until that player's page opens."""
    box = region(page, player).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.clock.fast_forward(1000)
    page.wait_for_url(re.compile(r"/night\?seat="))
    page.mouse.up()


def sit_down(page: Page, *names: str) -> None:
    """Start a night with these players on the home page, and go to the games; the first player deals."""
    start_night(page, *names)
    click(page.get_by_role("link", name="Call a game"))


def start_night(page: Page, *names: str) -> None:
    """Start a night with these players on the home page."""
    go_to(page, "/")
    click(page.get_by_role("button", name="Start a night"))
    for name in names:
        page.get_by_label("Name", exact=True).fill(name)
        click(page.get_by_role("button", name="Add player"))
        expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()


def search(page: Page, text: str) -> None:
    """Search the games, and wait for the results, which are requested a moment after the last letter."""
    page.get_by_label("Search for a game").fill(text)
    if (button := page.get_by_role("button", name="Search")).is_visible():
        click(button)
    page.wait_for_url(lambda url: ("q", text) in parse_qsl(urlsplit(url).query))
    settled(page)


def call(page: Page, game: str) -> None:
    """Call a game from the list, searching for it if it is not listed, and go on to the first card."""
    found = page.get_by_role("link").filter(has=page.get_by_text(game, exact=True))
    if not found.count():
        search(page, game)
    click(found.first)
    click(page.get_by_role("button", name="Deal", exact=True))
    expect(region(page, "Next")).to_be_visible()


def deal_in(page: Page, deal: Callable[..., Table], game: str, *names: str) -> None:
    """Open a hand at its first card; the first of these players deals."""
    go_to(page, deal(game, (*names[1:], names[0]), stakes=USUAL_STAKES).url)


def look_up(page: Page) -> None:
    """Have the page check the table by itself, as when the browser restores it from its cache."""
    page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }")


def reconnect(page: Page) -> None:
    """Have the page reconnect, so that it gets entries that bypassed the server."""
    page.evaluate("() => { dispatchEvent(new Event('online')); }")


def says(page: Page, player: str, what: str) -> None:
    """Tap a player's button on a screen with buttons for all players."""
    group = region(page, "Next").get_by_role("group", name=player, exact=True)
    click(group.get_by_role("button", name=what, exact=True))


def show(page: Page, player: str, *cards: str) -> None:
    """Tap a player's down cards at the showdown, whoever is asked first."""
    if region(page, player).get_by_role("button", name=player, exact=True).count():
        tap(page, player)
    tap(page, *cards)


@contextmanager
def answers_held_back(page: Page, path: str = "**/tap") -> Iterator[Callable[[], None]]:
    """Hold back all answers from a path until the caller releases them or the block ends."""
    held: list[Route] = []
    gone = False

    def hold(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            held.append(route)

    def let_go() -> None:
        nonlocal gone
        gone = True
        while held:
            held.pop(0).continue_()

    page.route(path, hold)
    yield let_go
    let_go()


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def card(page: Page, player: str, name: str) -> Locator:
    """A card in front of a player, by its name: ``5 of hearts, wild``."""
    return region(page, player).get_by_role("img", name=name, exact=True)


def announced(page: Page) -> Locator:
    return page.get_by_role("status", name="Announcement")


def expect_stacks(page: Page, stacks: dict[str, int]) -> None:
    for name, chips in stacks.items():
        expect(region(page, name).locator(".stack")).to_have_text(str(chips))


def expect_pot(page: Page, chips: int) -> None:
    expect(region(page, "Pot")).to_contain_text(f"Pot {chips}")


def lines_of(page: Page) -> Sequence[str]:
    """The log in words, latest first."""
    tap(page, "Log")
    found = region(page, "Log").get_by_role("listitem").all_inner_texts()
    tap(page, "Close")
    return found
