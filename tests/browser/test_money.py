"""The close of a night for money: few taps from the table to a page that says who pays whom."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.night import next_hand
from tests.browser.playing import region
from tests.browser.scenes import pay_for_pizza, split
from tests.browser.stage import Stage, evening, television_of


def test_a_night_of_eight_is_closed_in_three_taps_and_a_copy(
    page: Page, stage: Stage, another_page: Callable[..., Page]
) -> None:
    table = stage.table("chicago", split)
    night = evening(table)
    pay_for_pizza(night.key)
    assert next_hand(evening(table)) is None
    television = another_page((1920, 1080))
    television.goto(television_of(table))
    page.goto(f"/n/{table.key}/night")
    page.get_by_role("link", name="Count and settle up").click()
    expect(region(page, "Totals")).to_contain_text("It adds up")
    if page.get_by_role("button", name="Split the pot").is_visible():
        page.get_by_role("button", name="Split the pot").click()
    page.get_by_role("button", name="Settle up").click()
    expect(page.get_by_role("heading", name="Tick off what is paid")).to_be_visible()
    expect(region(television, "Who pays whom")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#sent")).not_to_be_empty()
    first = page.get_by_role("button", name="Paid:").first
    first.click()
    expect(page.get_by_role("button", name="Paid:").first).to_have_attribute("aria-pressed", "true")


def test_a_missing_bet_is_traced_and_corrected(page: Page, stage: Stage) -> None:
    table = stage.table("chicago", split)
    seats = table.live.hand.setup.names
    page.goto(f"/n/{table.key}/money")
    row = page.get_by_role("listitem", name=seats[0], exact=True)
    field = row.get_by_role("textbox").first
    had = field.input_value()
    field.fill(str(int(had) + 3))
    page.get_by_role("button", name="Check the count").click()
    expect(region(page, "Totals")).to_contain_text("3 too many")
    row.get_by_role("link", name="Hand 1").click()
    expect(
        page.get_by_role("button", name="Correct").or_(page.get_by_role("link", name="Correct")).first
    ).to_be_visible()
    page.goto(f"/n/{table.key}/money")
    expect(field).to_have_value(str(int(had) + 3))


def test_the_end_of_a_night_follows_what_is_ticked_off_elsewhere_and_can_still_be_copied(
    page: Page, stage: Stage, another_page: Callable[..., Page]
) -> None:
    table = stage.table("chicago", split)
    pay_for_pizza(evening(table).key)
    assert next_hand(evening(table)) is None
    page.goto(f"/n/{table.key}/money")
    if page.get_by_role("button", name="Split the pot").is_visible():
        page.get_by_role("button", name="Split the pot").click()
    page.get_by_role("button", name="Settle up").click()
    other = another_page()
    other.goto(f"/n/{table.key}/money")
    other.get_by_role("button", name="Paid:").first.click()
    expect(page.get_by_role("button", name="Paid:").first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#sent")).not_to_be_empty()
