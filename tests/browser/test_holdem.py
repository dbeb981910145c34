"""Hold'em with blinds: the stakes set, the game found and called, and a hand of nine players tapped."""

from playwright.sync_api import Page, expect

from tests.browser.devices import Shots
from tests.browser.playing import (
    announced,
    call,
    click,
    expect_pot,
    expect_stacks,
    region,
    search,
    show,
    start_night,
    tap,
    type_card,
)

#: Ann deals.
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def test_nine_players_play_holdem_with_blinds(page: Page, shots: Shots) -> None:
    start_night(page, *NAMES)
    click(page.get_by_role("link", name="Settings"))
    click(page.locator("#stakes > summary"))
    click(page.get_by_text("Blinds", exact=True))
    page.get_by_label("Small blind").fill("1")
    page.get_by_label("Big blind").fill("2")
    shots.take(page, "stakes-with-blinds.png")
    click(page.get_by_role("button", name="Save the stakes"))
    click(page.get_by_role("link", name="Call a game"))
    search(page, "holdem")
    call(page, "Texas Hold'em")
    # Ann deals: Bob and Cy have posted, and Dee acts first.
    expect_stacks(page, {"Bob": 99, "Cy": 98, "Dee": 100, "Ann": 100})
    tap(page, "Dealt")
    expect(region(page, "Next")).to_contain_text("Before the flop: betting")
    expect(announced(page)).to_contain_text("Dee opens: first after the blinds")
    expect(region(page, "Next")).to_contain_text("Dee to act: 2 to call")
    shots.take(page, "holdem-before-the-flop.png")
    tap(page, "Call 2", *["Fold"] * 5, "Raise to 4", "Fold", "Call 2", "Call 2")
    for card in ("ah", "kd", "7c"):
        type_card(page, card)
    expect(region(page, "Next")).to_contain_text("Flop: betting")
    expect_pot(page, 13)
    shots.take(page, "holdem-flop.png")
    tap(page, "Check", "Check", "Bet 2", "Call 2", "Fold")
    type_card(page, "2s")
    expect(region(page, "Next")).to_contain_text("Turn: betting")
    tap(page, "Check", "Check")
    type_card(page, "3s")
    expect(region(page, "Next")).to_contain_text("River: betting")
    tap(page, "Bet 4", "Call 4")
    show(page, "Cy", "7 of hearts", "7 of diamonds")
    show(page, "Ann", "Ace of spades", "Queen of spades")
    # Cy's three sevens win 1 from Bob, 4 from Dee and 10 from Ann, and his own chips back.
    expect_stacks(page, {"Bob": 99, "Cy": 115, "Dee": 96, "Ann": 90})
