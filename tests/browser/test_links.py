"""The links of a night on several devices: codes to scan, links to copy, and screens whose link is renewed."""

import pytest
from playwright.sync_api import Locator, Page, expect

from app.night.models import Night
from app.night.people.seats import seats
from tests.browser.devices import LANDSCAPE, PHONE, PORTRAIT, Shots
from tests.browser.measures import axe, in_both_themes
from tests.browser.playing import click, go_to, paused_clock, resize
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Deal, night_of
from tests.web.tables import NAMES

SIZES = (LANDSCAPE, (1024, 768), PORTRAIT, PHONE, (1920, 1080))

#: Returns whether an element is entirely in view.
IN_SIGHT = """el => {
  const box = el.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
}"""


@pytest.fixture
def friday(deal: Deal) -> Night:
    """A night with a hand of three players."""
    return night_of(deal("five-card-stud", NAMES[:3]))


def renew(page: Page, name: str) -> None:
    click(page.get_by_label(f"Renew the link: {name}"))
    click(page.get_by_role("button", name="Yes, renew").locator("visible=true"))
    expect(page.get_by_role("status").first).to_contain_text("no longer works")


def address(page: Page, name: str) -> str:
    """Return the full address that a Copy button copies."""
    copied = page.get_by_label(f"Copy the link: {name}").get_attribute("data-copy")
    assert copied
    return copied


def expect_dead_link(page: Page, old: str) -> None:
    answer = page.goto(old)
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    expect(page.get_by_role("link")).to_have_count(0)


def expect_shut_out(page: Page, title: str) -> None:
    """Check that a screen says by itself why it is shut out, and shows nothing else."""
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("[data-at]")).to_have_count(0)


def trouble(page: Page) -> Locator:
    return page.get_by_role("alert")


@pytest.mark.console("status of 404")
def test_renewing_a_phone_link_shuts_the_phone_out_until_it_opens_the_new_one(
    page: Page, another_page: AnotherPage, friday: Night
) -> None:
    phone = another_page(PHONE)
    go_to(page, f"/n/{friday.key}/links")
    old = address(page, "Bob's phone")
    go_to(phone, old)
    expect(phone.get_by_role("region", name="Your seat")).to_be_visible()  # it has claimed its link
    expect(trouble(phone)).to_be_hidden()
    renew(page, "Bob's phone")
    expect_shut_out(phone, "This link no longer works")
    expect_dead_link(phone, old)
    new = address(page, "Bob's phone")
    assert new != old
    answer = phone.goto(new)
    assert answer
    assert answer.ok
    expect(phone.get_by_role("heading", level=1)).to_have_text("Bob")
    expect(trouble(phone)).to_be_hidden()


@pytest.mark.console("status of 404")
def test_renewing_the_television_link_shuts_the_television_out_until_it_opens_the_new_one(
    page: Page, another_page: AnotherPage, friday: Night
) -> None:
    television = another_page((1920, 1080))
    go_to(page, f"/n/{friday.key}/links")
    old = address(page, "Television")
    go_to(television, old)
    expect(trouble(television)).to_be_hidden()
    renew(page, "Television")
    expect_shut_out(television, "This link no longer works")
    expect_dead_link(television, old)
    answer = television.goto(address(page, "Television"))
    assert answer
    assert answer.ok
    expect(trouble(television)).to_be_hidden()


@pytest.mark.console("status of 404")
def test_renewing_the_dealers_link_shuts_other_tablets_out(
    page: Page, another_page: AnotherPage, friday: Night
) -> None:
    other = another_page(guest=True)
    old = f"/n/{friday.key}/"
    go_to(other, old)
    expect(other.get_by_role("region", name="Next")).to_be_visible()
    go_to(page, f"{old}links")
    click(page.locator("summary", has_text="Deal from another tablet"))
    renew(page, "Dealer's tablet")
    expect_shut_out(other, "This address no longer works")
    click(other.get_by_role("link", name="Start page"))
    expect(other.get_by_text("No nights on this device")).to_be_visible()
    click(page.get_by_role("link", name="Back to Friday"))
    expect(page.get_by_role("region", name="Next")).to_be_visible()


def test_the_pages_of_links_tell_when_a_phone_has_scanned_its_code(
    page: Page, another_page: AnotherPage, friday: Night
) -> None:
    phone, tablet = another_page(PHONE), another_page()
    go_to(page, f"/n/{friday.key}/links/seat/{seats(friday)[1].id}")
    go_to(tablet, f"/n/{friday.key}/links")
    bob = tablet.get_by_role("listitem", name="Bob")
    expect(bob.locator(".open-on")).to_be_empty()
    go_to(phone, address(page, "Bob's phone"))
    expect(page.locator(".open-on")).to_contain_text("Open on")
    expect(bob.locator(".open-on")).to_contain_text("Open on")
    click(bob.get_by_label("Copy the link: Bob's phone"))
    expect(bob.get_by_text("Copied")).to_be_visible()


def test_renewing_one_link_leaves_other_screens_open(page: Page, another_page: AnotherPage, friday: Night) -> None:
    phone, television = another_page(PHONE), another_page((1920, 1080))
    go_to(page, f"/n/{friday.key}/links")
    go_to(phone, address(page, "Ann's phone"))
    go_to(television, address(page, "Television"))
    shown = [
        (screen.locator("[data-at]"), screen.locator("[data-at]").get_attribute("data-at"))
        for screen in (phone, television)
    ]
    renew(page, "Bob's phone")
    for part, version in shown:
        expect(part).not_to_have_attribute("data-at", str(version))
    expect(trouble(phone)).to_be_hidden()
    expect(trouble(television)).to_be_hidden()


def test_the_start_page_shows_no_nights_to_a_players_phone(another_page: AnotherPage, friday: Night) -> None:
    phone = another_page(PHONE, guest=True)
    go_to(phone, f"/p/{seats(friday)[0].key}")
    expect(phone.get_by_role("region", name="Your seat")).to_be_visible()
    go_to(phone, "/")
    expect(phone.get_by_role("button", name="Ask the host")).to_be_visible()
    expect(phone.get_by_text("No nights on this device")).to_be_visible()
    expect(phone.locator(".night-link")).to_have_count(0)


@pytest.mark.own_device
def test_a_link_is_copied(page: Page, friday: Night) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    go_to(page, f"/n/{friday.key}/links")
    copy = page.get_by_label("Copy the link: Ann's phone")
    with paused_clock(page):
        copy.click()
        expect(copy).to_have_text("Copied")
        expect(page.get_by_role("status")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == address(page, "Ann's phone")
    page.clock.fast_forward(2500)
    expect(copy).to_have_text("Copy")


def test_a_link_is_copied_without_the_clipboard_api(page: Page, friday: Night) -> None:
    """Browsers have no clipboard API over plain http."""
    go_to(page, f"/n/{friday.key}/links")
    page.evaluate("() => { delete Navigator.prototype.clipboard; }")
    page.evaluate("() => { document.addEventListener('copy', () => { window.copied = String(getSelection()); }); }")
    copy = page.get_by_label("Copy the link: Ann's phone")
    with paused_clock(page):
        copy.click()
        expect(copy).to_have_text("Copied")
    assert page.evaluate("window.copied") == address(page, "Ann's phone")
    expect(copy).to_be_focused()


def test_large_codes_lead_from_player_to_player(page: Page, friday: Night) -> None:
    go_to(page, f"/n/{friday.key}/links")
    click(page.get_by_role("link", name="Show large: Ann's code"))
    heading = page.get_by_role("heading", level=1)
    for name in ("Bob", "Cy"):
        click(page.get_by_role("link", name=f"Next player: {name}"))
        expect(heading).to_have_text(name)
        expect(page.get_by_role("img", name=f"QR code: {name}'s phone")).to_be_visible()
    page.get_by_role("link", name="Previous player: Bob").press("Enter")
    settled(page)
    expect(heading).to_have_text("Bob")
    click(page.get_by_role("link", name="Television and phones"))
    expect(heading).to_have_text("Television and phones")


def test_links_can_be_renewed_but_not_copied_without_scripts(plain_page: Page, friday: Night) -> None:
    page = plain_page
    go_to(page, f"/n/{friday.key}/links")
    expect(page.get_by_text("Copy", exact=True).locator("visible=true")).to_have_count(0)
    shown = page.get_by_role("listitem", name="Bob").locator(".address")
    old = shown.inner_text()
    renew(page, "Bob's phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
    expect(page.locator(".address")).not_to_have_text(old)


def test_the_question_before_renewing_a_link_moves_nothing(page: Page, friday: Night) -> None:
    go_to(page, f"/n/{friday.key}/links")
    places = """() => [...document.querySelectorAll(".qr, summary, .address")]
        .map((el) => Math.round(el.getBoundingClientRect().y + scrollY))"""
    before = page.evaluate(places)
    click(page.get_by_label("Renew the link: Ann's phone"))
    expect(page.get_by_text("Ann's phone stays blank at every table until")).to_be_visible()
    assert page.evaluate(places) == before


def test_the_unfolded_links_page_and_large_codes_are_accessible(page: Page, deal: Deal, shots: Shots) -> None:
    names = (*NAMES[:7], "Bartholomew Featherstonehaugh")
    night = night_of(deal("five-card-stud", names))
    ann, *_, longest = seats(night)
    go_to(page, f"/n/{night.key}/links")
    click(page.get_by_label("Renew the link: Television"))
    click(page.locator("summary", has_text="Deal from another tablet"))
    assert axe(page) == []
    for size in SIZES:
        resize(page, size)
        assert in_both_themes(page) == []
        shots.take(page, f"links-open-{size[0]}.png")
    for seat in (ann, longest):
        go_to(page, f"/n/{night.key}/links/seat/{seat.id}")
        assert axe(page) == []
        for size in SIZES:
            resize(page, size)
            page.evaluate("scrollTo(0, 0)")
            assert page.get_by_role("img").evaluate(IN_SIGHT)
            assert page.get_by_role("link", name="Next player").evaluate(IN_SIGHT)
            assert in_both_themes(page) == []
            shots.take(page, f"link-{seat.id - ann.id}-{size[0]}.png")
