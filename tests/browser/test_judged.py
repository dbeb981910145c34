"""Games judged by the table: an unknown game played for chips, and wild cards named by the dealer."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import check_and_shoot, fits
from tests.browser.playing import (
    announced,
    click,
    expect_pot,
    expect_stacks,
    go_to,
    region,
    resize,
    search,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import Stage


def test_an_unknown_game_is_played_for_chips(page: Page, stage: Stage, shots: Shots) -> None:
    """Two taps from the search to the first bet, and two to end the hand."""
    resize(page, LANDSCAPE)
    go_to(page, f"{stage.night(3)}/call")
    search(page, "zorkmid special")
    expect(page.get_by_role("heading", name="No game found")).to_be_visible()
    check_and_shoot(page, shots, "nothing-found")
    click(page.get_by_role("button", name="Play it for chips"))
    tap(page, "Betting round")
    tap(page, "Bet 2", "Call 2", "Fold")
    expect(page.get_by_role("link", name="Rules of Zorkmid special")).to_be_visible()
    expect_pot(page, 7)
    click(region(page, "Cy"))
    check_and_shoot(page, shots, "chips-only-seat")
    assert fits(page) == []
    tap(page, "Pays 2")
    click(region(page, "Bob"))
    tap(page, "Gets 9")
    expect(announced(page)).to_contain_text("Bob gets 9 from the pot")
    tap(page, "Undo")
    tap(page, "Who wins?")
    check_and_shoot(page, shots, "chips-only-who-wins")
    tap(page, "Cy")
    expect(announced(page)).to_contain_text("Push 9 to Cy")
    expect_stacks(page, {"Ann": 99, "Bob": 97, "Cy": 104})


def test_wild_cards_are_named_from_the_wild_line(page: Page, stage: Stage, shots: Shots) -> None:
    resize(page, LANDSCAPE)
    go_to(page, f"{stage.night(3)}/call/your-way-up-cards?option.wild=as+the+table+says&option.more=1&option.last=none")
    click(page.get_by_role("button", name="Deal", exact=True))
    for card in ("Ace of hearts", "7 of diamonds", "9 of spades"):
        tap(page, card)
    line = page.get_by_role("region", name="Wild cards")
    expect(line).to_contain_text("Wild: as the table says")
    click(line.get_by_role("button"))
    tap(page, "7", "K", "King of diamonds")
    check_and_shoot(page, shots, "naming-wild")
    for size in (PORTRAIT, LANDSCAPE):
        resize(page, size)
        settled(page)
        assert fits(page) == []
    tap(page, "Wild: 7s and the king of diamonds")
    expect(line).to_contain_text("7s and the king of diamonds are wild")
    click(line.get_by_role("button"))
    tap(page, "Bob", "4", "Wild: 4s")
    expect(line).to_contain_text("7s and the king of diamonds are wild, 4s for Bob")
    check_and_shoot(page, shots, "named-wild")
    click(line.get_by_role("button"))
    tap(page, "Nothing")
    expect(line).to_contain_text("Nothing wild")


def test_the_wild_line_does_not_stand_out_when_the_hand_ends(page: Page, stage: Stage) -> None:
    go_to(page, f"{stage.night(3)}/call/your-way-up-cards?option.wild=as+the+table+says")
    click(page.get_by_role("button", name="Deal", exact=True))
    for card in ("Ace of hearts", "7 of diamonds", "9 of spades"):
        tap(page, card)
    tap(page, "Bet 2", "Fold", "Fold")
    expect(region(page, "Settlement")).to_be_visible()
    assert page.locator(".wild-line.changed").count() == 0
