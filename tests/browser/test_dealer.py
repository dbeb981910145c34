"""The dealer's screen: cards and bets by taps and keys, rulings, and the layout on every tablet."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games.table import NamedRank
from app.hand.ask import Prompt
from app.hand.open_hands import open_hands
from app.hand.state import State
from tests.browser.devices import LANDSCAPE, PHONE, PORTRAIT, TABLETS, Shots
from tests.browser.measures import fits, size_and_contrast, small_text
from tests.browser.playing import click, go_to, press_keys, region, resize, tap, type_card
from tests.browser.settling import settled
from tests.browser.stage import NO_LIMIT, Deal, Stage, Until, asked, play_on
from tests.web.tables import NAMES


@pytest.mark.console("status of 422")
def test_the_dealer_allows_actions_out_of_order(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("five-card-stud", NAMES[:4])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "d dh p4 ??3s")
    announcement, pad = page.get_by_role("status", name="Announcement"), region(page, "Next")
    go_to(page, table.url)
    # A bet of 1, where the limit is 2.
    tap(page, "Out of order")
    shots.take(page, "dealer-out-of-order.png")
    page.get_by_label("Amount").fill("1")
    tap(page, "Bet")
    shots.take(page, "dealer-allow-it.png")
    tap(page, "Allow it")
    expect(announcement).to_contain_text("Dealer's ruling: it stands")
    # Cy folds although it is Bob's turn.
    tap(page, "Cy")
    shots.take(page, "dealer-out-of-turn.png")
    tap(page, "Cy folds out of turn")
    expect(region(page, "Cy")).to_contain_text("Folded")
    expect(announcement).to_contain_text("Dealer's ruling: Cy folds out of turn, on Bob's turn")
    # Bob calls all in, with only 1 left.
    tap(page, "Out of order")
    page.get_by_label("Amount").fill("1")
    tap(page, "Chips left")
    expect(announcement).to_contain_text("Bob has 1 left, 98 fewer than counted")
    expect(pad).to_contain_text("All in 1")
    tap(page, "Undo")
    expect(region(page, "Bob")).to_contain_text("99")
    # The pad is also available while cards are dealt, for any player.
    tap(page, "All 2 call")
    click(page.get_by_text("More", exact=True))
    click(page.locator("#more").get_by_role("button", name="Out of order"))
    expect(pad).to_contain_text("out of order")
    page.get_by_label("Amount").fill("7")
    shots.take(page, "dealer-has-left.png")
    tap(page, "Chips left")
    expect(announcement).to_contain_text("has 7 left")


def test_a_tapped_seat_is_dealt_out_of_order(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    click(page.get_by_role("button", name="Cy", exact=True))
    expect(region(page, "Next")).to_contain_text("Cy, out of order")
    tap(page, "Ace of spades")
    expect(region(page, "Cy").get_by_role("img", name="Ace of spades")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Ann's up-card")


@pytest.mark.console("status of 422")
def test_tapping_a_seen_card_says_whose_it_is(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    tap(page, "King of hearts")
    settled(page)
    page.get_by_role("button", name="King of hearts", exact=True).click(force=True)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The king of hearts is Ann's up-card")
    click(alert.get_by_role("button", name="Correct that card"))
    expect(page.get_by_role("heading", name="Correct action 1")).to_be_visible()


@pytest.mark.console("status of 409|net::ERR_FAILED")
def test_a_tap_on_an_outdated_screen_shows_the_current_one(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    page.route("**/live/**", lambda route: route.abort())
    go_to(page, table.url)
    table.enter("d dh p1 ??Kh")
    click(page.get_by_role("button", name="2 of clubs", exact=True))
    expect(page.get_by_role("alert").filter(has_text="Someone else entered that first")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Bob's up-card")


def test_typing_a_rank_and_a_suit_enters_the_card(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    type_card(page, "7h")
    expect(region(page, "Ann").get_by_role("img", name="7 of hearts")).to_be_visible()
    type_card(page, "10s")
    expect(region(page, "Bob").get_by_role("img", name="10 of spades")).to_be_visible()


def test_the_focus_stays_on_its_button_when_the_screen_is_redrawn(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    page.get_by_role("button", name="9 of clubs", exact=True).focus()
    press_keys(page, "Enter")
    expect(region(page, "Ann").get_by_role("img", name="9 of clubs")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "9c"


def test_an_amount_is_tapped_or_typed_and_bet_with_enter(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:2], NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    go_to(page, table.url)
    for digit in "17":
        click(page.get_by_role("button", name=digit, exact=True))
    tap(page, "Bet")
    expect(region(page, "Ann")).to_contain_text("Bet 17")
    page.get_by_role("textbox", name="Amount").fill(" 40 ")  # pasted
    press_keys(page, "Enter")
    expect(region(page, "Bob")).to_contain_text("Raised to 40")


@pytest.mark.parametrize(
    ("name", "game", "stakes", "until"),
    [
        ("cards", "five-card-stud", None, lambda asked, state: state.count and len(state.players[6].up) == 4),
        ("bets", "woolworth", None, lambda asked, state: asked.kind == "bet" and state.frame.label == "Sixth street"),
        (
            "range",
            "woolworth",
            NO_LIMIT,
            lambda asked, state: asked.kind == "bet" and state.frame.label == "Sixth street",
        ),
        ("declare", "chicago", None, lambda asked, state: asked.kind == "declare"),
        ("show", "seven-card-stud", None, lambda asked, state: asked.kind == "show"),
    ],
)
def test_eight_seats_and_the_pad_fit_every_tablet(
    page: Page, deal: Deal, shots: Shots, name: str, game: str, stakes: Any, until: Any
) -> None:
    table = deal(game, stakes=stakes)
    play_on(table, until)
    go_to(page, table.url)
    for width, height in TABLETS:
        resize(page, (width, height))
        shots.take(page, f"dealer-{name}-{width}x{height}.png")
        assert [*fits(page), *size_and_contrast(page), *small_text(page)] == []
        assert (
            page.evaluate("Math.min(...[...document.querySelectorAll('.seat .card')].map((c) => c.offsetWidth))") >= 44
        )


def folded_a_down_card(asked: Prompt, state: State) -> bool:
    """Return whether the hand is over, and a player folded a single down card."""
    return state.result is not None and any(
        player.folded and [card.up for card in player.cards] == [False] for player in state.players
    )


def folded_four_hands(asked: Prompt, state: State) -> bool:
    """Return whether the hand is over, and a player folded four open hands."""
    return state.result is not None and any(
        player.folded and len(open_hands(state, seat)) == 4 for seat, player in enumerate(state.players)
    )


@pytest.mark.parametrize(
    ("game", "until"),
    [
        ("five-card-draw", asked("over")),
        ("echo-park", folded_a_down_card),
        ("tripple-double", folded_four_hands),
    ],
)
def test_folded_hands_leave_room_for_their_labels_at_the_settlement(
    page: Page, stage: Stage, game: str, until: Until
) -> None:
    go_to(page, stage.table(game, until, players=6).url)
    assert page.locator(".seat.out").count() > 0
    for size in (LANDSCAPE, (1024, 768), PORTRAIT):
        resize(page, size)
        assert fits(page) == []


def test_the_reason_for_a_wild_rank_fits_beside_a_long_name_in_portrait(page: Page, stage: Stage) -> None:
    def named(asked: Prompt, state: State) -> bool:
        return asked.kind == "bet" and state.recall(NamedRank).rank is not None

    resize(page, PORTRAIT)
    go_to(page, stage.table("auction-wild", named).url)
    expect(region(page, "Wild cards")).to_contain_text("named by")
    assert fits(page) == []


def test_a_dealer_on_a_phone_taps_the_rank_and_then_the_suit(page: Page, deal: Deal, shots: Shots) -> None:
    resize(page, PHONE)
    go_to(page, deal("five-card-stud").url)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("radio", name="K", exact=True).check(force=True)
    shots.take(page, "dealer-phone.png")
    click(page.get_by_role("button", name="King of diamonds", exact=True))
    expect(region(page, "Ann").get_by_role("img", name="King of diamonds")).to_be_attached()


def test_undo_never_moves(page: Page, deal: Deal) -> None:
    places = set()
    for game in ("five-card-stud", "roll-your-own", "baseball"):
        go_to(page, deal(game).url)
        places.add(str(page.locator("#undo").bounding_box()))
    table = deal("five-card-stud", NAMES[:2])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    go_to(page, table.url)
    places.add(str(page.locator("#undo").bounding_box()))
    tap(page, "Bet 2", "Fold")
    places.add(str(page.locator("#undo").bounding_box()))
    assert len(places) == 1


def test_a_misdeal_needs_confirmation(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    click(page.get_by_text("More", exact=True))
    click(page.get_by_text("Misdeal", exact=True))
    click(page.get_by_role("button", name="Yes, misdeal", exact=True))
    expect(region(page, "Settlement")).to_contain_text("Ann, Bob and Cy get 1 back each")
    expect(page.locator(".stage")).to_have_text("Misdeal")
    menu = page.locator("#more")
    expect(menu).not_to_have_attribute("open", "")
    # The menu offers no actions for a hand that is over.
    click(page.get_by_text("More", exact=True))
    expect(menu).to_contain_text("This hand is over. Undo opens it again")
    for name in ("Out of order", "Agree to split", "Extra or exposed card", "The deck is out"):
        expect(menu.get_by_text(name, exact=True)).to_be_hidden()
    expect(menu.get_by_text("Misdeal", exact=True)).to_be_hidden()


def test_sound_and_theme_are_remembered(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:2]).url)
    sound = page.get_by_role("button", name="Sound", exact=True)
    expect(sound).to_have_attribute("aria-pressed", "false")
    click(sound)
    click(page.get_by_text("More", exact=True))
    light = page.get_by_role("button", name="Light", exact=True)
    two_colours = page.get_by_role("button", name="Two colours", exact=True)
    expect(light).to_have_attribute("aria-pressed", "true")
    expect(two_colours).to_have_attribute("aria-pressed", "false")
    click(light)
    click(two_colours)
    page.reload()
    settled(page)
    click(page.get_by_text("More", exact=True))
    expect(light).to_have_attribute("aria-pressed", "false")
    expect(two_colours).to_have_attribute("aria-pressed", "true")
    expect(sound).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
