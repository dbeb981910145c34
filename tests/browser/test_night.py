"""From nothing to the first deal, as it is done on the tablet, lying and upright, with and without scripts."""

from collections.abc import Callable
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import for_everybody, take
from tests.browser.playing import search, start_night
from tests.browser.serving import Server

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


def test_a_night_from_nothing_to_the_first_deal(page: Page, shots: Shots) -> None:
    set_up_and_deal(page, shots, "landscape")


def test_the_same_on_a_tablet_held_upright(portrait_page: Page, shots: Shots) -> None:
    set_up_and_deal(portrait_page, shots, "portrait")


def test_the_same_without_any_script(plain_page: Page) -> None:
    page = plain_page
    start(page, NAMES[:3])
    page.get_by_role("link", name="Call a game").click()
    search(page, "queen")
    page.get_by_role("link", name="Follow the Queen The up-card").click()
    page.get_by_label("Queens themselves").select_option("all wild")
    page.get_by_role("button", name="Update the rules").click()
    expect(page.get_by_role("article")).to_contain_text("Queens are wild")
    expect(page.get_by_label("Queens themselves")).to_have_value("all wild")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url("**/n/*/")


def test_seats_are_moved_swapped_and_left(page: Page, shots: Shots) -> None:
    start(page, NAMES[:4])
    page.get_by_role("button", name="Move Dee up").click()
    expect(seat_names(page)).to_have_text(["Ann", "Bob", "Dee", "Cy"])
    page.get_by_role("link", name="More for Ann").click()
    page.get_by_role("link", name="Swap seats").click()
    take(page, shots, "night-swap")
    page.get_by_role("button", name="Swap Ann with Cy").click()
    expect(seat_names(page)).to_have_text(["Cy", "Bob", "Dee", "Ann"])
    page.get_by_role("button", name="Bob deals").click()
    expect(page.get_by_role("listitem", name="Bob").get_by_text("Dealer")).to_be_attached()
    page.get_by_role("link", name="More for Dee").click()
    take(page, shots, "night-seat")
    page.locator("summary", has_text="Leave with 100").click()
    take(page, shots, "night-leaving")
    page.get_by_role("button", name="Dee leaves", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Dee leaves with 100")
    expect(seat_names(page)).to_have_text(["Cy", "Bob", "Ann"])


def test_the_sheet_changes_as_modifiers_are_tapped(page: Page, shots: Shots) -> None:
    start(page, NAMES[:4])
    page.goto(page.url.replace("/night", "/call/five-card-stud"))
    sheet, deal = page.get_by_role("article"), page.get_by_role("button", name="Deal", exact=True)
    page.get_by_role("switch", name="More wild cards").check()
    expect(deal).to_be_disabled()
    expect(page.get_by_text("Say which ranks or cards are wild").first).to_be_visible()
    take(page, shots, "call-refused")
    page.get_by_role("checkbox", name="10", exact=True).check()
    expect(sheet).to_contain_text("10s are wild")
    expect(deal).to_be_enabled()
    page.get_by_role("switch", name="Suicide king").check()
    expect(sheet).to_contain_text("ing of hearts")
    expect(page.get_by_role("checkbox", name="10", exact=True)).to_be_checked()
    page.reload()
    expect(sheet).to_contain_text("10s are wild")


def test_a_double_click_starts_one_night(page: Page, server: Server) -> None:
    page.goto("/")
    page.locator("summary", has_text="Name it first").click()
    page.get_by_label("Name of the night").fill("Once only")
    page.get_by_role("button", name="Start a night").dblclick()
    page.wait_for_url("**/night")
    expect(page.get_by_role("heading", level=1)).to_have_text("Once only")
    page.goto(f"/host/{(server.data / 'host-code').read_text()}")
    expect(page.locator(".night-link-name", has_text="Once only")).to_have_count(1)


def test_a_form_that_was_sent_twice_starts_one_night_without_any_script_too(plain_page: Page) -> None:
    page = plain_page
    page.goto("/")
    page.locator("summary", has_text="Name it first").click()
    page.get_by_label("Name of the night").fill("Once without")
    with page.expect_request(lambda sent: sent.method == "POST") as sent:
        page.get_by_role("button", name="Start a night").click()
    page.wait_for_url("**/night")
    night = page.url
    again = page.request.post("/", form=dict(parse_qsl(sent.value.post_data or "")))
    assert again.url == night


def test_what_begins_a_night_stays_in_sight_however_many_there_are(page: Page, shots: Shots) -> None:
    begin = page.get_by_role("button", name="Start a night")
    sizes = (LANDSCAPE, (1024, 768), PORTRAIT, (390, 844), (1920, 1080))
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        expect(begin).to_be_in_viewport(ratio=1)
        assert for_everybody(page) == []
        shots.take(page, f"home-{width}.png")
    for number in range(14):
        page.goto("/")
        begin.click()
        if number % 2:
            page.locator("summary", has_text="End the night").click()
            page.get_by_role("button", name="End ", exact=False).click()
            expect(page.get_by_text("This night has ended")).to_be_visible()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        expect(begin).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("link", name=":").locator("visible=true")).to_have_count(9)
        shots.take(page, f"home-many-{width}.png")
        page.locator("summary", has_text="Earlier nights").click()
        expect(page.get_by_role("link", name=":").locator("visible=true").nth(13)).to_be_attached()
        assert for_everybody(page) == []
        shots.take(page, f"home-all-{width}.png", whole=True)


@pytest.mark.console("status of 422")
def test_the_host_code_lists_the_nights_of_other_devices(
    page: Page, another_page: Callable[..., Page], server: Server, shots: Shots
) -> None:
    start(page, NAMES[:2])
    host = another_page(guest=True)
    host.goto("/")
    expect(host.locator(".night-link")).to_have_count(0)
    host.locator("summary", has_text="Host code").click()
    host.get_by_label("Host code").fill("wrong")
    host.get_by_role("button", name="Enter it").click()
    expect(host.get_by_label("Host code")).to_be_focused()
    expect(host.get_by_text("That is not the code")).to_be_in_viewport()
    take(host, shots, "home-wrong-code")
    host.get_by_label("Host code").fill((server.data / "host-code").read_text().upper())
    host.get_by_role("button", name="Enter it").click()
    expect(host.get_by_text("every night is listed")).to_be_visible()
    assert for_everybody(host) == []
    host.locator(".night-link").first.click()
    expect(seat_names(host)).to_have_text(["Ann", "Bob"])


def set_up_and_deal(page: Page, shots: Shots, name: str) -> None:
    page.goto("/")
    take(page, shots, f"home-{name}")
    start(page, NAMES)
    take(page, shots, f"night-{name}")
    page.locator("summary", has_text="Stakes").click()
    page.get_by_role("radio", name="Three tiers").check()
    for label, chips in (("Small bet", "5"), ("Big bet", "10"), ("Bet on the last round", "20")):
        page.get_by_label(label, exact=True).fill(chips)
    take(page, shots, f"stakes-{name}")
    page.get_by_role("button", name="Save the stakes").click()
    expect(page.get_by_role("status")).to_contain_text("fixed limit 5/10/20")
    page.locator("summary", has_text="House rules").click()
    take(page, shots, f"house-{name}")
    page.get_by_role("link", name="Call a game").click()
    page.wait_for_url("**/call")
    take(page, shots, f"call-{name}")
    search(page, "queen")
    page.get_by_role("link", name="Follow the Queen The up-card").click()
    page.get_by_label("Queens themselves").select_option("all wild")
    expect(page.get_by_role("article")).to_contain_text("Queens are wild")
    take(page, shots, f"sheet-{name}")
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url("**/")
    expect(page.get_by_role("region", name="Wild cards")).to_contain_text("Queens are wild")
    expect(page.get_by_role("region", name="Pot")).to_contain_text("8")


def start(page: Page, names: tuple[str, ...]) -> None:
    start_night(page, *names)
    expect(seat_names(page)).to_have_text(list(names))


def seat_names(page: Page):
    return page.locator(".player .player-name")
