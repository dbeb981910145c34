"""The room while a hand is played, as it is tapped: chips bought again, leaving, what was typed, and who is broke."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app import night as store
from app.games.house import Stakes
from app.night.db import db
from tests.browser.devices import Shots
from tests.browser.measures import for_everybody, take
from tests.browser.playing import region, tap
from tests.web.tables import Table

NAMES = ("Bob", "Cy", "Ann")
FIRST_STREET = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")

Deal = Callable[..., Table]


def night_of(table: Table) -> store.Night:
    db.session.rollback()
    night = store.night_by_key(table.key)
    assert night is not None
    return night


def seat(table: Table, name: str) -> store.SeatInfo:
    return next(seat for seat in store.seats(night_of(table), with_left=True) if seat.name == name)


def test_a_rebuy_in_three_taps_and_leaving_in_five_from_the_dealers_screen(
    page: Page, deal: Deal, shots: Shots
) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter(*FIRST_STREET)
    page.goto(table.url)
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Players and stakes").click()
    page.get_by_role("button", name="Buy 100 for Cy").click()
    expect(page.get_by_role("button", name="Remove: Cy buys 100")).to_be_visible()
    page.get_by_role("link", name="More for Cy").click()
    page.locator("summary", has_text="Leave with 99").click()
    take(page, shots, "room-leaving")
    page.get_by_role("button", name="Fold when it is Cy’s turn").click()
    expect(page.get_by_role("button", name="Remove: Cy leaves")).to_be_visible()
    assert for_everybody(page) == []
    page.get_by_role("link", name="Back to the hand").click()
    tap(page, "Bet 2", "Call 2")
    expect(region(page, "Cy").get_by_text("Folded")).to_be_visible()
    tap(page, "Undo")
    expect(region(page, "Next")).to_contain_text("Bob to act")
    tap(page, "Fold")
    expect(region(page, "Settlement")).to_contain_text("to Ann")
    tap(page, "Next hand")
    assert seat(table, "Cy").left


@pytest.mark.console("status of 422")
def test_what_was_typed_stays_and_goes_with_every_way_on(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES)
    page.goto(f"{table.url}night")
    page.locator("summary", has_text="Stakes").click()
    page.get_by_role("radio", name="Pot limit").check()
    page.get_by_role("textbox", name="Ante").fill("x")
    page.get_by_role("button", name="Buy 100 for Ann").click()
    expect(page.get_by_role("status")).to_contain_text("Ann buys 100 more")
    expect(page.get_by_role("textbox", name="Ante")).to_have_value("x")
    expect(page.get_by_role("radio", name="Pot limit")).to_be_checked()
    page.get_by_role("link", name="Back to the hand").click()
    expect(page.get_by_text("Enter a whole number")).to_be_visible()
    page.get_by_role("textbox", name="Ante").fill("3")
    page.get_by_role("link", name="Television and phones").click()
    page.wait_for_url("**/links")
    waiting = store.waiting(night_of(table).id)
    assert store.coming_stakes(night_of(table), waiting).words() == "ante 3, pot limit from 2"
    assert len(waiting) == 2


def test_who_is_out_of_chips_is_asked_at_the_settlement_without_any_script(plain_page: Page, deal: Deal) -> None:
    page, table = plain_page, deal("five-card-stud", NAMES[:2], stakes=Stakes(ante=100))
    table.enter("d dh p1 ??5h", "d dh p2 ??Kh")
    for bob, cy in (("2d", "Kc"), ("3d", "Ks"), ("4d", "Kd")):
        table.enter(f"d dh p1 {bob}", f"d dh p2 {cy}")
    table.enter("p2 sm AhKhKcKsKd", "p1 sm")
    page.goto(table.url)
    expect(page.get_by_role("group", name="Bob is out of chips")).to_be_visible()
    page.get_by_role("button", name="Buy 100", exact=True).click()
    expect(page.get_by_text("Bob has 100")).to_be_visible()
    assert seat(table, "Bob").stack == 100
