"""Screens that follow a night: a second tablet, a stream that is refused, a connection that breaks."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.playing import card, click, expect_pot, go_to, region, responses_held_back, set_visible, tap
from tests.browser.stage import AnotherPage, Deal, Stage, phone_of, television_of
from tests.web.tables import NAMES

AWAY = "Not connected. The table shows as it was; nothing is lost."


def trouble(page: Page) -> Any:
    return page.locator("#trouble")


def refuse_streams(page: Page) -> None:
    """Refuse all streams; let through only requests for the version."""

    def answer(route: Route) -> None:
        if "now" in route.request.url:
            route.continue_()
        else:
            route.fulfill(status=503, body="Too many screens are looking on")

    page.route(re.compile("/live/"), answer)


def test_two_tablets_show_each_others_entries(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    second = another_page()
    go_to(page, table.url)
    go_to(second, table.url)
    tap(page, "King of hearts")
    expect(card(second, "Ann", "King of hearts")).to_be_visible()
    tap(second, "Queen of hearts", "2 of spades")
    expect(card(page, "Bob", "Queen of hearts")).to_be_visible()
    expect(card(page, "Cy", "2 of spades")).to_be_visible()
    tap(page, "Bet 2")
    expect_pot(second, 5)
    tap(second, "Undo")
    expect_pot(page, 3)


@pytest.mark.own_device
def test_taps_are_pushed_to_television_and_phone_without_a_request(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    television, phone = another_page(), another_page()
    go_to(page, table.url)
    for screen, address in ((television, television_of(table)), (phone, phone_of(table, "Bob"))):
        go_to(screen, address)
        # A phone that claims its link changes the table; from here on, only taps do.
        expect(screen.locator("[data-at]")).to_have_count(1)
    tap(page, "King of hearts")
    for screen in (television, phone):
        expect(card(screen, "Ann", "King of hearts")).to_be_visible()
    requested: list[str] = []
    for screen in (television, phone):
        screen.on("request", lambda request: requested.append(request.url))
    tap(page, "Queen of hearts", "2 of spades", "Bet 2")
    expect_pot(television, 5)
    expect(phone.locator(".owes")).to_contain_text("2")
    tap(page, "Undo")
    expect_pot(television, 3)
    assert requested == []
    # A form that was pushed works like one that was fetched.
    click(phone.get_by_text("Buy more or sit out"))
    click(phone.get_by_role("button", name="Sit out next hand"))
    expect(phone.get_by_role("button", name="Never mind: Sit out")).to_be_visible()


def test_a_second_tablet_follows_to_the_settlement_and_the_next_call(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:2])
    second = another_page()
    go_to(page, table.url)
    go_to(second, table.url)
    tap(page, "King of hearts", "2 of spades", "Bet 2", "Fold")
    expect(region(second, "Settlement")).to_contain_text("Push")
    click(page.get_by_role("button", name="Next hand", exact=True))
    page.wait_for_url("**/call")
    second.wait_for_url("**/call")


@pytest.mark.console("status of 503")
def test_a_page_without_a_stream_polls(page: Page, another_page: AnotherPage, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    second = another_page()
    refuse_streams(second)
    go_to(page, table.url)
    go_to(second, table.url)
    tap(page, "King of hearts")
    expect(card(second, "Ann", "King of hearts")).to_be_visible()
    expect(trouble(second)).to_be_hidden()


@pytest.mark.own_device
@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_lost_connection_is_reported_and_the_current_table_shown_once_it_is_back(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    second = another_page()
    go_to(page, table.url)
    go_to(second, table.url)
    second.context.set_offline(True)
    expect(trouble(second)).to_have_text(AWAY)
    tap(page, "King of hearts")
    expect(card(second, "Ann", "King of hearts")).to_have_count(0)
    second.context.set_offline(False)
    expect(card(second, "Ann", "King of hearts")).to_be_visible()
    expect(trouble(second)).to_be_hidden()


@pytest.mark.own_device
@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_missed_taps_are_pushed_to_a_reconnected_television_without_a_request(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    television = another_page((1920, 1080))
    go_to(page, table.url)
    go_to(television, television_of(table))
    requested: list[str] = []
    for missed, seen in (((), 0), (("King of hearts",), 1)):
        television.context.set_offline(True)
        expect(television.locator("html[data-connected]")).to_have_count(1)
        tap(page, *missed)
        television.on("request", lambda request: requested.append(request.url))
        television.context.set_offline(False)
        expect(television.locator("html[data-connected]")).to_have_count(0)
        expect(card(television, "Ann", "King of hearts")).to_have_count(seen)
    assert [url for url in requested if "/tv/" in url] == []


@pytest.mark.own_device
@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_tap_without_a_connection_is_not_entered_and_not_sent_later(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    page.context.set_offline(True)
    click(page.get_by_role("button", name="King of hearts", exact=True))
    expect(trouble(page)).to_have_text("Not connected: the tap was not entered. Try again.")
    page.context.set_offline(False)
    expect(trouble(page)).to_be_hidden()
    assert table.live.number == 0
    tap(page, "King of hearts")
    assert table.live.actions == ("d dh p1 ??Kh",)


@pytest.mark.own_device
@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_card_refused_offline_is_entered_during_the_refresh_after_reconnecting(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    king = page.get_by_role("button", name="King of hearts", exact=True)
    page.context.set_offline(True)
    king.click()
    expect(trouble(page)).to_have_text("Not connected: the tap was not entered. Try again.")
    with responses_held_back(page, "**/?seen=*"):
        with page.expect_request("**/?seen=*"):
            page.context.set_offline(False)
        king.click()
    expect(card(page, "Ann", "King of hearts")).to_be_visible()
    assert table.live.actions == ("d dh p1 ??Kh",)


def test_a_page_that_slept_catches_up_when_it_is_visible_again(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    second = another_page()
    go_to(page, table.url)
    go_to(second, table.url)
    set_visible(second, False)
    tap(page, "King of hearts", "Queen of hearts")
    expect(card(second, "Ann", "King of hearts")).to_have_count(0)
    set_visible(second, True)
    expect(card(second, "Bob", "Queen of hearts")).to_be_visible()
    tap(page, "2 of spades")
    expect(card(second, "Cy", "2 of spades")).to_be_visible()


@pytest.mark.own_device
def test_a_tablet_does_not_refetch_its_own_taps(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    fetched: list[str] = []
    page.on("request", lambda sent: fetched.append(f"{sent.method} {sent.url}") if "?now" not in sent.url else None)
    tap(page, "King of hearts", "Queen of hearts", "2 of spades", "Bet 2")
    assert [re.sub("http.*/", "", request) for request in fetched] == ["POST tap"] * 4


def test_a_page_does_not_grow_as_it_refetches(page: Page, stage: Stage) -> None:
    table = stage.table("five-card-stud", players=3)
    for address in (table.url, television_of(table), phone_of(table, "Ann")):
        go_to(page, address)
        grown = page.evaluate(
            """async () => {
              const home = document.querySelector("[data-at]").parentNode;
              const fetched = async () => {
                const gone = document.querySelector("[data-at]");
                const options = { source: "[data-at]", target: "[data-at]", swap: "outerHTML" };
                await htmx.ajax("GET", location.href, options);
                return gone !== document.querySelector("[data-at]");
              };
              const before = home.childNodes.length;
              for (let n = 0; n < 5; n += 1) if (!await fetched()) return "nothing was fetched";
              return home.childNodes.length - before;
            }"""
        )
        assert grown == 0, address


@pytest.mark.own_device
@pytest.mark.console("status of 503")
def test_a_screen_ahead_of_the_reported_version_does_not_keep_fetching(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])

    def report_old_version(route: Route) -> None:
        if "now" in route.request.url:
            route.fulfill(body="0.0.0", content_type="text/plain")
        else:
            route.fulfill(status=503, body="Too many screens are looking on")

    page.route(re.compile("/live/"), report_old_version)
    fetched: list[str] = []
    page.on("request", lambda sent: fetched.append(sent.url) if "/tv/" in sent.url else None)
    versions: list[str] = []
    page.on("response", lambda answer: versions.append(answer.url) if "now" in answer.url else None)
    with page.expect_response(re.compile("now")):
        page.goto(television_of(table))
    with page.expect_response(re.compile("now")):
        pass  # the page polls again
    # One fetch for the page itself, and at most one for each version reported.
    assert 2 <= len(fetched) <= 1 + len(versions)
