"""Phone links: one phone claims a link, another asks for it, and the first phone or the dealer answers."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import PHONE, Shots, offline
from tests.browser.measures import SIDEWAYS, accessibility
from tests.browser.playing import click, go_to, region, tap
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, phone_of
from tests.web.tables import NAMES, Table


@pytest.fixture
def table(deal: Deal) -> Table:
    return deal("five-card-stud", NAMES[:3])


def request_from_another(page: Page) -> Locator:
    return page.get_by_role("group", name="Another device asks")


def title(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def ask_for_page(phone: Page, table: Table) -> None:
    """Open Ann's link on another phone, check that the table is hidden, and ask for the page."""
    go_to(phone, phone_of(table, "Ann"))
    expect(title(phone)).to_have_text("Ann's page is open on another phone")
    assert "Bob" not in phone.content()
    click(phone.get_by_role("button", name="Ask to open it here"))
    expect(title(phone)).to_have_text("Waiting for a yes")


@pytest.mark.console("status of 403")
def test_a_phone_admits_a_second_phone_and_shuts_it_out_again(
    page: Page, another_page: AnotherPage, table: Table, shots: Shots
) -> None:
    own, second = another_page(PHONE), another_page(PHONE)
    go_to(own, phone_of(table, "Ann"))
    expect(request_from_another(own)).to_have_count(0)
    ask_for_page(second, table)
    shots.take(second, "door-waiting.png")
    expect(request_from_another(own)).to_be_visible()
    shots.take(own, "door-request.png")
    settled(own)
    click(request_from_another(own).get_by_role("button", name="Yes"))
    expect(second.locator(".headline")).to_contain_text("Ann")
    expect(region(own, "Other devices")).to_contain_text("Your page is open on")
    expect(request_from_another(own)).to_have_count(0)
    shots.take(own, "door-let-in.png")

    # Both phones follow the table.
    go_to(page, table.url)
    tap(page, "King of hearts")
    for phone in (own, second):
        expect(phone.get_by_label("King of hearts").first).to_be_visible()

    settled(own)
    click(own.get_by_role("button", name="Close it there"))
    expect(title(second)).to_have_text("Ann's page is not open here")
    expect(second.get_by_role("alert").first).to_have_text("The answer was no.")
    expect(own.get_by_text("Your page is open on")).to_have_count(0)
    shots.take(second, "door-refused.png")


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_the_dealer_admits_a_phone_that_lost_its_cookie(page: Page, another_page: AnotherPage, table: Table) -> None:
    phone = another_page(PHONE)
    go_to(phone, phone_of(table, "Ann"))
    phone.context.clear_cookies()
    ask_for_page(phone, table)
    with offline(phone):
        phone.clock.fast_forward(4000)
        expect(phone.locator("#trouble")).to_have_text("Not connected.")
        expect(title(phone)).to_have_text("Waiting for a yes")
    go_to(page, f"{table.url}night")
    click(page.get_by_role("button", name="Yes: Another phone asks for Ann's page"))
    expect(phone.locator("#table")).to_be_visible()


@pytest.mark.console("status of 403")
def test_the_dealer_frees_a_link_for_a_new_phone(
    page: Page, another_page: AnotherPage, table: Table, shots: Shots
) -> None:
    old, new = another_page(PHONE), another_page(PHONE)
    go_to(old, phone_of(table, "Ann"))
    go_to(page, f"{table.url}links")
    shots.take(page, "door-links.png", whole=True)
    click(page.get_by_label("New phone: Ann"))
    click(page.get_by_role("button", name="Yes, free it").locator("visible=true"))
    expect(page.get_by_role("status").first).to_contain_text("The link is free")
    shots.take(page, "door-freed.png")
    expect(old.get_by_text("The dealer has freed this link")).to_be_visible()
    shots.take(old, "door-old-phone.png")
    go_to(new, phone_of(table, "Ann"))
    click(old.get_by_role("button", name="This is my phone"))
    expect(title(old)).to_have_text("Ann's page is open on another phone")
    expect(region(new, "Ann")).to_be_visible()


def test_a_phone_without_scripts_claims_its_link_with_one_tap(plain_page: Page, table: Table) -> None:
    go_to(plain_page, phone_of(table, "Ann"))
    click(plain_page.get_by_role("button", name="This is my phone"))
    expect(plain_page.locator(".headline")).to_be_visible()


def test_a_seated_player_scans_the_join_code_and_gets_to_their_page(
    page: Page, another_page: AnotherPage, table: Table, shots: Shots
) -> None:
    phone, code = another_page((320, 568), guest=True), table.night.join_code
    go_to(phone, f"/j/{code}")
    assert accessibility(phone) == []
    assert phone.evaluate(SIDEWAYS) == []
    shots.take(phone, "door-seated.png", whole=True)
    click(phone.get_by_role("button", name="Ann", exact=True))
    expect(phone.get_by_role("status")).to_have_text("The dealer has been asked")
    go_to(page, f"{table.url}night")
    click(page.get_by_role("button", name="Yes: A phone asks for Ann's page"))
    expect(phone.locator("#table")).to_be_visible()
