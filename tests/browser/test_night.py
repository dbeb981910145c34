"""Starting a night: from the start page to the first deal, in landscape and portrait, with and without scripts."""

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from app.night.play.call import end_night
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import SIDEWAYS, accessibility, axe, check_and_shoot, in_both_themes
from tests.browser.playing import check, click, double_click, go_to, resize, search, start_night
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, Stage
from tests.serving import Server

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@pytest.mark.parametrize("size", [LANDSCAPE, pytest.param(PORTRAIT, marks=pytest.mark.long)])
def test_a_night_is_set_up_and_dealt(page: Page, shots: Shots, size: tuple[int, int]) -> None:
    resize(page, size)
    go_to(page, "/")
    check_and_shoot(page, shots, f"home-{size[0]}")
    start(page, NAMES)
    check_and_shoot(page, shots, f"night-{size[0]}")
    click(page.get_by_role("link", name="Settings"))
    click(page.locator("summary", has_text="Stakes"))
    check(page.get_by_role("radio", name="Three tiers"))
    for label, chips in (("Small bet", "5"), ("Big bet", "10"), ("Bet on the last round", "20")):
        page.get_by_label(label, exact=True).fill(chips)
    check_and_shoot(page, shots, f"stakes-{size[0]}")
    click(page.get_by_role("button", name="Save the stakes"))
    expect(page.get_by_role("status")).to_contain_text("fixed limit 5/10/20")
    click(page.locator("summary", has_text="House rules"))
    check_and_shoot(page, shots, f"house-{size[0]}")
    click(page.get_by_role("link", name="Call a game"))
    page.wait_for_url("**/call")
    check_and_shoot(page, shots, f"call-{size[0]}")
    search(page, "queen")
    click(page.get_by_role("link", name="Follow the Queen The up-card"))
    page.get_by_label("Queens themselves").select_option("all wild")
    settled(page)
    expect(page.get_by_role("article")).to_contain_text("Queens are wild")
    check_and_shoot(page, shots, f"sheet-{size[0]}")
    click(page.get_by_role("button", name="Deal", exact=True))
    page.wait_for_url("**/")
    expect(page.get_by_role("region", name="Wild cards")).to_contain_text("Queens are wild")
    expect(page.get_by_role("region", name="Pot")).to_contain_text("8")


@pytest.mark.long
def test_a_night_is_set_up_and_dealt_without_scripts(plain_page: Page) -> None:
    page = plain_page
    start(page, NAMES[:3])
    click(page.get_by_role("link", name="Call a game"))
    search(page, "queen")
    click(page.get_by_role("link", name="Follow the Queen The up-card"))
    page.get_by_label("Queens themselves").select_option("all wild")
    settled(page)
    click(page.get_by_role("button", name="Update the rules"))
    expect(page.get_by_role("article")).to_contain_text("Queens are wild")
    expect(page.get_by_label("Queens themselves")).to_have_value("all wild")
    click(page.get_by_role("button", name="Deal", exact=True))
    page.wait_for_url("**/n/*/")


@pytest.mark.parametrize("size", [LANDSCAPE, PORTRAIT])
def test_long_stakes_and_a_departure_hide_no_button(page: Page, deal: Deal, size: tuple[int, int]) -> None:
    stakes = Stakes(ante=1, bring_in=1, small_blind=1, big_blind=2, limit="none", min_bet=2)
    table = deal("five-card-stud", NAMES[:4], stakes=stakes)
    table.enter("d misdeal")
    resize(page, size)
    go_to(page, f"{table.url}night")
    page.get_by_role("heading", level=1).evaluate("(el) => { el.textContent = 'Friday 27 November'; }")
    head = {link: page.get_by_role("link", name=link) for link in ("Television and phones", "Settings")}
    assert len({link.evaluate("(el) => el.getBoundingClientRect().top") for link in head.values()}) == 1
    click(page.get_by_role("link", name="More for Dee"))
    leave = page.locator("summary", has_text="Leave with 100")
    double_click(leave)
    expect(page.get_by_role("listitem", name="Dee", exact=True)).to_be_visible()
    if not leave.evaluate("(el) => el.parentElement.open"):
        click(leave)
    confirm = page.get_by_role("button", name="Dee leaves", exact=True).bounding_box()
    bar = page.locator(".page-bar").bounding_box()
    assert confirm is not None
    assert bar is not None
    assert confirm["y"] + confirm["height"] <= bar["y"]


def test_the_letters_of_a_name_are_counted_once_there_are_many(page: Page, stage: Stage) -> None:
    go_to(page, f"{stage.night(2)}/night")
    name, line = page.get_by_label("Name", exact=True), page.locator("#letters")
    name.press_sequentially("Ann, Bartholomew the Tall")
    expect(line).to_have_text("Separate names with commas")
    name.press_sequentially("est")
    expect(line).to_have_text("23 of 30 letters")
    name.press_sequentially(", Cy")
    expect(line).to_have_text("Separate names with commas")


def test_seats_are_moved_swapped_and_left(page: Page, stage: Stage, shots: Shots) -> None:
    go_to(page, f"{stage.night(4)}/night")
    click(page.get_by_role("link", name="More for Dee"))
    click(page.get_by_role("button", name="One seat back for Dee"))
    expect(seat_names(page)).to_have_text(["Ann", "Bob", "Dee", "Cy"])
    click(page.get_by_role("link", name="More for Ann"))
    click(page.get_by_role("link", name="Swap seats"))
    check_and_shoot(page, shots, "night-swap")
    click(page.get_by_role("button", name="Swap Ann with Cy"))
    expect(seat_names(page)).to_have_text(["Cy", "Bob", "Dee", "Ann"])
    click(page.get_by_role("button", name="Bob deals"))
    expect(page.get_by_role("listitem", name="Bob").get_by_text("Dealer")).to_be_attached()
    click(page.get_by_role("link", name="More for Dee"))
    check_and_shoot(page, shots, "night-seat")
    click(page.locator("summary", has_text="Leave with 100"))
    check_and_shoot(page, shots, "night-leaving")
    click(page.get_by_role("button", name="Dee leaves", exact=True))
    expect(page.get_by_role("status")).to_contain_text("Dee leaves with 100")
    expect(page.locator("[aria-live] #heard")).to_contain_text("Dee leaves with 100")  # screen readers hear it
    expect(seat_names(page)).to_have_text(["Cy", "Bob", "Ann"])


@pytest.mark.console("status of 422")
def test_the_rule_sheet_follows_the_modifiers(page: Page, stage: Stage, shots: Shots) -> None:
    go_to(page, f"{stage.night(4)}/call/five-card-stud")
    sheet, deal = page.get_by_role("article"), page.get_by_role("button", name="Deal", exact=True)
    check(page.get_by_role("switch", name="More wild cards"))
    expect(page.get_by_text("Say which ranks or cards are wild")).to_be_visible()
    check_and_shoot(page, shots, "call-asking")
    click(deal)
    expect(page.get_by_text("Say which ranks or cards are wild")).to_be_visible()
    expect(page.get_by_text("Still to fix: More wild cards.")).to_be_visible()
    expect(deal).to_be_disabled()
    check_and_shoot(page, shots, "call-refused")
    check(page.get_by_role("checkbox", name="10", exact=True))
    expect(sheet).to_contain_text("10s are wild")
    expect(deal).to_be_enabled()
    page.get_by_label("Suicide king").select_option("wild")
    settled(page)
    expect(sheet).to_contain_text("ing of hearts")
    expect(page.get_by_role("checkbox", name="10", exact=True)).to_be_checked()
    page.reload()
    settled(page)
    expect(sheet).to_contain_text("10s are wild")


def test_a_night_is_named_on_the_smallest_phone_without_scrolling_sideways(page: Page) -> None:
    resize(page, (320, 568))
    go_to(page, "/")
    click(page.locator("summary", has_text="Name the night"))
    assert page.evaluate(SIDEWAYS) == []


def test_a_double_click_starts_one_night(page: Page, server: Server) -> None:
    go_to(page, "/")
    click(page.locator("summary", has_text="Name the night"))
    page.get_by_label("Name of the night").fill("Once only")
    page.get_by_role("button", name="Start a night").dblclick()
    # The second click aborts the navigation of the first, which waiting for a navigation would report as an error.
    expect(page).to_have_url(re.compile("/night$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Once only")
    go_to(page, f"/host/{(server.data / 'host-code').read_text()}")
    expect(page.locator(".night-link-name", has_text="Once only")).to_have_count(1)


def test_a_form_sent_twice_without_scripts_starts_one_night(plain_page: Page) -> None:
    page = plain_page
    go_to(page, "/")
    click(page.locator("summary", has_text="Name the night"))
    page.get_by_label("Name of the night").fill("Once without")
    with page.expect_request(lambda sent: sent.method == "POST") as sent:
        click(page.get_by_role("button", name="Start a night"))
    page.wait_for_url("**/night")
    night = page.url
    again = page.request.post("/", form=dict(parse_qsl(sent.value.post_data or "")))
    assert again.url == night


def test_start_a_night_stays_in_view_above_many_nights(page: Page, stage: Stage, server: Server, shots: Shots) -> None:
    start_button = page.get_by_role("button", name="Start a night")
    sizes = (LANDSCAPE, (1024, 768), PORTRAIT, (390, 844), (1920, 1080))
    earlier = page.locator("summary", has_text="Earlier nights")
    nights = page.get_by_role("link", name=":").locator("visible=true")
    for number in range(14):
        night = stage.new_night()
        if number % 2:
            assert end_night(night) is None
    page.goto(f"/host/{(server.data / 'host-code').read_text()}")
    go_to(page, "/")
    for size in sizes:
        resize(page, size)
        expect(start_button).to_be_in_viewport(ratio=1)
        expect(nights).to_have_count(9)
        shots.take(page, f"home-many-{size[0]}.png")
    click(earlier)
    expect(nights.nth(13)).to_be_attached()
    assert axe(page) == []
    for size in sizes:
        resize(page, size)
        assert in_both_themes(page) == []
        shots.take(page, f"home-all-{size[0]}.png", whole=True)


def test_a_notice_is_above_both_columns_of_the_start_page(page: Page, stage: Stage, server: Server) -> None:
    for _ in range(2):
        assert end_night(stage.new_night()) is None
    page.goto(f"/host/{(server.data / 'host-code').read_text()}")
    go_to(page, "/")
    click(page.get_by_role("link", name="Remove").first)
    click(page.get_by_role("button", name="Remove"))
    expect(page.get_by_role("status")).to_be_visible()
    notice, title, start_button, nights = (
        each.evaluate("(element) => element.getBoundingClientRect().toJSON()")
        for each in (
            page.get_by_role("status"),
            page.get_by_role("heading", level=1),
            page.get_by_role("button", name="Start a night"),
            page.locator("#nights-title"),
        )
    )
    assert notice["bottom"] <= min(title["top"], nights["top"])
    assert start_button["right"] < nights["left"]


@pytest.mark.console("status of 422")
def test_the_host_code_lists_the_nights_of_other_devices(
    another_page: AnotherPage, stage: Stage, server: Server, shots: Shots
) -> None:
    stage.night(2)
    host = another_page(guest=True)
    go_to(host, "/")
    expect(host.locator(".night-link")).to_have_count(0)
    click(host.locator("summary", has_text="Host code"))
    host.get_by_label("Host code").fill("wrong")
    click(host.get_by_role("button", name="Enter it"))
    expect(host.get_by_label("Host code")).to_be_focused()
    expect(host.get_by_text("That is not the code")).to_be_in_viewport()
    check_and_shoot(host, shots, "home-wrong-code")
    host.get_by_label("Host code").fill((server.data / "host-code").read_text().upper())
    click(host.get_by_role("button", name="Enter it"))
    expect(host.get_by_text("every night is listed")).to_be_visible()
    assert accessibility(host) == []
    click(host.locator(".night-link").first)
    expect(seat_names(host)).to_have_text(["Ann", "Bob"])


def start(page: Page, names: tuple[str, ...]) -> None:
    start_night(page, *names)
    expect(seat_names(page)).to_have_text(list(names))


def seat_names(page: Page):
    return page.locator(".player .player-name")
