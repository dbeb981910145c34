"""The steps of a dealer: start a night, call a game, tap as a finger would."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, Route, expect

from app.games.house import DEFAULT_STAKES
from tests.browser.settling import has_scripts, settled
from tests.web.tables import Table

#: A clock stops at a moment in the future, which must not have passed when the browser gets the message.
AHEAD_SECONDS = 20


def go_to(page: Page, address: str) -> None:
    """Open a screen and wait until it has settled; on a phone with an unclaimed link, until it has claimed it."""
    page.goto(address)
    if re.fullmatch("/p/[^/]+", urlsplit(address).path) and has_scripts(page):
        page.locator("#own, .no-access form:not([hx-trigger])").first.wait_for()
    settled(page)


def resize(page: Page, size: tuple[int, int]) -> None:
    wanted = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)


def click(target: Locator) -> None:
    """Tap an element and wait until the page has settled; without scripts, wait for the next page."""
    page = target.page
    if has_scripts(page) or target.evaluate("(el) => el.closest('summary') !== null"):
        target.click()
    else:
        with page.expect_event("load"):
            target.click()
    settled(page)


def check(target: Locator) -> None:
    """Turn a switch on and wait until the page has settled."""
    target.check()
    settled(target.page)


def uncheck(target: Locator) -> None:
    """Turn a switch off and wait until the page has settled."""
    target.uncheck()
    settled(target.page)


def press_keys(page: Page, *keys: str) -> None:
    """Press keys, waiting after each until the page has settled."""
    for key in keys:
        page.keyboard.press(key)
        settled(page)


def type_card(page: Page, text: str) -> None:
    """Type a rank and a suit in quick succession."""
    with paused_clock(page):
        page.keyboard.type(text)
    settled(page)


def double_click(target: Locator) -> None:
    """Tap an element twice at once."""
    page = target.page
    with paused_clock(page):
        target.dblclick()
    settled(page)


@contextmanager
def paused_clock(page: Page) -> Iterator[None]:
    """Stop the page's clock, so that no timer fires during the block however slow the machine is."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + AHEAD_SECONDS)
    yield
    page.clock.resume()


def tap(page: Page, *names: str) -> None:
    """Tap buttons in order, each on the screen that the previous tap led to."""
    for name in names:
        click(page.get_by_role("button", name=name, exact=True))


def long_tap(page: Page, player: str) -> None:
    """Long-tap a player's seat until that player's page opens."""
    box = region(page, player).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.clock.fast_forward(1000)
    page.wait_for_url(re.compile(r"/night\?seat="))
    page.mouse.up()


def sit_down(page: Page, *names: str) -> None:
    """Start a night with these players on the start page, and go to the games; the first player deals."""
    start_night(page, *names)
    click(page.get_by_role("link", name="Call a game"))


def start_night(page: Page, *names: str) -> None:
    """Start a night on the start page, with these players, who buy 100 chips each."""
    go_to(page, "/")
    click(page.get_by_role("button", name="Start a night"))
    page.get_by_label("Name", exact=True).fill(", ".join(names))
    page.get_by_label("Buy-in", exact=True).fill("100")
    click(page.get_by_role("button", name="Add player"))
    for name in names:
        expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()


def search(page: Page, text: str) -> None:
    """Search the games and wait for the results, which are requested a moment after the last letter."""
    page.get_by_label("Search for a game").fill(text)
    if (button := page.get_by_role("button", name="Search")).is_visible():
        click(button)
    page.wait_for_url(lambda url: ("q", text) in parse_qsl(urlsplit(url).query))
    settled(page)


def call(page: Page, game: str) -> None:
    """Call a game without changes, searching for it if it is not listed, and go to its first card."""
    link = page.locator("a:not([href*='?'])").filter(has=page.get_by_text(game, exact=True))
    if not link.count():
        search(page, game)
    click(link.first)
    click(page.get_by_role("button", name="Deal", exact=True))
    expect(region(page, "Next")).to_be_visible()


def deal_in(page: Page, deal: Callable[..., Table], game: str, *names: str) -> None:
    """Begin a hand and open it at its first card; the first of these players deals."""
    go_to(page, deal(game, (*names[1:], names[0]), stakes=DEFAULT_STAKES).url)


def refresh(page: Page) -> None:
    """Make the page refresh itself, as when the browser restores it from its cache."""
    page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }")


def reconnect(page: Page) -> None:
    """Make the page reconnect, so that it gets entries that bypassed the server."""
    page.evaluate("() => { dispatchEvent(new Event('online')); }")


def set_visible(page: Page, visible: bool) -> None:
    """Pretend that the screen wakes, or goes to sleep."""
    page.evaluate(
        """(state) => {
          Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        "visible" if visible else "hidden",
    )


def answer_for(page: Page, player: str, what: str) -> None:
    """Tap a player's answer on a pad with buttons for all players."""
    group = region(page, "Next").get_by_role("group", name=player, exact=True)
    click(group.get_by_role("button", name=what, exact=True))


def show(page: Page, player: str, *cards: str) -> None:
    """Tap a player's down cards at the showdown, after selecting the seat if it is not selected."""
    if region(page, player).get_by_role("button", name=player, exact=True).count():
        tap(page, player)
    tap(page, *cards)


@contextmanager
def responses_held_back(page: Page, path: str = "**/tap") -> Iterator[Callable[[], None]]:
    """Hold back all responses from a path until the block ends or calls the function that it gets."""
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        if released:
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        nonlocal released
        released = True
        while held:
            held.pop(0).continue_()

    page.route(path, hold)
    yield release
    release()


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def card(page: Page, player: str, name: str) -> Locator:
    """Return a card in front of a player by its accessible name, such as ``5 of hearts, wild``."""
    return region(page, player).get_by_role("img", name=name, exact=True)


def announced(page: Page) -> Locator:
    return page.get_by_role("status", name="Announcement")


def expect_stacks(page: Page, stacks: dict[str, int]) -> None:
    for name, chips in stacks.items():
        expect(region(page, name).locator(".stack")).to_have_text(str(chips))


def expect_pot(page: Page, chips: int) -> None:
    expect(region(page, "Pot")).to_contain_text(f"Pot {chips}")


def log_lines(page: Page) -> Sequence[str]:
    """Return the log in words, latest entry first."""
    tap(page, "Log")
    lines = region(page, "Log").get_by_role("listitem").all_inner_texts()
    tap(page, "Close")
    return lines
