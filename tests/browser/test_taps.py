"""Taps faster than the network: no tap is lost silently, entered twice or applied to the next question."""

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from tests.browser.devices import PORTRAIT
from tests.browser.playing import (
    card,
    expect_pot,
    go_to,
    log_lines,
    paused_clock,
    refresh,
    region,
    resize,
    responses_held_back,
    set_visible,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import Deal
from tests.web.tables import NAMES, Table

THREE = NAMES[:3]

#: Returns whether the page has been painted, or is within a moment.
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver(() => done(true)).observe({ type: "paint", buffered: true });
  settling.sleep(200).then(() => done(false));
})"""


@pytest.fixture
def betting(page: Page, deal: Deal) -> Table:
    """A table at which Ann's king is high, so she bets first."""
    table = deal("five-card-stud", THREE)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    return table


def broke_players(deal: Deal) -> Table:
    """Return a table at which Ann has just won all chips of Bob and Cy."""
    table = deal("five-card-stud", THREE, Stakes(ante=100))
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    for cards in (("Ks", "9c", "3s"), ("Kc", "8c", "4d"), ("Kd", "7d", "5s")):
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(cards, 1)))
    table.enter("p1 sm AsKhKsKcKd", "p2 sm", "p3 sm")
    return table


def click_fast(page: Page, *names: str) -> None:
    """Click buttons without waiting for responses."""
    for name in names:
        page.get_by_role("button", name=name, exact=True).click(force=True, no_wait_after=True)


def expect_not_taken(page: Page, name: str) -> None:
    expect(page.get_by_role("alert").filter(has_text=f"{name} was not taken")).to_be_visible()


def test_cards_tapped_before_any_response_are_all_dealt_in_order(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    go_to(page, table.url)
    with responses_held_back(page):
        click_fast(page, "King of hearts", "10 of clubs", "2 of spades")
    for player, name in (("Ann", "King of hearts"), ("Bob", "10 of clubs"), ("Cy", "2 of spades")):
        expect(card(page, player, name)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert table.live.number == 3


def test_a_card_tapped_twice_before_its_response_is_dealt_once(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    go_to(page, table.url)
    with responses_held_back(page):
        click_fast(page, "King of hearts", "King of hearts", "10 of clubs")
    expect(card(page, "Bob", "10 of clubs")).to_be_visible()
    assert table.live.actions == ("d dh p1 ??Kh", "d dh p2 ??Tc")


def test_a_queued_card_tapped_again_while_pending_is_dealt_once(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    go_to(page, table.url)
    with responses_held_back(page) as release_the_king:
        click_fast(page, "King of hearts", "10 of clubs")
        with responses_held_back(page):
            with page.expect_request("**/tap"):
                release_the_king()
            page.clock.fast_forward(400)
            click_fast(page, "10 of clubs")
    expect(card(page, "Bob", "10 of clubs")).to_be_visible()
    settled(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert table.live.actions == ("d dh p1 ??Kh", "d dh p2 ??Tc")


def test_an_impatient_second_check_is_not_the_next_players_and_is_reported(page: Page, betting: Table) -> None:
    with responses_held_back(page):
        click_fast(page, "Check")
        page.clock.fast_forward(400)
        click_fast(page, "Check")
    expect(region(page, "Next")).to_contain_text("Bob to act")
    expect_not_taken(page, "Check")
    assert betting.live.actions[3:] == ("p1 cc",)
    settled(page)
    tap(page, "Check")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_another_bet_tapped_before_the_response_is_reported_as_not_taken(page: Page, betting: Table) -> None:
    with responses_held_back(page):
        click_fast(page, "Check", "Bet 2")
    expect(region(page, "Next")).to_contain_text("Bob to act")
    expect_not_taken(page, "Bet 2")
    # A redraw does not remove the message.
    page.evaluate("htmx.ajax('GET', location.pathname, {source: '#screen', target: '#screen', swap: 'outerHTML'})")
    expect_not_taken(page, "Bet 2")
    assert betting.live.actions[3:] == ("p1 cc",)


def test_undo_tapped_before_the_response_undoes_that_tap(page: Page, betting: Table) -> None:
    with responses_held_back(page):
        click_fast(page, "Bet 2", "Undo")
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    expect_pot(page, 3)
    expect(region(page, "Next")).to_contain_text("Ann to act")
    tap(page, "Redo")
    expect_pot(page, 5)
    assert betting.live.actions[3:] == ("p1 cbr 2",)


def test_a_seat_tapped_before_the_response_is_selected_after_it(page: Page, deal: Deal) -> None:
    go_to(page, deal("five-card-stud", THREE).url)
    with responses_held_back(page):
        click_fast(page, "King of hearts", "Cy", "2 of spades")
    expect(card(page, "Cy", "2 of spades")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Bob's up-card")


@pytest.mark.console("status of 422")
def test_a_card_queued_behind_a_refused_one_is_reported_as_not_taken(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE)
    go_to(page, table.url)
    tap(page, "King of hearts")
    settled(page)
    with responses_held_back(page):
        click_fast(page, "King of hearts", "10 of clubs")
    expect(page.locator(".refusal")).to_contain_text("The king of hearts is Ann's up-card")
    expect_not_taken(page, "10 of clubs")
    assert table.live.number == 1


def test_a_bet_tapped_during_a_refresh_is_taken(page: Page, betting: Table) -> None:
    with responses_held_back(page, "**/?seen=*"):
        refresh(page)
        click_fast(page, "Bet 2")
    expect_pot(page, 5)
    assert betting.live.actions[3:] == ("p1 cbr 2",)


@pytest.mark.console("net::ERR_FAILED")
def test_a_check_tapped_after_another_tablets_check_is_not_the_next_players(page: Page, betting: Table) -> None:
    page.route("**/live/**", lambda route: route.abort())
    page.reload()
    settled(page)
    settled(page)
    with responses_held_back(page, "**/?seen=*"):
        refresh(page)
        betting.enter("p1 cc")
        click_fast(page, "Check")
    expect(region(page, "Next")).to_contain_text("Bob to act")
    expect_not_taken(page, "Check")
    assert betting.live.actions[3:] == ("p1 cc",)


@pytest.mark.parametrize("name", ["Queen of hearts", "Undo"])
def test_a_tap_on_a_table_that_another_tablet_has_moved_on_is_reported_as_not_taken(
    page: Page, deal: Deal, name: str
) -> None:
    table = deal("five-card-stud", THREE)
    go_to(page, table.url)
    tap(page, "King of hearts")
    set_visible(page, False)
    assert table.live.number == 1
    table.enter("d dh p2 ??2s")
    with responses_held_back(page, "**/?seen=*"):
        with page.expect_request("**/?seen=*"):
            set_visible(page, True)
        click_fast(page, name)
    expect_not_taken(page, name)
    assert table.live.actions == ("d dh p1 ??Kh", "d dh p2 ??2s")
    expect(region(page, "Next")).to_contain_text("Cy's up-card")
    settled(page)
    tap(page, name)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_tap_on_a_button_that_just_appeared_is_reported_as_not_taken(page: Page, betting: Table) -> None:
    place = page.get_by_role("button", name="Check", exact=True).bounding_box()
    assert place is not None
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    with responses_held_back(page) as release:
        page.mouse.click(*middle)
        page.clock.fast_forward(400)
        page.evaluate(
            """([clientX, clientY]) => {
                const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY });
                const again = () => setTimeout(() => document.elementFromPoint(clientX, clientY).dispatchEvent(click));
                document.addEventListener("htmx:afterSettle", again, { once: true });
            }""",
            middle,
        )
        release()
        expect(region(page, "Next")).to_contain_text("Bob to act")
    expect_not_taken(page, "Check")
    assert betting.live.actions[3:] == ("p1 cc",)


@pytest.mark.parametrize(
    ("screen", "answer"),
    [
        ("", "Buy 100"),
        ("night", "Go home"),
        ("call", "Buy 100"),
        *(
            pytest.param(*case, marks=pytest.mark.long)
            for case in (("", "Go home"), ("night", "Buy 100"), ("call", "Go home"))
        ),
    ],
)
def test_a_second_tap_for_a_broke_player_does_not_answer_for_the_next_one(
    page: Page, deal: Deal, screen: str, answer: str
) -> None:
    table = broke_players(deal)
    go_to(page, table.url + screen)
    settled(page)
    bob, cy = (page.get_by_role("group", name=f"{name} is out of chips", exact=True) for name in ("Bob", "Cy"))
    place = bob.get_by_role("button", name=answer, exact=True).bounding_box()
    assert place is not None
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    with paused_clock(page):
        page.mouse.click(*middle)
        expect(bob).to_have_count(0)
        page.mouse.click(*middle)
    settled(page)
    expect(cy).to_be_visible()


def test_a_second_tap_soon_after_the_last_one_of_a_hand_does_not_take_the_hand_away(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE, Stakes(ante=100))
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    for cards in (("Ks", "9c", "3s"), ("Kc", "8c", "4d"), ("Kd", "7d", "5s")):
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(cards, 1)))
    table.enter("p1 sm AsKhKsKcKd")
    resize(page, PORTRAIT)
    go_to(page, table.url)
    place = page.get_by_role("button", name="All 2 muck", exact=True).bounding_box()
    assert place is not None
    middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    with paused_clock(page):
        page.mouse.click(*middle)
        expect(region(page, "Settlement")).to_be_visible()
        page.clock.run_for(500)
        page.mouse.click(*middle)
    expect_not_taken(page, "Next hand")


def test_a_page_is_not_painted_before_its_script_can_block_early_taps(page: Page, deal: Deal) -> None:
    table = broke_players(deal)
    with responses_held_back(page, "**/call.js"):
        page.goto(table.url + "call", wait_until="commit")
        while page.evaluate("document.readyState") == "loading":
            pass
        assert not page.evaluate(PAINTED)
    settled(page)
    assert page.evaluate(PAINTED)


def test_a_tap_on_a_page_that_is_not_painted_yet_is_not_taken(page: Page, deal: Deal) -> None:
    table = broke_players(deal)
    go_to(page, table.url + "call")
    settled(page)
    bob = page.get_by_role("group", name="Bob is out of chips", exact=True)
    place = bob.get_by_role("button", name="Buy 100", exact=True).bounding_box()
    assert place is not None
    with responses_held_back(page, "**/call.js"):
        page.reload(wait_until="commit")
        while page.evaluate("document.readyState") == "loading":
            pass
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    settled(page)
    expect(bob).to_be_visible()


@pytest.mark.console("status of 422")
def test_digits_can_be_tapped_during_a_refresh(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", THREE, Stakes(limit="none", min_bet=2))
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    with responses_held_back(page, "**/?seen=*"):
        refresh(page)
        click_fast(page, "1", "7")
        expect(page.get_by_role("textbox", name="Amount")).to_have_value("17")
    settled(page)
    expect(page.get_by_role("textbox", name="Amount")).to_have_value("17")
    tap(page, "Bet")
    assert log_lines(page)[0].startswith("4")
    assert table.live.actions[-1] == "p1 cbr 17"
    # A raise to 20 is too small. The next digits begin another amount.
    tap(page, "2", "0", "Raise to", "4", "2")
    expect(page.get_by_role("textbox", name="Amount")).to_have_value("42")
