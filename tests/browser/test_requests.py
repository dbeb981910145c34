"""Requests during a night: rebuys, departures, broke players, and half-typed input kept when the page changes."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.games.house import Stakes
from app.night.acts import activity
from app.night.play.call import end_night
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.measures import accessibility, check_and_shoot
from tests.browser.playing import check, click, go_to, region, resize, tap
from tests.browser.stage import AnotherPage, Deal, Stage, night_of, phone_of, seat_of
from tests.web.tables import Table, begin

NAMES = ("Bob", "Cy", "Ann")
BIG_ANTE = Stakes(ante=100)
FIRST_STREET = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh")


def test_the_dealer_enters_a_rebuy_in_three_taps_and_a_departure_in_five(page: Page, deal: Deal, shots: Shots) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter(*FIRST_STREET)
    go_to(page, table.url)
    click(page.locator("#more > summary"))
    click(page.get_by_role("link", name="Players and stakes"))
    click(page.get_by_role("button", name="Buy 100 for Cy"))
    expect(page.get_by_role("button", name="Remove: Cy buys 100")).to_be_visible()
    click(page.get_by_role("link", name="More for Cy"))
    click(page.locator("summary", has_text="Leave with 99"))
    check_and_shoot(page, shots, "room-leaving")
    click(page.get_by_role("button", name="Fold when it is Cy's turn"))
    expect(page.get_by_role("button", name="Remove: Cy leaves")).to_be_visible()
    assert accessibility(page) == []
    click(page.get_by_role("link", name="Back to the hand"))
    tap(page, "Bet 2", "Call 2")
    expect(region(page, "Cy").get_by_text("Folded")).to_be_visible()
    tap(page, "Undo")
    expect(region(page, "Next")).to_contain_text("Bob to act")
    tap(page, "Fold")
    expect(region(page, "Settlement")).to_contain_text("to Ann")
    tap(page, "Next hand")
    assert seat_of(table, "Cy").left


@pytest.mark.parametrize(
    "size", [LANDSCAPE, (390, 844), *(pytest.param(size, marks=pytest.mark.long) for size in ((1024, 768), PORTRAIT))]
)
def test_a_players_actions_are_in_view(page: Page, deal: Deal, size: tuple[int, int]) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter(*FIRST_STREET)
    resize(page, size)
    go_to(page, f"/n/{table.key}/night")
    click(page.get_by_role("link", name="More for Cy"))
    for name in ("Close", "Code for the phone", "One seat on for Cy"):
        expect(page.get_by_label(name).or_(page.get_by_role("link", name=name, exact=True))).to_be_in_viewport(ratio=1)
    assert page.evaluate(UNDER_PAGE_BAR) == []


@pytest.mark.parametrize("size", [LANDSCAPE, (390, 844)])
def test_unfolded_details_scroll_clear_of_the_bar(page: Page, stage: Stage, size: tuple[int, int]) -> None:
    resize(page, size)
    go_to(page, f"{stage.night(8)}/night")
    page.get_by_text("End the night").scroll_into_view_if_needed()
    click(page.get_by_text("End the night"))
    expect(page.get_by_role("button", name=re.compile("^End "))).to_be_in_viewport(ratio=1)
    assert page.evaluate(UNDER_PAGE_BAR) == []


#: Returns buttons of a player's sheet, or to end the night, that the bar at the foot covers.
UNDER_PAGE_BAR = """() => {
  const bar = document.querySelector(".page-bar").getBoundingClientRect();
  return [...document.querySelectorAll("#about button, #about .btn, details[open] button.danger")]
    .filter((el) => el.checkVisibility() && el.getBoundingClientRect().bottom > bar.top)
    .map((el) => el.innerText);
}"""


@pytest.mark.console("status of 422")
def test_typed_stakes_are_saved_by_every_link_off_the_page(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES)
    go_to(page, f"{table.url}settings")
    click(page.locator("summary", has_text="Stakes"))
    check(page.get_by_role("radio", name="Pot limit"))
    page.get_by_role("textbox", name="Ante").fill("x")
    click(page.get_by_role("link", name="Back to the hand"))
    expect(page.get_by_role("textbox", name="Ante")).to_be_focused()
    expect(page.get_by_text("Enter a whole number")).to_be_visible()
    page.get_by_role("textbox", name="Ante").fill("3")
    click(page.get_by_role("link", name="Television and phones"))
    page.wait_for_url("**/links")
    waiting = activity.waiting(night_of(table).id)
    assert activity.next_stakes(night_of(table), waiting).words() == "ante 3, pot limit, bets from 2"
    assert len(waiting) == 1


@pytest.mark.console("status of 409")
def test_stakes_typed_after_the_end_of_the_night_are_refused_by_the_link_off_the_page(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter("d misdeal")
    assert end_night(night_of(table)) is None
    go_to(page, f"{table.url}settings")
    click(page.locator("summary", has_text="Stakes"))
    page.get_by_role("textbox", name="Ante").fill("3")
    click(page.get_by_role("link", name="Television and phones"))
    expect(page.get_by_text("This night has ended")).to_be_visible()


def test_a_broke_player_rebuys_at_the_settlement_without_scripts(plain_page: Page, deal: Deal) -> None:
    page, table = plain_page, deal("five-card-stud", NAMES[:2], stakes=Stakes(ante=100))
    table.enter("d dh p1 ??5h", "d dh p2 ??Kh")
    for bob, cy in (("2d", "Kc"), ("3d", "Ks"), ("4d", "Kd")):
        table.enter(f"d dh p1 {bob}", f"d dh p2 {cy}")
    table.enter("p2 sm AhKhKcKsKd", "p1 sm")
    go_to(page, table.url)
    expect(page.get_by_role("group", name="Bob is out of chips")).to_be_visible()
    click(page.get_by_role("button", name="Buy 100", exact=True))
    expect(page.get_by_text("Bob has 100")).to_be_visible()
    assert seat_of(table, "Bob").stack == 100


def ask_for_chips(phone: Page, table: Table, name: str) -> None:
    """Open a player's phone and ask for more chips."""
    go_to(phone, phone_of(table, name))
    click(phone.get_by_text("Buy more or sit out"))
    click(phone.get_by_role("button", name="Buy more", exact=True))
    expect(phone.get_by_role("button", name=re.compile("Never mind"))).to_be_visible()


#: Returns controls that the strip covers at every scroll position.
COVERED = """() => [...document.querySelectorAll("a, button, input, select, summary")].filter((el) => {
  if (el.type === "hidden" || !el.checkVisibility() || el.closest(".visually-hidden, .strip")) return false;
  return !["start", "center", "end"].some((block) => {
    el.scrollIntoView({ block, behavior: "instant" });
    const { left, top, width, height } = el.getBoundingClientRect();
    const strip = document.querySelector(".strip p").getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const free = top >= strip.bottom || top + height <= strip.top;
    return free && (el.contains(hit) || hit?.closest("label")?.contains(el));
  });
}).map((el) => el.outerHTML.slice(0, 100))"""


def test_a_half_typed_rebuy_stays_when_a_phone_asks_for_chips(
    page: Page, another_page: AnotherPage, deal: Deal, shots: Shots
) -> None:
    table = deal("five-card-stud", NAMES)
    go_to(page, f"{table.url}night?seat={seat_of(table, 'Cy').id}")
    field = page.get_by_label("More chips for Cy")
    field.fill("77")
    before = field.bounding_box()
    ask_for_chips(another_page((390, 844)), table, "Bob")
    strip = page.locator("#changed")
    expect(strip).to_be_visible()
    expect(field).to_be_focused()
    assert (field.input_value(), field.bounding_box()) == ("77", before)
    check_and_shoot(page, shots, "room-has-changed")
    for width, height in ((390, 844), (1180, 820)):
        resize(page, (width, height))
        assert page.evaluate(COVERED) == []
    click(strip.get_by_role("link", name="Show"))
    expect(page.get_by_role("button", name="Yes: Bob buys 100")).to_be_visible()
    expect(strip).to_be_hidden()
    expect(field).to_have_value("77")
    click(page.get_by_role("button", name="Buy more"))
    expect(page.get_by_role("button", name="Remove: Cy buys 77")).to_be_visible()


@pytest.mark.parametrize("path", ["night", "money"])
def test_an_untouched_page_shows_changes_at_once(page: Page, another_page: AnotherPage, deal: Deal, path: str) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter("d misdeal")
    go_to(page, f"{table.url}{path}")
    other = another_page()
    go_to(other, f"{table.url}night")
    click(other.get_by_role("button", name="Buy 100 for Cy"))
    shown = page.get_by_role("listitem", name="Cy", exact=True)
    if path == "night":
        expect(shown).to_contain_text("200")
    else:
        expect(shown).to_contain_text("Upcard has 200")
        expect(region(page, "Totals")).to_contain_text("400")
    expect(page.locator("#changed")).to_be_hidden()


def test_an_empty_focused_field_delays_no_change_and_keeps_the_focus(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter("d misdeal")
    go_to(page, f"{table.url}night")
    name = page.get_by_label("Name", exact=True)
    name.fill("Gus")
    click(page.get_by_role("button", name="Add player", exact=True))
    expect(page.get_by_role("listitem", name="Gus", exact=True)).to_be_visible()
    expect(name).to_be_focused()
    other = another_page()
    go_to(other, f"{table.url}night")
    click(other.get_by_role("button", name="Buy 100 for Cy"))
    expect(page.get_by_role("listitem", name="Cy", exact=True)).to_contain_text("200")
    expect(page.locator("#changed")).to_be_hidden()
    expect(name).to_be_focused()


def test_a_half_typed_count_stays_with_the_stack_it_was_compared_to(
    page: Page, another_page: AnotherPage, deal: Deal
) -> None:
    table = deal("five-card-stud", NAMES)
    table.enter("d misdeal")
    go_to(page, f"{table.url}money")
    count = page.get_by_role("listitem", name="Bob", exact=True).get_by_role("textbox").first
    count.fill("95")
    other = another_page()
    go_to(other, f"{table.url}night")
    click(other.get_by_role("button", name="Buy 100 for Bob"))
    click(page.get_by_role("link", name="Show"))
    expect(region(page, "Totals")).to_contain_text("400")
    expect(count).to_have_value("95")
    assert page.locator(f"[name=had-{seat_of(table, 'Bob').id}]").input_value() == "100"


def test_the_people_page_shows_a_new_player_without_a_reload(
    page: Page, another_page: AnotherPage, stage: Stage
) -> None:
    night = stage.night(2)
    go_to(page, f"{night}/settings")
    click(page.get_by_role("link", name="People"))
    other = another_page()
    go_to(other, f"{night}/night")
    other.get_by_label("Name", exact=True).fill("Zoë Newcomer")
    click(other.get_by_role("button", name="Add player"))
    expect(page.get_by_role("listitem", name="Zoë Newcomer")).to_be_visible()


def test_every_pot_is_in_view_beside_broke_players(page: Page, stage: Stage) -> None:
    table = begin(stage.client, "five-card-stud", ("Bob", "Cy", "Dee", "Ann"), (20, 40, 60, 80), True, BIG_ANTE, {}, ())
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??7h", "d dh p4 ??Kh")
    for bob, cy, dee, ann in (("2d", "2c", "2s", "Kc"), ("3d", "3c", "3s", "Ks"), ("4d", "4c", "4s", "Kd")):
        table.enter(f"d dh p1 {bob}", f"d dh p2 {cy}", f"d dh p3 {dee}", f"d dh p4 {ann}")
    table.enter("p4 sm AhKhKcKsKd", "p1 sm 5c5h2d3d4d", "p2 sm 6c6h2c3c4c", "p3 sm 7c7h2s3s4s")
    go_to(page, table.url)
    settlement = region(page, "Settlement")
    expect(settlement).to_contain_text("Side pot 3")
    assert settlement.evaluate("(el) => el.scrollHeight <= el.clientHeight")
