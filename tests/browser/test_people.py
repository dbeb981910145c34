"""Latecomers and former players: few taps to a seat and to chips."""

from playwright.sync_api import Page, expect

from tests.browser.devices import PHONE, TELEVISION, Shots
from tests.browser.playing import check, click, go_to, region
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Stage


def test_a_latecomer_scans_the_code_gets_a_seat_and_buys_chips_by_phone(
    page: Page, another_page: AnotherPage, stage: Stage, shots: Shots
) -> None:
    go_to(page, f"{stage.night(2)}/night")
    click(page.get_by_role("link", name="Television and phones"))
    code = page.locator("section").filter(has=page.get_by_role("heading", name="A seat at the table"))
    address = code.locator("[data-copy]").get_attribute("data-copy")
    television = page.locator("section").filter(has=page.get_by_role("heading", name="Television", exact=True))
    screen = another_page(TELEVISION)
    go_to(screen, f"/tv/{(television.locator('[data-copy]').get_attribute('data-copy') or '').rpartition('/')[2]}")
    assert address is not None
    shown = screen.get_by_role("complementary", name="Take a seat")
    expect(shown).to_contain_text(address.rpartition("/")[2])
    shots.take(screen, "take-a-seat.png")

    phone = another_page(PHONE)
    go_to(phone, f"/j/{address.rpartition('/')[2].upper()}")
    phone.get_by_label("name").fill("Gus")
    shots.take(phone, "join.png")
    click(phone.get_by_role("button", name="Ask for a seat"))
    expect(phone.get_by_role("status")).to_have_text("The dealer has been asked")
    click(page.get_by_role("link", name="Back to"))
    click(page.get_by_role("button", name="Yes"))
    expect(page.get_by_role("listitem", name="Gus", exact=True)).to_be_visible()
    expect(phone.locator(".headline")).to_contain_text("deals next")

    settled(phone)
    click(phone.get_by_text("Buy more or sit out"))
    phone.get_by_label("Chips to buy").fill("60")
    click(phone.get_by_role("button", name="Buy more", exact=True))
    expect(phone.get_by_role("button", name="Never mind: Buy 60 more")).to_be_visible()
    page.reload()
    settled(page)
    click(page.get_by_role("button", name="Yes"))
    expect(phone.locator(".fact").filter(has_text="My chips")).to_contain_text("160")
    expect(region(phone, "Your seat")).not_to_contain_text("Buy 60 more")
    shots.take(phone, "phone-between-hands.png")


def test_a_former_player_is_found_by_three_letters(page: Page, another_page: AnotherPage, stage: Stage) -> None:
    stage.new_night(2, ("Annabel", "Joanna Anning"))
    stage.new_night(2, ("Cy", "Di"))
    night = stage.new_night(2)
    go_to(page, f"/n/{night.key}/night")
    phone = another_page(PHONE)
    go_to(phone, f"/j/{night.join_code}")
    found = phone.get_by_role("group", name="Is this you?").get_by_role("radio")
    expect(phone.get_by_role("radio")).to_have_count(2)
    phone.get_by_label("name").press_sequentially("ann")
    expect(found).to_have_count(2)
    phone.get_by_label("name").press_sequentially("a")
    expect(found).to_have_count(1)
    check(found)
    click(phone.get_by_role("button", name="Ask for a seat"))
    expect(phone.get_by_text("Annabel with 100")).to_be_visible()
