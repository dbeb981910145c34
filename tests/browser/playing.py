"""A dealer with the app before them: a night begun, a game called, taps made, each as a finger would do it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, Response, Route, expect

from app.web.forms.stakes import USUAL_STAKES
from tests.web.tables import Table

#: What has just come up under a finger takes no tap for at most so long: on phones, 300 on the dealer's screen.
REST_MILLISECONDS = 400


def sit_down(page: Page, *names: str) -> None:
    """From the home page to the games, with these players; the first of them deals."""
    start_night(page, *names)
    page.get_by_role("link", name="Call a game").click()
    page.wait_for_url("**/call")


def start_night(page: Page, *names: str) -> None:
    """From the home page to the players of a new night."""
    page.goto("/")
    page.get_by_role("button", name="Start a night").click()
    page.wait_for_url("**/night")
    for name in names:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add player").click()
        expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()


def search(page: Page, text: str) -> None:
    """Search the games, and wait for what is found: a tap on a row that is just being replaced goes nowhere."""
    page.get_by_label("Search for a game").fill(text)
    if (button := page.get_by_role("button", name="Search")).is_visible():
        button.click()
        page.wait_for_url(lambda url: ("q", text) in parse_qsl(urlsplit(url).query))
        return
    page.wait_for_url(lambda url: ("q", text) in parse_qsl(urlsplit(url).query))
    page.wait_for_function("!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")


def call(page: Page, game: str) -> None:
    """From the list of games to the first card; a list too short for the game is searched."""
    found = page.get_by_role("link").filter(has=page.get_by_text(game, exact=True))
    if not found.count():
        search(page, game)
    found.first.click()
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(region(page, "Next")).to_be_visible()
    page.wait_for_load_state()


def deal_in(page: Page, deal: Callable[..., Table], game: str, *names: str) -> None:
    """At the first card of a hand that has been called; the first of these players deals."""
    page.goto(deal(game, (*names[1:], names[0]), stakes=USUAL_STAKES).url)


def tap(page: Page, *names: str) -> None:
    """Tap buttons one after the other, each on the screen that the one before brought."""
    for name in names:
        let_rest(page)
        with answered(page):
            page.get_by_role("button", name=name, exact=True).click()


def let_rest(page: Page) -> None:
    """The moment for which what has just come up under a finger takes no tap; the page's clock skips it."""
    if page.evaluate("() => document.querySelector('.rest') !== null"):
        page.clock.fast_forward(REST_MILLISECONDS)


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """One tap, and the screen that it has brought. That the page looks up the table by itself is no answer to it."""

    def answers(response: Response) -> bool:
        return response.request.resource_type in ("xhr", "document") and "seen=" not in response.url

    with page.expect_response(answers):
        yield
    expect(page.locator("#tap.htmx-request, #tap .htmx-request")).to_have_count(0)


def look_up(page: Page) -> None:
    """Have the page look up the table by itself, as when the browser brings it back from where it was put away."""
    page.evaluate("() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }")


def says(page: Page, player: str, what: str) -> None:
    """A player's button where all players are on one screen."""
    group = region(page, "Next").get_by_role("group", name=player, exact=True)
    let_rest(page)
    with answered(page):
        group.get_by_role("button", name=what, exact=True).click()


def show(page: Page, player: str, *cards: str) -> None:
    """Tap the down cards of a player who shows, whoever is asked first."""
    if region(page, player).get_by_role("button", name=player, exact=True).count():
        tap(page, player)
    tap(page, *cards)


def press(page: Page, *names: str) -> None:
    """The same where no scripts run: every tap brings a page."""
    for name in names:
        with page.expect_event("load"):
            page.get_by_role("button", name=name, exact=True).click()


def go_to(page: Page, address: str) -> None:
    """Open a screen. A phone whose link nobody has claimed does so by itself, which is waited for."""
    page.goto(address)
    if "/p/" in address:
        page.locator("#own, .door form:not([hx-trigger])").first.wait_for()
        page.wait_for_load_state()


@contextmanager
def answers_held_back(page: Page, path: str = "**/tap") -> Iterator[Callable[[], None]]:
    """Nothing sent there is answered before the caller lets it go, or the block ends."""
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
    """A card that lies before a player, by its name: ``5 of hearts, wild``."""
    return region(page, player).get_by_role("img", name=name, exact=True)


def announced(page: Page) -> Locator:
    return page.get_by_role("status", name="Announcement")


def expect_stacks(page: Page, stacks: dict[str, int]) -> None:
    for name, chips in stacks.items():
        expect(region(page, name).locator(".stack")).to_have_text(str(chips))


def expect_pot(page: Page, chips: int) -> None:
    expect(region(page, "Pot")).to_contain_text(f"Pot {chips}")


def lines_of(page: Page) -> Sequence[str]:
    """The log in words, the latest first."""
    tap(page, "Log")
    found = region(page, "Log").get_by_role("listitem").all_inner_texts()
    tap(page, "Close")
    return found
