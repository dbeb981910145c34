"""Server faults during a hand: the table says what is wrong, and recovers once it is fixed."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import card, click, go_to, tap
from tests.browser.stage import Deal
from tests.serving import Server
from tests.web.tables import NAMES


@pytest.mark.console("503")
def test_the_table_reports_a_missing_database_and_recovers_once_it_is_back(
    page: Page, deal: Deal, server: Server
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    tap(page, "King of hearts")
    expect(card(page, "Ann", "King of hearts")).to_be_visible()
    database, away = server.data / "upcard.sqlite3", server.data / "away.sqlite3"
    os.rename(database, away)
    try:
        click(page.get_by_role("button", name="Queen of hearts", exact=True))
        line = page.locator("#trouble")
        expect(line).to_contain_text("The database is gone. The database file has been moved or deleted")
        expect(line).to_contain_text("What you just sent was not entered.")
        expect(line).to_contain_text(re.compile(r"give the host this code: [2-9a-z]{8}\.$"))
    finally:
        os.rename(away, database)
    expect(line).to_be_hidden()
    tap(page, "Queen of hearts")
    expect(card(page, "Bob", "Queen of hearts")).to_be_visible()


@pytest.mark.console("503")
def test_an_error_page_gives_way_to_the_table_once_the_database_is_back(page: Page, deal: Deal, server: Server) -> None:
    table = deal("five-card-stud", NAMES[:3])
    database, away = server.data / "upcard.sqlite3", server.data / "away.sqlite3"
    os.rename(database, away)
    try:
        go_to(page, table.url)
        expect(page.get_by_role("heading", name="The database is gone")).to_be_visible()
    finally:
        os.rename(away, database)
    expect(page.get_by_role("button", name="King of hearts", exact=True)).to_be_visible()


@pytest.mark.console("400")
def test_a_tap_of_a_browser_without_cookies_says_that_it_needs_them(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    page.context.clear_cookies()
    click(page.get_by_role("button", name="Queen of hearts", exact=True))
    expect(page.locator("#trouble")).to_contain_text("let the browser keep cookies")


@pytest.mark.console("500")
def test_a_failed_tap_shows_its_request_id(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    page.route("**/tap", lambda route: route.fulfill(status=500, headers={"X-Request-Id": "k7md3xwp"}, body=""))
    click(page.get_by_role("button", name="Queen of hearts", exact=True))
    expect(page.locator("#trouble")).to_have_text(
        "Something broke, and the tap was not taken. Reload the page. If it happens again, give the host this code: "
        "k7md3xwp."
    )
