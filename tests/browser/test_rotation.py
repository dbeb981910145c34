"""A mixed night: a rotation of three games, another game in between, a surprise, and a side payment."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import SMALL_TABLET, Shots
from tests.browser.measures import check_and_shoot
from tests.browser.playing import call, check, click, go_to, resize, tap
from tests.browser.stage import AnotherPage, Stage
from tests.night.table import Dealer


def play_out(page: Page, stage: Stage, url: str) -> str:
    """Play the current hand to its end and clear it; return its game."""
    live = stage.current_table(url.rpartition("/")[2]).live
    Dealer(live, Random(3)).play_out()
    go_to(page, f"{url}/")
    tap(page, "Next hand")
    return live.hand.game_name


def add_game(page: Page, name: str) -> None:
    page.get_by_role("searchbox", name="Search for a game").fill(name)
    tap(page, f"Add {name}")
    expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()


def test_a_rotation_of_three_games_continues_after_another_game(
    page: Page, another_page: AnotherPage, stage: Stage, shots: Shots
) -> None:
    resize(page, SMALL_TABLET)
    url = stage.night(4)
    go_to(page, f"{url}/call")
    click(page.get_by_role("link", name="Rotation"))
    for game in ("Razz", "Five-Card Stud", "Five-Card Draw"):
        add_game(page, game)
    check(page.get_by_role("radio", name="After a number of hands"))
    page.get_by_label("Hands or minutes").fill("1")
    tap(page, "Save")
    check_and_shoot(page, shots, "rotation")
    click(page.get_by_role("link", name="Stakes of Five-Card Stud"))
    check_and_shoot(page, shots, "rotation-stakes")
    click(page.get_by_role("link", name="Back to the games"))
    check_and_shoot(page, shots, "rotation-next")
    other = another_page()
    go_to(other, f"{url}/rotation")
    expect(other.get_by_role("listitem", name="Razz")).to_contain_text("next")
    played = []
    for game in ("Razz", "Five-Card Stud"):
        tap(page, f"Deal {game}")
        played.append(play_out(page, stage, url))
    call(page, "Chicago")
    played.append(play_out(page, stage, url))
    expect(page.get_by_role("heading", name="Next: Five-Card Draw")).to_be_visible()
    expect(other.get_by_role("listitem", name="Five-Card Draw")).to_contain_text("next")
    tap(page, "Deal Five-Card Draw")
    played.append(play_out(page, stage, url))
    assert played == ["Razz", "Five-Card Stud", "Chicago", "Five-Card Draw"]
    expect(page.get_by_role("heading", name="Next: Razz")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_surprise_is_drawn_again_and_dealt(
    page: Page, plain_page: Page, stage: Stage, shots: Shots, scripts: bool
) -> None:
    page = page if scripts else plain_page
    resize(page, SMALL_TABLET)
    go_to(page, f"{stage.night(4)}/call")
    if scripts:
        click(page.locator("summary", has_text="Filters"))
        check(page.get_by_role("checkbox", name="No wild cards"))
    tap(page, "Surprise us")
    heading = page.get_by_role("heading", name="How about")
    first = heading.inner_text()
    check_and_shoot(page, shots, f"surprise-{scripts}")
    click(page.get_by_role("link", name="Try again"))
    second = heading.inner_text()
    assert second != first
    click(page.get_by_role("button", name="Deal"))
    expect(page.get_by_text(second.removeprefix("How about ").rstrip("?"), exact=True).last).to_be_visible()


def test_everybody_pays_the_seven_deuce_bounty(page: Page, stage: Stage, shots: Shots) -> None:
    resize(page, SMALL_TABLET)
    url = stage.night(4)
    go_to(page, f"{url}/night")
    names = page.locator(".player-name").all_inner_texts()
    click(page.get_by_role("link", name=f"More for {names[1]}"))
    click(page.get_by_text("Side payment"))
    page.get_by_label(f"Chips that {names[1]} gets from each").fill("2")
    page.get_by_label("What for").fill("seven-deuce")
    check_and_shoot(page, shots, "side-payment")
    tap(page, "From everybody")
    expect(page.get_by_role("listitem", name=names[1], exact=True)).to_contain_text("106")
