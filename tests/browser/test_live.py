"""Screens that follow a night: a second tablet, a stream that is refused, a connection that breaks."""

import re
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from app.night.acts.requests import add_players
from app.night.log.replay import LiveHand
from app.night.play.call import call_game, next_hand
from tests.browser.devices import offline, requests_of
from tests.browser.playing import (
    card,
    click,
    expect_pot,
    go_to,
    reconnect,
    refresh,
    region,
    responses_held_back,
    set_visible,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, Stage, phone_of, television_of
from tests.web.tables import NAMES

AWAY = "Not connected. The table shows as it was; nothing is lost."
UNSURE = "Not connected. The tap may not have been entered. Look at the table before you tap again."
NOT_ENTERED = "The tap was not entered. Try again."
#: What a network answers in the server's place until somebody signs in to it.
SIGN_IN = "<!doctype html><title>Hotel</title><div id='screen'>Accept the terms</div>"


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


def sign_in_first(status: int, route: Route) -> None:
    """Answer a request as a network does that lets nothing through until somebody signs in."""
    route.fulfill(status=status, content_type="text/html", body=SIGN_IN)


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
    rules, turn = phone.get_by_role("link", name="Rules of"), television.get_by_role("link", name="Turn left")
    rules.focus()
    turn.focus()
    with requests_of(television) as of_television, requests_of(phone) as of_phone:
        tap(page, "Queen of hearts", "2 of spades", "Bet 2")
        expect_pot(television, 5)
        expect(phone.locator(".owes")).to_contain_text("2")
        tap(page, "Undo")
        expect_pot(television, 3)
    assert [request.url for request in (*of_television, *of_phone)] == []
    # The keyboard focus stays where it was, on parts that were pushed.
    expect(rules).to_be_focused()
    expect(turn).to_be_focused()
    # A form that was pushed works like one that was fetched.
    click(phone.get_by_text("Buy more or sit out"))
    click(phone.get_by_role("button", name="Sit out next hand"))
    expect(phone.get_by_role("button", name="Never mind: Sit out")).to_be_visible()


def test_a_second_tablet_follows_to_the_settlement_the_next_call_and_the_next_hand(
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
    click(page.get_by_role("link", name=re.compile("^Five-Card Stud")).first)
    click(page.get_by_role("button", name="Deal", exact=True))
    second.wait_for_url(page.url)
    # Opened on purpose, the page stays during the hand.
    go_to(second, f"{table.url}call")
    at = second.locator("[data-at]").get_attribute("data-at") or ""
    tap(page, "King of hearts")
    expect(second.locator("[data-at]")).not_to_have_attribute("data-at", at)
    expect(second.get_by_role("link", name="Back to the hand")).to_be_visible()


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


@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_lost_connection_is_reported_and_the_current_table_shown_once_it_is_back(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    second = another_page()
    go_to(page, table.url)
    go_to(second, table.url)
    with offline(second):
        expect(trouble(second)).to_have_text(AWAY)
        tap(page, "King of hearts")
        expect(card(second, "Ann", "King of hearts")).to_have_count(0)
    expect(card(second, "Ann", "King of hearts")).to_be_visible()
    expect(trouble(second)).to_be_hidden()


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_a_television_reports_a_lost_connection_and_gets_missed_taps_pushed_without_a_request(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("follow-the-queen", NAMES[:3])
    television = another_page((1920, 1080))
    go_to(page, table.url)
    go_to(television, television_of(table))
    requested = []
    with ExitStack() as listening:
        for missed in ((), ("Queen of hearts", "7 of spades")):
            with offline(television):
                expect(television.locator("html[data-connected]")).to_have_count(1)
                expect(television.get_by_role("alert")).to_contain_text("Not connected")
                tap(page, *missed)
                expect(card(television, "Ann", "Queen of hearts")).to_have_count(0)
                requested.append(listening.enter_context(requests_of(television)))
            expect(television.locator("html[data-connected]")).to_have_count(0)
            expect(television.get_by_role("alert")).to_be_hidden()
        expect(card(television, "Bob", "7 of spades, wild")).to_be_visible()
        expect(region(television, "Wild cards")).to_contain_text("Sevens are wild")
    assert [request.url for made in requested for request in made if "/tv/" in request.url] == []


@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_tap_without_a_connection_is_not_entered_and_not_sent_later(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    with offline(page):
        click(page.get_by_role("button", name="King of hearts", exact=True))
        expect(trouble(page)).to_have_text(UNSURE)
    expect(trouble(page)).to_have_text(NOT_ENTERED)
    assert table.live.number == 0
    tap(page, "King of hearts")
    expect(trouble(page)).to_be_hidden()
    assert table.live.actions == ("d dh p1 ??Kh",)


@pytest.mark.console("ERR_INTERNET_DISCONNECTED")
def test_a_page_without_a_connection_is_not_left_for_the_browsers_error_page(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    deals = page.get_by_role("button", name="Deal", exact=True)
    rules = page.get_by_role("link", name="Rules of Five-Card Stud", exact=True).first
    go_to(page, table.url)
    with offline(page):
        expect(trouble(page)).to_have_text(AWAY)
        rules.click()
        expect(trouble(page)).to_contain_text("This page stays as it is")
        expect(region(page, "Next")).to_be_visible()
    expect(trouble(page)).to_be_hidden()
    click(rules)
    expect(page.get_by_role("heading", name="Five-Card Stud")).to_be_visible()

    table.enter("d misdeal")
    assert next_hand(table.night) is None
    go_to(page, f"{table.url}call/five-card-stud")
    with offline(page):
        expect(trouble(page)).to_have_text(AWAY)
        deals.click()
        expect(trouble(page)).to_contain_text("This page stays as it is")
    expect(trouble(page)).to_be_hidden()
    click(deals)
    expect(region(page, "Next")).to_be_visible()


@pytest.mark.console("ERR_CONNECTION_RESET|htmx:(sendError|afterRequest)")
def test_a_tap_that_arrives_late_is_no_longer_reported_as_not_entered(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    page.route("**/tap", lambda route: route.abort("connectionreset"))
    page.get_by_role("button", name="King of hearts", exact=True).click()
    expect(trouble(page)).to_have_text(NOT_ENTERED)
    assert table.live.number == 0
    table.enter("d dh p1 ??Kh")
    reconnect(page)
    expect(card(page, "Ann", "King of hearts")).to_be_visible()
    expect(trouble(page)).to_be_hidden()


@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_tap_without_a_connection_stays_in_doubt_if_a_phone_has_changed_the_table_meanwhile(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    phone = another_page()
    go_to(phone, phone_of(table, "Bob"))
    go_to(page, table.url)
    with offline(page):
        click(page.get_by_role("button", name="King of hearts", exact=True))
        expect(trouble(page)).to_have_text(UNSURE)
        click(phone.get_by_text("Buy more or sit out"))
        click(phone.get_by_role("button", name="Sit out next hand"))
    expect(page.get_by_text("Bob sits out")).to_be_visible()
    settled(page)
    expect(trouble(page)).to_have_text(UNSURE.removeprefix("Not connected. "))
    tap(page, "King of hearts")
    expect(trouble(page)).to_be_hidden()
    assert table.live.actions == ("d dh p1 ??Kh",)


@pytest.mark.console("ERR_CONNECTION_RESET|[Ss]tatus .*504|htmx:(sendError|afterRequest)")
def test_a_tap_is_shown_if_it_was_entered_although_its_answer_was_lost(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    def give_up(route: Route) -> None:
        route.fetch()
        route.fulfill(status=504, body="The server took too long")

    for lose, player, tapped in ((lose_answer, "Ann", "King of hearts"), (give_up, "Bob", "Queen of hearts")):
        page.route("**/tap", lose)
        with responses_held_back(page, re.compile("/live/|seen=")):
            page.get_by_role("button", name=tapped, exact=True).click()
            expect(trouble(page)).to_have_text(UNSURE)
        expect(card(page, player, tapped)).to_be_visible()
        expect(trouble(page)).to_be_hidden()
        page.unroute("**/tap")
    assert table.live.number == 2


@pytest.mark.console("ERR_CONNECTION_RESET|htmx:(sendError|afterRequest)")
def test_a_form_kept_while_the_table_changes_does_not_stay_not_connected(page: Page, stage: Stage) -> None:
    night = stage.new_night(2)
    go_to(page, f"/n/{night.key}/night")
    page.get_by_label("Name", exact=True).fill("Yve")
    page.route(re.compile("/night\\?"), lambda route: route.abort("connectionreset"))
    with responses_held_back(page, re.compile("/live/")):
        page.get_by_role("link", name="More for Ann").click()
        expect(trouble(page)).to_have_text("Not connected.")
        add_players(night, ["Zoe"], 100)
    expect(page.get_by_text("The table has changed")).to_be_visible()
    expect(trouble(page)).to_be_hidden()


@pytest.mark.console("text/html|[Ss]tatus .*(200|404)")
def test_a_page_that_answers_in_the_servers_place_is_not_shown(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES[:3])
    phone = another_page()
    go_to(page, table.url)
    go_to(phone, phone_of(table, "Bob"))
    for status in (200, 404):
        for screen in (page, phone):
            screen.route(re.compile("/(live|n|p)/"), partial(sign_in_first, status))
            reconnect(screen)
            expect(trouble(screen)).to_have_text(AWAY)
        page.get_by_role("button", name="King of hearts", exact=True).click()
        expect(trouble(page)).to_have_text(UNSURE)
        for screen in (page, phone):
            screen.unroute_all()
        expect(trouble(page)).to_have_text(NOT_ENTERED)
        expect(trouble(phone)).to_be_hidden()
        expect(phone.get_by_role("region", name="Bob", exact=True)).to_be_visible()
        tap(page, "King of hearts")
        expect(card(phone, "Ann", "King of hearts")).to_be_visible()
        tap(page, "Undo")


def test_a_server_that_never_answers_is_reported(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", NAMES[:3]).url)
    with responses_held_back(page, re.compile("/live/")):
        with page.expect_request(re.compile("/live/")):
            reconnect(page)
        with page.expect_request(re.compile("now")):
            page.clock.fast_forward(10_000)
        page.clock.fast_forward(10_000)
        expect(trouble(page)).to_have_text(AWAY)
    expect(trouble(page)).to_be_hidden()


@pytest.mark.console("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
def test_a_card_refused_offline_is_entered_during_the_refresh_after_reconnecting(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    king = page.get_by_role("button", name="King of hearts", exact=True)
    with ExitStack() as away:
        away.enter_context(offline(page))
        king.click()
        expect(trouble(page)).to_have_text(UNSURE)
        away.close()
        with responses_held_back(page, "**/?seen=*"):
            with page.expect_request("**/?seen=*"):
                refresh(page)
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


def test_a_tablet_that_slept_through_the_next_call_shows_that_game(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    set_visible(page, False)
    table.enter("d misdeal")
    assert next_hand(table.night) is None
    assert isinstance(call_game(table.night, "razz"), LiveHand)
    set_visible(page, True)
    expect(page.get_by_role("link", name="Rules of Razz", exact=True).first).to_be_visible()
    expect(page).to_have_title("Razz – Upcard")


def test_a_tablet_does_not_refetch_its_own_taps(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    with requests_of(page) as made:
        tap(page, "King of hearts", "Queen of hearts", "2 of spades", "Bet 2")
    fetched = [f"{request.method} {request.url}" for request in made if "?now" not in request.url]
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
            route.fulfill(body="0.0.0", content_type="text/plain", headers={"X-Request-Id": "k7md3xwp"})
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
