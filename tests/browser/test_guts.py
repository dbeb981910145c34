"""Guts: pots matched deal after deal, legs, and a broke player who rebuys before the next hand."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from app.games.house import Stakes
from tests.browser.devices import SMALL_TABLET, Shots
from tests.browser.measures import fits
from tests.browser.playing import (
    announced,
    answer_for,
    call,
    click,
    expect_pot,
    expect_stacks,
    go_to,
    region,
    resize,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, television_of
from tests.web.tables import Table

PLAYERS = ("Ann", "Bob", "Cy")


def declare(page: Page, word: str) -> None:
    """Deal the cards, then declare each player in (I) or out (O)."""
    tap(page, "Dealt")
    for name, letter in zip(PLAYERS, word, strict=True):
        answer_for(page, name, "In" if letter == "I" else "Out")


def picture(page: Page, shots: Shots, name: str) -> None:
    settled(page)
    shots.take(page, f"guts-{name}.png")
    assert fits(page) == []


def open_game(page: Page, deal: Deal, game: str, stakes: Stakes | None = None) -> Table:
    resize(page, SMALL_TABLET)
    table = deal(game, PLAYERS, stakes=stakes or Stakes())
    go_to(page, table.url)
    return table


def test_losers_match_the_pot_and_undo_reaches_the_previous_deal(page: Page, deal: Deal, shots: Shots) -> None:
    open_game(page, deal, "guts-three-card")
    declare(page, "IIO")
    expect(region(page, "Next")).to_contain_text("Who wins the pot?")
    picture(page, shots, "who-won")
    tap(page, "Bob")
    # Bob 99 + 3; Ann 99 - 3.
    expect_stacks(page, {"Ann": 96, "Bob": 102, "Cy": 99})
    expect_pot(page, 3)
    expect(announced(page)).to_contain_text("Ann matches the pot: 3")
    picture(page, shots, "matched")
    tap(page, "Deal again")
    expect(region(page, "Next")).to_contain_text("Deal 3 cards face down")
    # Undo the deal and the match, back to the question.
    tap(page, "Undo", "Undo")
    expect_stacks(page, {"Ann": 99, "Bob": 99, "Cy": 99})
    tap(page, "Bob", "Deal again")
    expect(region(page, "Ann")).to_contain_text("paid 3 in all")
    declare(page, "IOI")
    tap(page, "Cards")
    expect(region(page, "Next")).to_contain_text("Ann: 3 down cards to tap")
    picture(page, shots, "cards")
    tap(page, "9 of clubs", "9 of diamonds", "9 of hearts")
    tap(page, "Queen of spades", "King of spades", "Ace of spades")
    # A straight flush beats three nines: Cy 99 + 3, Ann 96 - 3.
    expect(announced(page)).to_contain_text("Cy wins 3 with straight flush, ace high")
    tap(page, "Deal again")
    declare(page, "III")
    tap(page, "Tie", "Bob", "Cy", "Award the pot")
    # Bob and Cy share 3: 2 and 1. Ann 93 - 3.
    expect_stacks(page, {"Ann": 90, "Bob": 104, "Cy": 103})
    tap(page, "Deal again")
    declare(page, "OIO")
    expect(region(page, "Next")).to_contain_text("Bob alone is in and takes the pot")
    tap(page, "Done")
    expect(region(page, "Settlement")).to_contain_text("Push 3 to Bob")
    picture(page, shots, "settled")
    expect_stacks(page, {"Ann": 90, "Bob": 107, "Cy": 103})


def test_legs_stay_at_the_seat_between_rounds(page: Page, another_page: AnotherPage, deal: Deal, shots: Shots) -> None:
    table = open_game(page, deal, "three-five-seven")
    declare(page, "OOI")
    expect(region(page, "Next")).to_contain_text("Cy alone is in and gets a leg")
    tap(page, "Done")
    expect(region(page, "Cy")).to_contain_text("1 leg")
    declare(page, "IIO")
    tap(page, "Ann")
    # Five cards: Bob pays Ann the 3 in the pot.
    expect_stacks(page, {"Ann": 102, "Bob": 96, "Cy": 99})
    picture(page, shots, "leg")
    television = another_page((1920, 1080))
    go_to(television, television_of(table))
    expect(region(television, "Cy")).to_contain_text("1 leg")
    shots.take(television, "guts-leg-television.png")
    declare(page, "OOI")
    tap(page, "Done")
    expect(region(page, "Cy")).to_contain_text("2 legs")
    # All ante again for three cards.
    expect_pot(page, 6)
    expect(region(page, "Next").get_by_role("button", name="Leave it for the next hand")).to_have_count(0)
    tap(page, "Done")
    expect(region(page, "Cy")).to_contain_text("2 legs")


def test_a_broke_player_rebuys_before_the_next_hand(page: Page, deal: Deal, shots: Shots) -> None:
    table = open_game(page, deal, "guts-three-card", Stakes(ante=40))
    declare(page, "IIO")
    tap(page, "Ann")
    # Ann 60 + 120; Bob has only 60 to match 120.
    expect_stacks(page, {"Ann": 180, "Bob": 0, "Cy": 60})
    picture(page, shots, "broke")
    tap(page, "Leave it for the next hand")
    expect(region(page, "Settlement")).to_contain_text("60 stays")
    picture(page, shots, "left")
    go_to(page, f"{table.url}night")
    tap(page, "Buy 100 for Bob")
    shots.take(page, "guts-bought.png")
    click(page.get_by_role("link", name="Call a game"))
    call(page, "Three-Card Guts")
    # 60 from the last hand and three antes of 40.
    expect_pot(page, 180)
    expect_stacks(page, {"Ann": 140, "Bob": 60, "Cy": 20})
