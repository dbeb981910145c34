"""Corrections of cards, bets and later actions that no longer fit, and Undo after the hand."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from tests.browser.devices import PHONE, TABLETS, Shots
from tests.browser.playing import card, click, expect_pot, expect_stacks, go_to, region, tap, type_card
from tests.browser.settling import settled
from tests.browser.stage import Deal
from tests.web.tables import NAMES, Table

STAKES = Stakes(ante=1, small=2, big=4)
SIZES = (*TABLETS, PHONE)

FIRST_STREET = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 cc", "p2 cc")
SECOND_STREET = ("d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "p3 cc", "p1 cc", "p2 cc", "d dh p1 9c")
QUEENS = ("d dh p1 ????Qh", "d dh p2 ????7s", "d dh p3 ????Ac", "p3 cbr 2", "p1 cc", "p2 f", "d dh p1 2c")


@pytest.fixture
def stud(page: Page, deal: Deal) -> Table:
    """Five-card stud for Ann, Bob and Cy; Cy deals and opens with the king."""
    table = deal("five-card-stud", NAMES[:3], STAKES)
    table.enter(*FIRST_STREET)
    go_to(page, table.url)
    return table


def open_correction(page: Page, words: str) -> None:
    """Open the page that corrects the log entry with these words."""
    tap(page, "Log")
    line = region(page, "Log").get_by_role("listitem").filter(has_text=words)
    click(line.get_by_role("button", name="Correct"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Correct action")


def choose(page: Page, *names: str) -> None:
    """Tap buttons in order, each on the page that the previous tap led to."""
    for name in names:
        click(page.get_by_role("button", name=name, exact=True).first)


def row(page: Page, what: str) -> Any:
    return (
        region(page, "What changes").get_by_role("row").filter(has=page.get_by_role("rowheader", name=what, exact=True))
    )


def test_correcting_an_up_card_updates_the_wild_cards_and_the_opener(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("follow-the-queen", NAMES[:3], STAKES)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s", "d dh p3 ????8c")
    go_to(page, table.url)
    expect(region(page, "Wild cards")).to_contain_text("Sevens are wild")
    open_correction(page, "queen of hearts")
    choose(page, "9 of hearts")
    expect(row(page, "Wild cards")).to_contain_text("Sevens are wild (followed Ann's queen) Nothing wild")
    expect(row(page, "Opens")).to_contain_text("Bob Ann")
    shots.take(page, "correct-wild-previewed.png")
    choose(page, "Correct")
    expect(card(page, "Ann", "9 of hearts")).to_be_visible()
    expect(region(page, "Wild cards")).to_contain_text("Nothing wild")
    expect(region(page, "Ann")).to_contain_text("opens")
    tap(page, "Undo")
    expect(region(page, "Wild cards")).to_contain_text("Sevens are wild")


def test_later_actions_that_no_longer_fit_can_be_allowed(page: Page, stud: Table, shots: Shots) -> None:
    open_correction(page, "6 of hearts")
    choose(page, "Ace of hearts")
    question = region(page, "No longer fits")
    expect(question).to_contain_text("Cy bets 2")
    expect(question).to_contain_text("it is Bob's turn")
    expect(page.get_by_role("button", name="Correct", exact=True)).to_have_count(0)
    shots.take(page, "correct-misfit.png")
    choose(page, "Let it stand")
    expect(question).to_contain_text("Ann calls 2")
    choose(page, "Let it stand", "Correct")
    expect(card(page, "Bob", "Ace of hearts")).to_be_visible()
    expect_pot(page, 9)


def test_a_card_is_corrected_from_the_keyboard(page: Page, stud: Table) -> None:
    go_to(page, f"{stud.url}hand/1/correct/1")
    type_card(page, "9c")
    expect(region(page, "What changes")).to_contain_text("Ann: a down card, 9 of clubs")
    page.get_by_role("button", name="Correct", exact=True).press("Enter")
    settled(page)
    expect(card(page, "Ann", "9 of clubs")).to_be_visible()


def test_an_amount_is_tapped_or_typed_and_sent_with_enter(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:2], Stakes(ante=1, limit="none", min_bet=2))
    table.enter("d dh p1 ??5h", "d dh p2 ??Kh", "p2 cbr 6", "p1 cc")
    go_to(page, f"{table.url}hand/1/correct/3")
    for digit in "14":
        click(page.get_by_role("button", name=digit, exact=True))
    choose(page, "Bet")
    expect(region(page, "What changes")).to_contain_text("Bob bets 14")
    go_to(page, f"{table.url}hand/1/correct/3")
    page.get_by_label("Bet 2 to 99").fill("9")
    page.get_by_label("Bet 2 to 99").press("Enter")
    settled(page)
    expect(region(page, "What changes")).to_contain_text("Bob bets 9")


def test_a_card_is_corrected_without_scripts(plain_page: Page, deal: Deal) -> None:
    page = plain_page
    table = deal("five-card-stud", NAMES[:3], STAKES)
    table.enter(*FIRST_STREET)
    go_to(page, f"{table.url}hand/1/correct/2")
    tap(page, "Ace of hearts", "Change it", "Bet 2", "Change it", "Call 2", "Change it", "Fold", "Correct")
    expect(region(page, "Bob").get_by_role("img", name="Ace of hearts")).to_be_visible()
    go_to(page, f"{table.url}hand/1/correct/2")
    click(page.get_by_role("link", name="Back to the table"))
    expect(region(page, "Next")).to_be_visible()


def test_a_wrong_settlement_is_undone_after_the_next_game_was_called(page: Page, stud: Table) -> None:
    """Ann was folded by mistake: in fact she raised, and Bob and Cy folded."""
    stud.enter("d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "p3 cbr 2", "p1 f", "p2 f")
    go_to(page, stud.url)
    expect(region(page, "Settlement")).to_contain_text("Push 11 to Cy")
    expect_stacks(page, {"Ann": 97, "Bob": 97, "Cy": 106})
    choose(page, "Next hand")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_accessible_description("Back to hand 1: Five-Card Stud")
    click(page.get_by_role("link", name="Five-Card Stud").first)
    choose(page, "Deal")
    expect(region(page, "Next")).to_contain_text("Bob")
    choose(page, "Undo")
    expect(page.get_by_role("heading", level=1)).to_have_text("Five-Card Stud")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_enabled()
    choose(page, "Undo")
    expect(region(page, "Settlement")).to_contain_text("Push 11 to Cy")
    tap(page, "Undo", "Undo")
    expect(region(page, "Next")).to_contain_text("Ann to act: 2 to call")
    tap(page, "Raise to 4", "Fold", "Fold")
    expect(region(page, "Settlement")).to_contain_text("Push 15 to Ann")
    expect_stacks(page, {"Ann": 108, "Bob": 97, "Cy": 95})
    choose(page, "Next hand")
    click(page.get_by_role("link", name="Five-Card Stud").first)
    choose(page, "Deal")
    expect_stacks(page, {"Ann": 107, "Bob": 96, "Cy": 94})


def test_undo_after_next_hand_reopens_the_settlement_for_corrections(page: Page, stud: Table) -> None:
    stud.enter("d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "p3 cbr 2", "p1 f", "p2 f")
    go_to(page, stud.url)
    choose(page, "Next hand", "Undo")
    expect(region(page, "Settlement")).to_contain_text("Push 11 to Cy")
    open_correction(page, "Bob folds")
    choose(page, "Call 2")
    expect(row(page, "Chips to push")).to_contain_text("Push 11 to Cy")
    choose(page, "Correct")
    expect(region(page, "Settlement")).to_have_count(0)
    expect_pot(page, 13)
