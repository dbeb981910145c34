"""The television: it follows the dealer's tablet, catches up after sleep, and is legible across the room."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.hand.notation import write_action
from app.hand.open_hands import open_hands
from app.hand.play import prompt
from app.hand.state import State
from app.night.acts.queue import Done
from app.night.log.replay import LiveHand
from app.night.play.call import call_game, next_hand
from tests.browser.devices import TELEVISION, Shots
from tests.browser.measures import texts
from tests.browser.playing import (
    announced,
    answer_for,
    card,
    click,
    expect_pot,
    expect_stacks,
    go_to,
    press_keys,
    reconnect,
    region,
    resize,
    set_visible,
    tap,
)
from tests.browser.scenes import pay_for_pizza
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, night_of, play_on, television_of
from tests.night.acting import settle_up
from tests.web.tables import NAMES, Table
from tests.web.television.test_television import called, night_with, until

HD = (1280, 720)
UPRIGHT = (1080, 1920)
TEN = (*NAMES, "Ida", "Joe")
SCREENS = (TELEVISION, HD, UPRIGHT)
LONG = ("Bartholomew", "Ann", "Maximiliane Westernhagen", "Dee", "Evangelina", "Fay", "Gus the Great", "Christopher")

#: Replaces speech with a recording of what would be said, and the wake lock with a counter of requests.
STAND_INS = """
  const standIn = (home, name, value) => Object.defineProperty(home, name, { value });
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  standIn(window, "speechSynthesis", { cancel() {}, speak: (el) => window.spoken.push(el.text) });
  window.locks = 0;
  standIn(navigator, "wakeLock", { request: async () => { window.locks += 1; } });
"""


def test_a_television_loads_again_after_an_upgrade_of_the_server(page: Page, deal: Deal) -> None:
    go_to(page, television_of(deal("five-card-stud", NAMES[:3])))
    page.evaluate("() => { document.getElementById('watch').dataset.files = 'old'; }")
    with page.expect_event("load"):
        reconnect(page)
    expect(page.locator("#watch:not([data-files=old])")).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()


def test_the_television_shows_every_tap_of_the_tablet(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    tv = another_page(TELEVISION)
    go_to(page, table.url)
    go_to(tv, television_of(table))
    expect(announced(tv)).to_have_text("Five-Card Stud, Cy deals")
    tap(page, "King of hearts")
    expect(card(tv, "Ann", "King of hearts")).to_be_visible()
    tap(page, "Queen of hearts", "2 of spades")
    expect(announced(tv)).to_contain_text("Ann opens")
    tap(page, "Bet 2", "Fold", "Fold")
    expect(region(tv, "Settlement")).to_contain_text("Ann wins 5")
    expect_stacks(tv, {"Ann": 102, "Bob": 99, "Cy": 97 + 2})
    tap(page, "Undo")
    expect_pot(tv, 5)
    tap(page, "Fold")
    click(page.get_by_role("button", name="Next hand", exact=True))
    expect(announced(tv)).to_have_text("Ann deals next and calls the game")
    expect(region(tv, "Settlement")).to_contain_text("Ann wins 5")


def test_changed_wild_cards_are_highlighted_with_the_reason(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("follow-the-queen", NAMES[:3])
    tv = another_page(TELEVISION)
    tv.emulate_media(reduced_motion="no-preference")
    go_to(page, table.url)
    go_to(tv, television_of(table))
    tap(page, "Queen of hearts")
    expect(region(tv, "Wild cards")).to_contain_text("Next up-card is wild")
    tap(page, "7 of spades")
    expect(region(tv, "Wild cards")).to_contain_text("Sevens are wild (followed Ann's queen")
    expect(card(tv, "Bob", "7 of spades, wild")).to_be_visible()
    expect(announced(tv)).to_contain_text("Sevens are wild")
    expect(tv.locator(".fresh .wild-line")).to_have_css("animation-name", "fill")
    dark = tv.locator(".wild-line").evaluate("(line) => getComputedStyle(line).backgroundColor")
    tv.emulate_media(reduced_motion="reduce")
    expect(tv.locator(".fresh .wild-line")).to_have_css("animation-name", "none")
    expect(tv.locator(".fresh .wild-line")).to_have_css("background-color", dark)
    assert dark != "rgba(0, 0, 0, 0)"
    tap(page, "Queen of spades")
    expect(region(tv, "Wild cards")).to_contain_text("Next up-card is wild (Cy's queen)")
    expect(card(tv, "Bob", "7 of spades")).to_have_class(re.compile("was-wild"))


def test_the_television_hides_declarations_until_the_last_one(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = until(deal("chicago", NAMES[:5]), declaring)
    live = [table.live.state.name(seat) for seat in table.live.state.live]
    tv = another_page(TELEVISION)
    go_to(page, table.url)
    go_to(tv, television_of(table))
    for name in live[:-1]:
        answer_for(page, name, "Spade")
        expect(region(tv, name)).to_contain_text("✓ declared")
        expect(region(tv, name)).not_to_contain_text("Spade")
    answer_for(page, live[-1], "High")
    for name in live[:-1]:
        expect(region(tv, name)).to_contain_text("Spade")
    expect(region(tv, live[-1])).to_contain_text("High")


@pytest.mark.own_device
def test_the_television_shows_the_current_table_after_sleep_and_stays_awake(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    tv = another_page(TELEVISION)
    tv.add_init_script(STAND_INS)
    go_to(page, table.url)
    go_to(tv, television_of(table))
    expect(tv.get_by_role("article")).to_be_visible()
    assert tv.evaluate("window.locks") == 1
    set_visible(tv, False)
    tap(page, "King of hearts", "Queen of hearts", "2 of spades", "Bet 2", "Fold", "Fold")
    expect(region(tv, "Settlement")).to_have_count(0)
    set_visible(tv, True)
    expect(region(tv, "Settlement")).to_contain_text("Ann wins 5")
    assert tv.evaluate("window.locks") == 2


@pytest.mark.own_device
def test_the_television_speaks_only_once_sound_is_on(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("follow-the-queen", NAMES[:3])
    tv = another_page(TELEVISION)
    tv.add_init_script(STAND_INS)
    go_to(page, table.url)
    go_to(tv, television_of(table))
    tap(page, "Queen of hearts")
    expect(announced(tv)).to_contain_text("next up-card")
    assert tv.evaluate("window.spoken") == []
    sound = tv.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "false")
    click(sound)
    first = tv.evaluate("window.spoken")
    assert any("next up-card" in text for text in first)
    tap(page, "7 of spades")
    expect(announced(tv)).to_contain_text("Sevens are wild")
    said = tv.evaluate("window.spoken")[len(first) :]
    assert len(said) == announced(tv).locator("span").count()
    assert any("Sevens are wild" in text for text in said)
    tv.reload()
    settled(tv)
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_arrow_keys_turn_the_table_for_good(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:4])
    table.enter("d dh p1 ??Kh")
    tv = another_page(TELEVISION)
    go_to(tv, television_of(table))
    expect(corner(tv)).to_have_accessible_name("Dee")
    press_keys(tv, "ArrowRight")
    expect(corner(tv)).to_have_accessible_name("Cy")
    press_keys(tv, "ArrowLeft")
    press_keys(tv, "ArrowLeft")
    expect(corner(tv)).to_have_accessible_name("Ann")
    go_to(tv, television_of(table))
    expect(corner(tv)).to_have_accessible_name("Ann")
    go_to(page, table.url)
    tap(page, "Queen of hearts")
    expect(card(tv, "Bob", "Queen of hearts")).to_be_visible()
    expect(corner(tv)).to_have_accessible_name("Ann")


def test_links_turn_the_table_without_scripts(plain_page: Page, deal: Deal) -> None:
    tv = plain_page
    table = deal("five-card-stud", NAMES[:4])
    table.enter("d dh p1 ??Kh")
    go_to(tv, television_of(table))
    click(tv.get_by_role("link", name="Turn right"))
    tv.wait_for_url("**?near=*")
    expect(corner(tv)).to_have_accessible_name("Cy")


def corner(tv: Page) -> Any:
    """Return the seat at the bottom left, nearest to the viewers."""
    return tv.locator(".seat.t2.x1")


def declaring(state: State) -> bool:
    return bool(state.frames) and type(state.frame.spec).__name__ == "Declare" and len(state.live) == 5


def four_up(state: State) -> bool:
    """Return whether most players are still in during a betting round, with four up-cards each."""
    return len(state.bettors) > 5 and all(len(state.players[seat].up) == 4 for seat in state.live) and betting(state)


def betting_later(state: State) -> bool:
    """Return whether a betting round comes after most of the cards."""
    return betting(state) and state.count > 18 + len(state.players) * 2


def showing_down(state: State) -> bool:
    """Return whether at least three players have shown, and another is asked to."""
    return state.result is None and sum(player.shown for player in state.players) > 2


def betting(state: State) -> bool:
    return bool(state.frames) and type(state.frame.memory).__name__ == "Round"


def shown_down(state: State) -> bool:
    return state.result is not None and sum(player.shown for player in state.players) > 3


def split(state: State) -> bool:
    """Return whether shown hands have won both shares of a pot."""
    return shown_down(state) and len({award.share for award in state.result.awards}) > 1 if state.result else False


def wild_won(state: State) -> bool:
    """Return whether a hand with a wild card that plays as another card has won."""
    awards = state.result.awards if state.result else ()
    return any(held != plays_as for award in awards for held, plays_as in award.plays)


def five_won(state: State) -> bool:
    """Return whether five parts of the pots were won, each by another player or with another half."""
    return state.result is not None and len({(award.seat, award.share) for award in state.result.awards}) == 5


def million_bet(state: State) -> bool:
    """Return whether a player is all in with a bet of seven figures."""
    return betting(state) and any(player.all_in and player.bet > 999_999 for player in state.players)


def three_pots(state: State) -> bool:
    return betting(state) and len({player.committed for player in state.players if player.all_in and player.live}) > 1


#: The least width of cards, by scene.
CARDS = {"bets": 146, "wild": 146, "holdem": 100, "ten": 100, "seven": 90}

#: Returns parts that are cut off, stick out or overlap.
FAULTS = """() => {
  const wrong = [];
  const box = (el) => el.getBoundingClientRect();
  const all = (query) => [...document.querySelectorAll(query)];
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) wrong.push(`page is ${page.scrollWidth} wide`);
  if (page.scrollHeight > innerHeight) wrong.push(`page is ${page.scrollHeight} high`);
  const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => beside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const parts = all(".seat, .centre, .wild-line, .announcement, h1, #sound");
  parts.forEach((a, n) => parts.slice(n + 1).forEach((b) => {
    if (!apart(box(a), box(b))) wrong.push(`${a.className || a.id} over ${b.className || b.id}`);
  }));
  const inside = (query, home) => all(query).filter((el) => el.checkVisibility()).forEach((el) => {
    const [own, its] = [box(el), box(el.closest(home))];
    const out = [its.left - own.left, own.right - its.right, its.top - own.top, own.bottom - its.bottom];
    if (Math.max(...out) > 1) wrong.push(`${el.className} ${el.textContent.trim()} out of ${home}: ${out}`);
  });
  inside(".seat .card, .seat .backs i, .seat .who, .seat .name, .seat .stack, .seat .says, .seat .says > *", ".seat");
  inside(".pot, .side, .now, .middle .card, .layout, .settle, .headline, .part, .part .card, .part p", ".centre");
  inside(".part .card, .part p", ".part");
  inside(".shown .card", ".shown > div");
  inside(".closing > *, .results > *", ".closing");
  const index = document.createRange();
  all(".card").forEach((card) => {
    const next = card.nextElementSibling;
    index.selectNodeContents(card.firstChild);
    if (!next || !next.matches(".card") || box(next).top > box(card).top + 9) return;
    if (box(index).right > box(next).left) wrong.push(`${card.ariaLabel} lies under ${next.ariaLabel}`);
  });
  all(".hand-name").forEach((name) => {
    if (name.scrollWidth > name.clientWidth + 1) wrong.push(`${name.textContent} lies under its cards`);
    const backs = name.closest(".cards").querySelector(".backs");
    if (backs && !apart(box(backs), box(name))) wrong.push(`backs over ${name.textContent}`);
  });
  all(".name:not(.longest)").forEach((name) => {
    index.selectNodeContents(name);
    if (index.getClientRects().length > 1) wrong.push(`${name.textContent} is on two lines`);
  });
  const cut = all(".sentences").filter((el) => el.scrollHeight > el.clientHeight + 6);
  wrong.push(...cut.map((el) => `cut off: ${el.textContent}`));
  return wrong;
}"""

#: Returns the smallest name, card, wild line, QR code and text, in pixels.
SIZES = """() => {
  const seen = (el) => el.checkVisibility() && !el.closest(".visually-hidden");
  const all = (query) => [...document.querySelectorAll(query)].filter(seen);
  const least = (found, measure) => Math.min(9999, ...found.map(measure));
  const size = (el) => parseFloat(getComputedStyle(el).fontSize);
  const says = (el) => [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return {
    name: least(all(".name"), size),
    card: least(all(".seat .card"), (el) => el.offsetWidth),
    wild: least(all(".wild-line b, .wild-line small"), size),
    qr: least(all(".qr"), (el) => el.getBoundingClientRect().width),
    text: least(all("body *").filter(says), size),
  };
}"""


#: Moments of games: the most players, names and cards; then those that are much like them, for the long run.
FULLEST = (
    ("bets", "woolworth", LONG, four_up),
    ("wild", "follow-the-queen", LONG, four_up),
    ("ten", "five-card-draw", (*NAMES, "Ida", "Bartholomew"), showing_down),
    ("ten-settled", "five-card-stud", TEN, shown_down),
    ("seven", "seven-card-stud", NAMES, showing_down),
    ("split", "chicago", NAMES, split),
    ("wild-won", "follow-the-queen", NAMES, wild_won),
    ("bunk-beds", "bunk-beds", NAMES[:5], betting_later),
    ("holdem", "texas-holdem", (*NAMES, "Ida"), showing_down),
    ("holdem-settled", "texas-holdem", (*NAMES, "Ida"), shown_down),
    ("iron-cross-settled", "iron-cross", NAMES[:6], shown_down),
    ("guts", "guts-three-card", NAMES[:6], lambda state: state.result),
    ("elevator", "elevator", TEN, betting_later),
    ("two-boards-settled", "double-board-holdem", TEN, shown_down),
)
OTHERS = (
    ("split-of-six", "chicago", NAMES[:6], split),
    ("wild-won-of-three", "woolworth", NAMES[:3], wild_won),
    ("two", "seven-card-stud", NAMES[:2], lambda state: state.result and all(p.shown for p in state.players)),
    ("double-double", "double-double", NAMES[:4], betting_later),
    ("henway", "henway", NAMES[:5], betting_later),
    ("iron-cross", "iron-cross", NAMES[:6], betting_later),
)


@pytest.mark.parametrize(
    "moments", [pytest.param(FULLEST, id="fullest"), pytest.param(OTHERS, id="others", marks=pytest.mark.long)]
)
def test_everything_is_legible_from_four_metres(
    another_page: AnotherPage, deal: Deal, shots: Shots, moments: Sequence[Any]
) -> None:
    tv = another_page(TELEVISION)
    tv.emulate_media(color_scheme="dark", reduced_motion="reduce")
    wrong = []
    for name, game, names, there in moments:
        wrong += measure_screens(tv, until(deal(game, names), there), shots, name, card=CARDS.get(name, 0))
    assert wrong == []


def test_many_pots_are_legible_from_four_metres(another_page: AnotherPage, deal: Deal, shots: Shots) -> None:
    tv = another_page(TELEVISION)
    tv.emulate_media(color_scheme="dark", reduced_motion="reduce")
    night = night_with(100, 9, 30, 100, 15, 100, 60, 100, names=LONG)
    table = until(called(deal("seven-card-stud").client, night, "seven-card-stud"), three_pots)
    wrong = measure_screens(tv, table, shots, "pots")
    expect(region(tv, "Pot")).to_contain_text("Side")
    night = night_with(100, 9, 30, 100, 15, 100, 60, 100)
    table = until(
        called(deal("chicago").client, night, "chicago"), lambda state: shown_down(state) and pots(state) == 3
    )
    wrong += measure_screens(tv, table, shots, "pots-settled")
    assert next_hand(night_of(table)) is None
    wrong += measure_screens(tv, table, shots, "between")
    night = night_with(100, 37, 260, 9, 64, 100, 15)
    table = until(called(deal("chicago").client, night, "drawmaha"), five_won)
    wrong += measure_screens(tv, table, shots, "five-parts-beside-boards")
    assert wrong == []


def test_a_bet_of_a_million_is_beside_the_hand_of_an_all_in_player(
    another_page: AnotherPage, deal: Deal, shots: Shots
) -> None:
    tv = another_page(TELEVISION)
    night = night_with(*[1_234_567] * 10, names=TEN)
    table = until(called(deal("five-card-stud").client, night, "five-card-stud"), million_bet)
    assert measure_screens(tv, table, shots, "million") == []


def test_the_closing_screen_fits_long_names_expenses_and_two_hands(
    another_page: AnotherPage, deal: Deal, shots: Shots
) -> None:
    table = until(deal("chicago", (*NAMES[:5], "Gus 🎲 van der Straaten")), won_by_two)
    seven_card = (
        "five-card-stud",
        "follow-the-queen",
        "baseball",
        "woolworth",
        "seven-card-stud",
        "texas-holdem",
        "dakota",
    )
    play_and_settle(table, seven_card)
    tv = another_page(TELEVISION)
    tv.emulate_media(color_scheme="light", reduced_motion="reduce")
    wrong = measure_screens(tv, table, shots, "closing")
    expect(tv.locator(".shown-2")).to_be_visible()
    expect(region(tv, "Games called")).to_contain_text("8 hands")
    table = until(deal("five-card-stud", TEN), shown_down)
    five_card = (
        "five-card-stud-high-low",
        "texas-holdem",
        "crazy-pineapple",
        "omaha",
        "irish",
        "reverse-holdem",
        "holdem-eight",
    )
    play_and_settle(table, five_card)
    wrong += measure_screens(tv, table, shots, "closing-of-ten")
    expect(region(tv, "Hand of the night")).to_be_visible()
    expect(region(tv, "Games called")).to_be_visible()
    assert wrong == []


def play_and_settle(table: Table, games: Sequence[str]) -> None:
    """End a night after a short hand of each game, with an expense."""
    for game in games:
        assert next_hand(night_of(table)) is None
        live = call_game(night_of(table), game)
        assert isinstance(live, LiveHand)
        table = replace(table, hand=live.hand.id)
        fold_to_the_first_bet(table)
    assert next_hand(night_of(table)) is None
    assert isinstance(settle_up(pay_for_pizza(night_of(table)), []), Done)


def won_by_two(state: State) -> bool:
    winners = {award.seat for award in state.result.awards} if state.result else set()
    return len(winners) == 2 and all(state.players[seat].shown for seat in winners)


def fold_to_the_first_bet(table: Table) -> None:
    """Play a hand to its end: somebody bets, and all others fold."""
    while table.live.state.result is None:
        asked = prompt(table.live.state)
        lines = {ask.action.verb: write_action(ask.action) for ask in asked.asks}
        if "f" in lines or "cbr" in lines:
            table.enter(lines.get("f", lines.get("cbr")))
        else:
            play_on(table, lambda now, state: now.kind == "bet")


def test_three_open_hands_of_a_folded_player_fit_the_seat(another_page: AnotherPage, deal: Deal) -> None:
    def folded(state: State) -> bool:
        return any(player.folded and len(open_hands(state, seat)) == 3 for seat, player in enumerate(state.players))

    tv = another_page(TELEVISION)
    go_to(tv, television_of(until(deal("tripple-double", NAMES[:6]), folded)))
    assert texts(tv) == []


def pots(state: State) -> int:
    return len(state.result.pots) if state.result else 0


def measure_screens(tv: Page, table: Table, shots: Shots, name: str, card: int = 0) -> list[str]:
    """Return parts out of place or too small at every size; ``card`` is the least width of a card."""
    resize(tv, TELEVISION)
    go_to(tv, television_of(table))
    wrong = []
    for width, height in SCREENS:
        resize(tv, (width, height))
        shots.take(tv, f"television-{name}-{width}x{height}.png")
        at = f"{name} at {width}:"
        faults, sizes = tv.evaluate(f"() => [({FAULTS})(), ({SIZES})()]")
        wrong += [f"{at} {what}" for what in faults]
        scale = min(width / 1920, height / 1080) if width > height else 1
        cards = card if width > height else 0  # portrait has more rows of seats
        for kind, least in (("name", 40), ("wild", 40), ("text", 40), ("qr", 420), ("card", cards)):
            if sizes[kind] < least * scale - 0.5:
                wrong.append(f"{at} {kind} is {sizes[kind]}")
    return wrong
