"""The dealer's screen in a real browser: a whole hand by taps, the layout on every tablet, the keyboard, no scripts."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app import create_app
from app.cards.card import card_text
from app.games.house import Stakes
from app.hand.play import prompt
from app.night.db import db
from tests.browser.conftest import Server
from tests.web.tables import NAMES, Table, begin

Deal = Callable[..., Table]

SIZES = [(1180, 820), (1024, 768), (820, 1180)]
NO_LIMIT = Stakes(limit="none", min_bet=2)


@pytest.fixture
def deal(server: Server) -> Iterator[Deal]:
    """A hand begun in the database of the server that the browser looks at."""
    address = f"sqlite:///{server.data / 'upcard.sqlite3'}"
    app = create_app({"SECRET_KEY": "another", "SQLALCHEMY_DATABASE_URI": address})

    def dealt(game: str, names: Sequence[str] = NAMES, stakes: Stakes | None = None, **more: Any) -> Table:
        tracked = more.get("tracked", True)
        return begin(app.test_client(), game, names, 100, tracked, stakes or Stakes(), more.get("options", {}), ())

    with app.app_context():
        yield dealt
        db.session.remove()
        db.engine.dispose()


def tap(page: Page, *names: str) -> None:
    """Tap buttons of these names one after the other, each on the screen that the one before brought."""
    for name in names:
        before = page.locator("#screen").get_attribute("data-seen")
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("#screen")).not_to_have_attribute("data-seen", before or "")


def seat(page: Page, name: str) -> Any:
    return page.get_by_role("region", name=name, exact=True)


def play_on(table: Table, until: Callable[[Any, Any], bool]) -> None:
    """Play with checks and the lowest cards left, straight into the log, until the prompt is the wanted one."""
    while not until(asked := prompt(state := table.live.state), state):
        left = sorted(state.game.deck.cards() - state.seen)
        if asked.kind in ("card", "roll"):
            table.enter(asked.asks[0].action.replace("CARD", card_text(left[state.count * 7 % len(left)])))
        elif asked.kind == "dealt":
            table.enter(*asked.run)
        elif asked.kind == "declare":
            who = next(n for n in state.live if state.players[n].declared is None)
            table.enter(f"p{who + 1} declare high")
        else:
            table.enter(next(ask.action for ask in asked.asks if ask.action.split()[1] in ("cc", "no", "ok")))


def test_a_whole_hand_is_dealt_bet_shown_and_settled_by_taps_alone(page: Page, deal: Deal, shots: Path) -> None:
    table = deal("five-card-stud", NAMES[:3])
    page.goto(table.url)
    expect(page.get_by_role("region", name="Wild cards")).to_contain_text("Nothing wild")
    tap(page, "King of hearts", "10 of clubs", "2 of spades")
    expect(page.get_by_role("status", name="Announcement")).to_contain_text("Ann opens")
    expect(page.get_by_role("region", name="Next")).to_contain_text("Ann to act")
    tap(page, "Bet 2", "Raise to 4", "Fold", "Call 2")
    expect(page.get_by_role("region", name="Pot")).to_contain_text("11")
    expect(seat(page, "Cy")).to_contain_text("Folded")
    tap(page, "King of clubs", "3 of diamonds", "Check", "Check")
    expect(seat(page, "Ann")).to_contain_text("pair of kings")
    tap(page, "4 of diamonds", "5 of diamonds", "Check", "Check")
    tap(page, "6 of clubs", "7 of clubs", "Check", "Check")
    expect(page.get_by_role("region", name="Next")).to_contain_text("Ann: 1 down card to tap")
    tap(page, "King of spades")
    expect(seat(page, "Ann")).to_contain_text("three kings")
    tap(page, "10 of diamonds")
    expect(page.get_by_role("region", name="Settlement")).to_contain_text("Push 11 to Ann")
    tap(page, "Undo")
    expect(page.get_by_role("button", name="Mucks", exact=True)).to_be_visible()
    tap(page, "Redo")
    page.screenshot(path=shots / "dealer-settled.png")
    page.get_by_role("button", name="Next hand", exact=True).click()
    page.wait_for_url("**/call")


def test_wild_cards_change_where_the_table_looks(page: Page, deal: Deal) -> None:
    page.goto(deal("follow-the-queen", NAMES[:3]).url)
    tap(page, "Queen of hearts")
    expect(page.get_by_role("region", name="Wild cards")).to_contain_text("Next up-card is wild")
    tap(page, "7 of spades")
    expect(page.get_by_role("region", name="Wild cards")).to_contain_text("Sevens are wild (followed Ann's queen)")
    expect(page.get_by_role("status", name="Announcement")).to_contain_text("Sevens are wild")
    expect(seat(page, "Bob").get_by_role("img", name="7 of spades, wild")).to_be_visible()


def test_a_seat_tapped_is_dealt_out_of_order(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.get_by_role("button", name="Cy", exact=True).click()
    expect(page.get_by_role("region", name="Next")).to_contain_text("Cy, out of order")
    tap(page, "Ace of spades")
    expect(seat(page, "Cy").get_by_role("img", name="Ace of spades")).to_be_visible()
    expect(page.get_by_role("region", name="Next")).to_contain_text("Ann's up-card")


@pytest.mark.console("status of 422")
def test_a_seen_card_tapped_says_where_it_lies(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    tap(page, "King of hearts")
    expect(page.locator(".rest")).to_have_count(0)
    page.get_by_role("button", name="King of hearts", exact=True).click(force=True)
    expect(page.get_by_role("alert")).to_have_text("The king of hearts is Ann's up-card")


@pytest.mark.console("status of 409")
def test_a_tap_on_an_old_screen_shows_the_true_one(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    page.goto(table.url)
    table.enter("d dh p1 ??Kh")
    page.get_by_role("button", name="2 of clubs", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Something else was entered first")
    expect(page.get_by_role("region", name="Next")).to_contain_text("Bob's up-card")


def test_typing_a_rank_and_a_suit_enters_the_card(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.keyboard.type("7h")
    expect(seat(page, "Ann").get_by_role("img", name="7 of hearts")).to_be_visible()
    page.keyboard.type("10s")
    expect(seat(page, "Bob").get_by_role("img", name="10 of spades")).to_be_visible()


def test_the_focus_stays_on_its_button_when_the_screen_is_redrawn(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.get_by_role("button", name="9 of clubs", exact=True).focus()
    page.keyboard.press("Enter")
    expect(seat(page, "Ann").get_by_role("img", name="9 of clubs")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "9c"


def test_an_amount_is_typed_or_tapped_and_enter_bets_it(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:2], NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    page.goto(table.url)
    for digit in "17":
        page.get_by_role("button", name=digit, exact=True).click()
    tap(page, "Bet")
    expect(seat(page, "Ann")).to_contain_text("Bet 17")
    page.get_by_role("textbox", name="Amount").fill("40")
    page.keyboard.press("Enter")
    expect(seat(page, "Bob")).to_contain_text("Bet 40")


def test_a_mistake_is_corrected_from_the_log(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    page.goto(table.url)
    page.get_by_role("button", name="Log", exact=True).click()
    log = page.get_by_role("region", name="Log", exact=True)
    expect(log).to_contain_text("Bob: a down card, queen of hearts")
    log.get_by_role("button", name="Correct", exact=True).last.click()
    page.get_by_role("button", name="King of clubs", exact=True).click()
    page.get_by_role("button", name="Correct", exact=True).click()
    expect(seat(page, "Ann").get_by_role("img", name="King of clubs")).to_be_visible()


def test_everything_works_without_scripts(browser: Browser, server: Server, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:2])
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(table.url)

    def press(*names: str) -> None:
        for name in names:
            page.get_by_role("button", name=name, exact=True).click()
            page.wait_for_load_state()

    press("King of hearts", "Queen of hearts", "Bet 2", "Call 2")
    for first, second in (("2 of clubs", "3 of clubs"), ("4 of clubs", "5 of clubs"), ("6 of clubs", "7 of clubs")):
        press(first, second, "Check", "Check")
    press("I'll rule", "Bob", "So ruled")
    expect(page.get_by_role("region", name="Settlement")).to_contain_text("Push 6 to Bob")
    press("Undo", "Ace of spades", "Mucks")
    expect(page.get_by_role("region", name="Settlement")).to_contain_text("Push 6 to Ann")
    context.close()


OVERLAPS = """() => {
  const box = (e) => e.getBoundingClientRect();
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = [...document.querySelectorAll(".seat, .pot, .wild, .say, .bar, .pad")];
  const wrong = [];
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => {
    if (!apart(box(a), box(b))) wrong.push(`${a.className} over ${b.className}`);
  }));
  document.querySelectorAll(".seat .c").forEach((card) => {
    const own = box(card), home = box(card.closest(".seat"));
    if (own.right > home.right || own.bottom > home.bottom) wrong.push(`${card.ariaLabel} sticks out`);
  });
  return wrong;
}"""

SMALL = """() => [...document.querySelectorAll("button, summary, a, input:not([type=hidden])")]
  .filter((e) => e.checkVisibility() && !e.matches(".vh, .arm"))
  .map((e) => [e.getAttribute("aria-label") || e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, r]) => r.width < 48 || r.height < 48)
  .map(([name, r]) => `${name}: ${r.width} x ${r.height}`)"""

TEXT = """() => [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && !e.closest(".vh"))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 18).map((e) => e.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("name", "game", "stakes", "until"),
    [
        ("cards", "five-card-stud", None, lambda asked, state: state.count and len(state.players[6].up) == 4),
        ("bets", "woolworth", None, lambda asked, state: asked.kind == "bet" and state.frame.street == 6),
        ("range", "woolworth", NO_LIMIT, lambda asked, state: asked.kind == "bet" and state.frame.street == 6),
        ("declare", "chicago", None, lambda asked, state: asked.kind == "declare"),
        ("show", "seven-card-stud", None, lambda asked, state: asked.kind == "show"),
    ],
)
def test_eight_seats_and_the_pad_are_seen_together(
    page: Page, deal: Deal, shots: Path, size: tuple[int, int], name: str, game: str, stakes: Any, until: Any
) -> None:
    table = deal(game, stakes=stakes)
    play_on(table, until)
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(table.url)
    page.screenshot(path=shots / f"dealer-{name}-{width}x{height}.png")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("document.documentElement.scrollHeight") == height
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(TEXT) == []
    assert page.evaluate("Math.min(...[...document.querySelectorAll('.seat .c')].map((c) => c.offsetWidth))") >= 44


def test_the_phone_asks_for_the_rank_and_then_the_suit(
    browser: Browser, server: Server, deal: Deal, shots: Path
) -> None:
    context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(deal("five-card-stud").url)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("radio", name="K", exact=True).check(force=True)
    page.screenshot(path=shots / "dealer-phone.png")
    page.get_by_role("button", name="King of diamonds", exact=True).click()
    expect(seat(page, "Ann").get_by_role("img", name="King of diamonds")).to_be_attached()
    context.close()


def test_undo_never_moves(page: Page, deal: Deal) -> None:
    places = set()
    for game in ("five-card-stud", "roll-your-own", "baseball"):
        page.goto(deal(game).url)
        places.add(str(page.locator("#undo").bounding_box()))
    table = deal("five-card-stud", NAMES[:2])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    page.goto(table.url)
    places.add(str(page.locator("#undo").bounding_box()))
    tap(page, "Bet 2", "Fold")
    places.add(str(page.locator("#undo").bounding_box()))
    assert len(places) == 1


def test_taps_in_quick_succession_are_all_taken_in_order(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    page.goto(table.url)
    names = ("King of hearts", "10 of clubs", "2 of spades", "Check", "Check", "Check", "Ace of spades")
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()
    expect(seat(page, "Ann").get_by_role("img", name="Ace of spades")).to_be_visible()
    assert table.live.actions[3:6] == ("p1 cc", "p2 cc", "p3 cc")


def test_a_misdeal_is_asked_for_twice(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Misdeal", exact=True).click()
    page.get_by_role("button", name="Yes, misdeal", exact=True).click()
    expect(page.get_by_role("region", name="Settlement")).to_contain_text("No chips to push: misdeal")
    expect(page.locator("#more")).not_to_have_attribute("open", "")


def test_sound_and_light_are_remembered(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:2]).url)
    sound = page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Light or dark", exact=True).click()
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


CONTRAST = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, w, n) => {
    const v = c[n] / 255;
    return sum + w * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  }, 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] === 255) return c;
      if (e.matches(".felt")) return rgba(getComputedStyle(e).getPropertyValue("--felt-2"));
    }
    return rgba(getComputedStyle(document.body).backgroundColor);
  };
  return [...document.querySelectorAll("body *")]
    .filter((e) => e.checkVisibility() && !e.closest(".vh, .out, [aria-disabled=true]"))
    .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((e) => {
      const [a, b] = [light(rgba(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
      return [(a + 0.05) / (b + 0.05), e.outerHTML.slice(0, 80)];
    })
    .filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_text_has_enough_contrast(page: Page, deal: Deal, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    for game, until in (
        ("follow-the-queen", lambda asked, state: state.count == 12),
        ("baseball", lambda asked, state: asked.kind == "bet"),
        ("chicago", lambda asked, state: asked.kind == "declare"),
    ):
        table = deal(game)
        play_on(table, until)
        page.goto(f"{table.url}?log=1" if game == "baseball" else table.url)
        assert page.evaluate(CONTRAST) == []
