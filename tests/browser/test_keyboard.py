"""The keyboard alone, from the start page to the settlement; the focus survives every redraw."""

import re

from playwright.sync_api import Page, expect

from app.night.acts.people import Join
from app.night.acts.queue import Done, do
from tests.browser.playing import (
    announced,
    card,
    expect_pot,
    expect_stacks,
    go_to,
    long_tap,
    press_keys,
    reconnect,
    region,
    type_card,
)
from tests.browser.settling import settled
from tests.browser.stage import NO_LIMIT, Deal, Stage, night_with_key
from tests.web.tables import NAMES

THREE = NAMES[:3]
#: More tab stops than any screen has.
MAX_STOPS = 150


def focused(page: Page) -> str:
    """Return the accessible name of the focused element, in the ways that these pages name elements."""
    name: str = page.evaluate(
        """() => {
            const el = document.activeElement;
            return (el.ariaLabel || el.labels?.[0]?.textContent || el.textContent).replace(/\\s+/g, " ").trim();
        }"""
    )
    return name


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the named element has the focus."""
    pattern = re.compile(name)
    for _ in range(MAX_STOPS):
        page.keyboard.press("Tab")
        if pattern.match(focused(page)):
            return
    raise AssertionError(f"Tab does not reach {name}")


def press_buttons(page: Page, *names: str) -> None:
    """Tab to each button and press Enter, waiting for the next screen each time."""
    for name in names:
        before = page.locator("#screen").get_attribute("data-seen")
        tab_to(page, f"{name}$")
        press_keys(page, "Enter")
        expect(page.locator("#screen")).not_to_have_attribute("data-seen", before or "")


def deal_cards(page: Page, *cards: str) -> None:
    for text in cards:
        before = page.locator("#screen").get_attribute("data-seen")
        type_card(page, text)
        expect(page.locator("#screen")).not_to_have_attribute("data-seen", before or "")


def test_a_hand_is_played_from_the_start_page_to_the_settlement_without_a_pointer(page: Page, stage: Stage) -> None:
    go_to(page, "/")
    tab_to(page, "Start a night$")
    press_keys(page, "Enter")
    page.wait_for_url("**/night")
    for name in ("Ann", "Bob"):
        tab_to(page, "Name")
        page.keyboard.type(name)
        press_keys(page, "Enter")
        expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()
    tab_to(page, "Call a game$")
    press_keys(page, "Enter")
    page.wait_for_url("**/call")
    tab_to(page, "Search for a game$")
    page.keyboard.type("five-card stud")
    page.wait_for_url("**q=five-card*stud*")
    settled(page)
    tab_to(page, "Five-Card Stud")
    press_keys(page, "Enter")
    page.wait_for_url("**/call/five-card-stud*")
    tab_to(page, "Deal$")
    press_keys(page, "Enter")
    expect(region(page, "Next")).to_contain_text("Bob's up-card")

    # Ann deals. Antes 2; Bob's king opens; 2 + 2 x 4 = 10, and 10 + 2 x 2 = 14 a street later.
    press_keys(page, "Tab")
    assert focused(page) == "Skip to the pad"
    press_keys(page, "Enter")
    deal_cards(page, "kh", "10c")
    expect(announced(page)).to_contain_text("Bob opens")
    press_buttons(page, "Bet 2", "Raise to 4", "Call 2")
    expect_pot(page, 10)
    # Enter the next streets through the log: they need no other keys.
    between = "d dh p1 Kc,d dh p2 3d,p1 cbr 2,p2 cc,d dh p1 4d,d dh p2 5d,p1 cc,p2 cc,d dh p1 6c,d dh p2 7c,p1 cc,p2 cc"
    stage.current_table(page.url.split("/")[-2]).enter(*between.split(","))
    reconnect(page)
    settled(page)
    expect_pot(page, 14)
    deal_cards(page, "ks")
    press_buttons(page, "Muck")
    expect(region(page, "Settlement")).to_contain_text("Push 14 to Bob")
    expect_stacks(page, {"Bob": 107, "Ann": 93})
    tab_to(page, "Next hand$")
    press_keys(page, "Space")
    page.wait_for_url("**/call")


def test_the_focus_survives_redraws_of_the_players_page(page: Page, stage: Stage) -> None:
    night = stage.new_night(3)
    go_to(page, f"/n/{night.key}/night")
    tab_to(page, "Buy 100 for Bob$")
    press_keys(page, "Enter")
    expect(region(page, "At the table")).to_contain_text("200")
    assert focused(page) == "Buy 100 for Bob"
    # Somebody else changes the night, and the page redraws itself.
    assert isinstance(do(night_with_key(night.key), Join("Dee", 100)), Done)
    reconnect(page)
    expect(page.get_by_role("listitem", name="Dee", exact=True)).to_be_visible()
    assert focused(page) == "Buy 100 for Bob"
    # A link to a part of the page leads there, and back.
    tab_to(page, "More for Cy")
    press_keys(page, "Enter")
    expect(region(page, "Cy")).to_be_focused()
    tab_to(page, "Close$")
    press_keys(page, "Enter")
    expect(page.get_by_role("listitem", name="Cy", exact=True)).to_be_focused()
    # After a form about a player, it is at that player again.
    tab_to(page, "More for Cy")
    press_keys(page, "Enter")
    tab_to(page, "Lend or give")
    press_keys(page, "Enter", "Tab")
    page.keyboard.type("5")
    tab_to(page, "To .*Ann$")
    press_keys(page, "Enter")
    expect(region(page, "At the table")).to_contain_text("105")
    expect(page.get_by_role("listitem", name="Cy", exact=True)).to_be_focused()
    # The button is gone, but not the player.
    tab_to(page, "Cy deals$")
    press_keys(page, "Enter")
    expect(page.get_by_role("listitem", name="Cy", exact=True)).to_be_focused()


def test_after_check_the_next_players_check_has_the_focus(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    press_buttons(page, "Check")
    assert focused(page) == "Check"
    press_keys(page, "Enter")
    expect(region(page, "Next")).to_contain_text("Cy to act")
    press_keys(page, "Enter")
    expect(region(page, "Next")).to_contain_text("Ann's up-card")
    # The button is gone, so the focus moves to the pad; Tab and the arrows continue from there.
    assert page.evaluate("document.activeElement.id") == "pad"
    press_keys(page, "Tab")
    assert focused(page) == "Ace of spades"


def test_letter_keys_check_bet_call_and_fold_and_each_turn_is_announced(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    turn = page.locator("#whose[role=status]")
    expect(turn).to_have_text("Ann to act")
    # To somebody who speaks to the browser any word is letters, so they can be turned off.
    tab_to(page, "More$")
    press_keys(page, "Enter")
    tab_to(page, "Letter keys$")
    press_keys(page, "Enter", "c", "A", "h")
    expect(turn).to_have_text("Ann to act")
    press_keys(page, "Enter", "Escape")
    for letter, action, following in (
        ("c", "p1 cc", "Bob to act"),
        ("b", "p2 cbr 2", "Cy to act: 2 to call"),
        ("c", "p3 cc", "Ann to act: 2 to call"),
        ("f", "p1 f", "Bob's up-card"),
    ):
        press_keys(page, letter)
        expect(turn).to_have_text(following)
        assert table.live.actions[-1] == action


def test_the_letter_b_leads_to_the_field_of_an_open_amount(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE, NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    press_keys(page, "b")
    assert focused(page) == "Amount"
    page.keyboard.type("17")
    press_keys(page, "Enter")
    expect(page.locator("#whose")).to_have_text("Bob to act: 17 to call")
    assert table.live.actions[-1] == "p1 cbr 17"
    # Another question that the dealer turns to is heard as well.
    tab_to(page, "More$")
    press_keys(page, "Enter")
    tab_to(page, "Agree to split$")
    press_keys(page, "Enter")
    expect(page.locator("#whose")).to_have_text("Who gets how much of 20?")


def test_a_long_tap_on_a_seat_opens_the_players_actions(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    go_to(page, table.url)
    long_tap(page, "Bob")
    expect(page.get_by_role("button", name="Buy 100 for Bob").first).to_be_visible()


def test_a_held_key_answers_one_question(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    tab_to(page, "Check$")
    page.keyboard.down("Enter")
    expect(region(page, "Next")).to_contain_text("Bob to act")
    for _ in range(5):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    assert table.live.actions[3:] == ("p1 cc",)


def test_arrow_keys_move_around_the_pad(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", THREE).url)
    page.locator("#pad").focus()
    press_keys(page, "ArrowRight")
    assert focused(page) == "Ace of spades"
    for key, name in (
        ("ArrowRight", "King of spades"),
        ("ArrowDown", "King of hearts"),
        ("ArrowDown", "King of diamonds"),
        ("ArrowLeft", "Ace of diamonds"),
        ("ArrowUp", "Ace of hearts"),
    ):
        press_keys(page, key)
        assert focused(page) == name
    press_keys(page, "Enter")
    expect(card(page, "Ann", "Ace of hearts")).to_be_visible()
    assert focused(page) == "Ace of hearts"


def test_undo_and_redo_have_keyboard_shortcuts(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", THREE).url)
    deal_cards(page, "7h")
    for keys, shown in (("Control+z", 0), ("Control+y", 1), ("Control+z", 0), ("Control+Shift+Z", 1)):
        press_keys(page, keys)
        expect(card(page, "Ann", "7 of hearts")).to_have_count(shown)


def test_escape_closes_the_log_and_the_menu(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh")
    go_to(page, table.url)
    tab_to(page, "Log$")
    press_keys(page, "Enter")
    expect(region(page, "Log")).to_be_focused()
    press_keys(page, "Escape")
    expect(region(page, "Log")).to_have_count(0)
    assert focused(page) == "Log"
    tab_to(page, "More$")
    press_keys(page, "Enter")
    expect(page.get_by_role("button", name="Rotate the table")).to_be_visible()
    press_keys(page, "Escape")
    expect(page.get_by_role("button", name="Rotate the table")).to_be_hidden()
    assert focused(page) == "More"


def test_every_tab_stop_shows_a_focus_ring(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    for name in ("Skip to the pad", "Bob", "Check", "Bet 2", "Fold", "Undo", "Rules of Five-Card Stud", "Log", "More"):
        tab_to(page, f"{name}$")
        ringed = """() => [null, "::after"].some((part) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement, part);
            return outlineStyle === "solid" && parseFloat(outlineWidth) >= 3;
        })"""
        assert page.evaluate(ringed), name
