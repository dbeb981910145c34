"""The dealer's screen in a real browser: a whole hand by taps, the layout on every tablet, the keyboard, no scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import fits, looks, small_text
from tests.browser.playing import press, region, tap
from tests.browser.stage import play_on
from tests.web.tables import NAMES, Table

Deal = Callable[..., Table]

SIZES = [LANDSCAPE, (1024, 768), PORTRAIT]
NO_LIMIT = Stakes(limit="none", min_bet=2)


def test_a_whole_hand_is_dealt_bet_shown_and_settled_by_taps_alone(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("five-card-stud", NAMES[:3])
    page.goto(table.url)
    expect(region(page, "Wild cards")).to_contain_text("Nothing wild")
    tap(page, "King of hearts", "10 of clubs", "2 of spades")
    expect(page.get_by_role("status", name="Announcement")).to_contain_text("Ann opens")
    expect(region(page, "Next")).to_contain_text("Ann to act")
    tap(page, "Bet 2", "Raise to 4", "Fold", "Call 2")
    expect(region(page, "Pot")).to_contain_text("11")
    expect(region(page, "Cy")).to_contain_text("Folded")
    tap(page, "King of clubs", "3 of diamonds", "Check", "Check")
    expect(region(page, "Ann")).to_contain_text("pair of kings")
    tap(page, "4 of diamonds", "5 of diamonds", "Check", "Check")
    tap(page, "6 of clubs", "7 of clubs", "Check", "Check")
    expect(region(page, "Next")).to_contain_text("Ann: 1 down card to tap")
    tap(page, "King of spades")
    expect(region(page, "Ann")).to_contain_text("three kings")
    tap(page, "10 of diamonds")
    expect(region(page, "Settlement")).to_contain_text("Push 11 to Ann")
    tap(page, "Undo")
    expect(page.get_by_role("button", name="Mucks", exact=True)).to_be_visible()
    tap(page, "Redo")
    shots.take(page, "dealer-settled.png")
    page.get_by_role("button", name="Next hand", exact=True).click()
    page.wait_for_url("**/call")


def test_wild_cards_change_where_the_table_looks(page: Page, deal: Deal) -> None:
    page.goto(deal("follow-the-queen", NAMES[:3]).url)
    tap(page, "Queen of hearts")
    expect(region(page, "Wild cards")).to_contain_text("Next up-card is wild")
    tap(page, "7 of spades")
    expect(region(page, "Wild cards")).to_contain_text("Sevens are wild (followed Ann's queen)")
    expect(page.get_by_role("status", name="Announcement")).to_contain_text("Sevens are wild")
    expect(region(page, "Bob").get_by_role("img", name="7 of spades, wild")).to_be_visible()


@pytest.mark.console("status of 422")
def test_the_dealer_lets_stand_what_the_table_does(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("five-card-stud", NAMES[:4])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "d dh p4 ??3s")
    said, pad = page.get_by_role("status", name="Announcement"), region(page, "Next")
    page.goto(table.url)
    # A bet of 1, where the limit is 2.
    tap(page, "Out of order")
    shots.take(page, "dealer-out-of-order.png")
    page.get_by_label("Amount").fill("1")
    tap(page, "Bet")
    shots.take(page, "dealer-allow-it.png")
    tap(page, "Allow it")
    expect(said).to_contain_text("Dealer's ruling: it stands")
    # Cy mucks although Bob is next, and stays at the table.
    tap(page, "Cy")
    shots.take(page, "dealer-out-of-turn.png")
    tap(page, "Cy folds out of turn")
    expect(region(page, "Cy")).to_contain_text("Folded")
    # Bob calls all in: he has only 1 left.
    tap(page, "Out of order")
    page.get_by_label("Amount").fill("1")
    tap(page, "Chips left")
    expect(said).to_contain_text("Bob has 1 left, 98 fewer than counted")
    expect(pad).to_contain_text("All in 1")
    tap(page, "Undo")
    expect(region(page, "Bob")).to_contain_text("99")
    # Also while cards are dealt, of anybody.
    tap(page, "All 2 call")
    page.get_by_text("More", exact=True).click()
    page.locator("#more").get_by_role("button", name="Out of order").click()
    expect(pad).to_contain_text("out of order")
    page.get_by_label("Amount").fill("7")
    shots.take(page, "dealer-has-left.png")
    tap(page, "Chips left")
    expect(said).to_contain_text("has 7 left")


def test_a_seat_tapped_is_dealt_out_of_order(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.get_by_role("button", name="Cy", exact=True).click()
    expect(region(page, "Next")).to_contain_text("Cy, out of order")
    tap(page, "Ace of spades")
    expect(region(page, "Cy").get_by_role("img", name="Ace of spades")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Ann's up-card")


@pytest.mark.console("status of 422")
def test_a_seen_card_tapped_says_where_it_lies(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    tap(page, "King of hearts")
    expect(page.locator(".rest")).to_have_count(0)
    page.get_by_role("button", name="King of hearts", exact=True).click(force=True)
    expect(page.get_by_role("alert")).to_have_text("The king of hearts is Ann's up-card")


@pytest.mark.console("status of 409|net::ERR_FAILED")
def test_a_tap_on_an_old_screen_shows_the_true_one(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    page.route("**/live/**", lambda route: route.abort())
    page.goto(table.url)
    table.enter("d dh p1 ??Kh")
    page.get_by_role("button", name="2 of clubs", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Someone else entered that first")
    expect(region(page, "Next")).to_contain_text("Bob's up-card")


def test_typing_a_rank_and_a_suit_enters_the_card(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.keyboard.type("7h")
    expect(region(page, "Ann").get_by_role("img", name="7 of hearts")).to_be_visible()
    page.keyboard.type("10s")
    expect(region(page, "Bob").get_by_role("img", name="10 of spades")).to_be_visible()


def test_the_focus_stays_on_its_button_when_the_screen_is_redrawn(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.get_by_role("button", name="9 of clubs", exact=True).focus()
    page.keyboard.press("Enter")
    expect(region(page, "Ann").get_by_role("img", name="9 of clubs")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "9c"


def test_an_amount_is_typed_or_tapped_and_enter_bets_it(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:2], NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    page.goto(table.url)
    for digit in "17":
        page.get_by_role("button", name=digit, exact=True).click()
    tap(page, "Bet")
    expect(region(page, "Ann")).to_contain_text("Bet 17")
    page.get_by_role("textbox", name="Amount").fill("40")
    page.keyboard.press("Enter")
    expect(region(page, "Bob")).to_contain_text("Bet 40")


def test_a_mistake_is_corrected_from_the_log(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    page.goto(table.url)
    page.get_by_role("button", name="Log", exact=True).click()
    log = region(page, "Log")
    expect(log).to_contain_text("Bob: a down card, queen of hearts")
    log.get_by_role("button", name="Correct", exact=True).last.click()
    page.get_by_role("button", name="King of clubs", exact=True).click()
    page.get_by_role("button", name="Correct", exact=True).click()
    expect(region(page, "Ann").get_by_role("img", name="King of clubs")).to_be_visible()


def test_everything_works_without_scripts(plain_page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:2])
    page = plain_page
    page.goto(table.url)
    press(page, "King of hearts", "Queen of hearts", "Bet 2", "Call 2")
    for first, second in (("2 of clubs", "3 of clubs"), ("4 of clubs", "5 of clubs"), ("6 of clubs", "7 of clubs")):
        press(page, first, second, "Check", "Check")
    press(page, "I'll rule", "Bob", "Award the pot")
    expect(region(page, "Settlement")).to_contain_text("Push 6 to Bob")
    press(page, "Undo", "Ace of spades", "Mucks")
    expect(region(page, "Settlement")).to_contain_text("Push 6 to Ann")


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
def test_eight_seats_and_the_pad_are_seen_together(
    page: Page, deal: Deal, shots: Shots, name: str, game: str, stakes: Any, until: Any
) -> None:
    table = deal(game, stakes=stakes)
    play_on(table, until)
    page.goto(table.url)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        shots.take(page, f"dealer-{name}-{width}x{height}.png")
        assert [*fits(page), *looks(page), *small_text(page)] == []
        assert (
            page.evaluate("Math.min(...[...document.querySelectorAll('.seat .card')].map((c) => c.offsetWidth))") >= 44
        )


def test_the_phone_asks_for_the_rank_and_then_the_suit(page: Page, deal: Deal, shots: Shots) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(deal("five-card-stud").url)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("radio", name="K", exact=True).check(force=True)
    shots.take(page, "dealer-phone.png")
    page.get_by_role("button", name="King of diamonds", exact=True).click()
    expect(region(page, "Ann").get_by_role("img", name="King of diamonds")).to_be_attached()


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
    for name in ("King of hearts", "10 of clubs", "2 of spades"):
        page.get_by_role("button", name=name, exact=True).click()
    for player in NAMES[:3]:
        expect(region(page, "Next")).to_contain_text(f"{player} to act")
        page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("button", name="Ace of spades", exact=True).click()
    expect(region(page, "Ann").get_by_role("img", name="Ace of spades")).to_be_visible()
    assert table.live.actions[3:6] == ("p1 cc", "p2 cc", "p3 cc")


def test_a_misdeal_is_asked_for_twice(page: Page, deal: Deal) -> None:
    page.goto(deal("five-card-stud", NAMES[:3]).url)
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Misdeal", exact=True).click()
    page.get_by_role("button", name="Yes, misdeal", exact=True).click()
    expect(region(page, "Settlement")).to_contain_text("No chips to push: misdeal")
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
