"""The close of a night for money: settled in a few taps, with wrong counts traced to their hands."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from app.games.house import Stakes
from app.night.log.replay import LiveHand
from app.night.people.seats import seats
from app.night.play.call import call_game, next_hand
from tests.browser.devices import Shots
from tests.browser.playing import click, expect_stacks, go_to, region
from tests.browser.scenes import pay_for_pizza, split_pot
from tests.browser.stage import AnotherPage, Deal, Stage, night_of, television_of
from tests.entering import enter
from tests.web.tables import NAMES


def test_a_night_of_eight_is_closed_in_three_taps_copied_and_follows_payments_marked_elsewhere(
    page: Page, stage: Stage, another_page: AnotherPage
) -> None:
    table = stage.table("chicago", split_pot)
    pay_for_pizza(night_of(table))
    assert next_hand(night_of(table)) is None
    television = another_page((1920, 1080))
    go_to(television, television_of(table))
    go_to(page, f"/n/{table.key}/night")
    click(page.get_by_role("link", name="Count and settle up"))
    expect(region(page, "Totals")).to_contain_text("It adds up")
    if page.get_by_role("button", name="Split the pot").is_visible():
        click(page.get_by_role("button", name="Split the pot"))
    settle_up = page.get_by_role("button", name="Settle up")
    expect(settle_up).to_be_in_viewport(ratio=1)
    click(settle_up)
    expect(page.get_by_role("heading", name="Mark what has been paid")).to_be_visible()
    expect(page.get_by_role("button", name="Paid:").first).to_be_in_viewport(ratio=1)
    expect(region(television, "Who pays whom")).to_be_visible()
    other = another_page()
    go_to(other, f"/n/{table.key}/money")
    for screen, pressed in ((other, "true"), (page, "false")):
        click(screen.get_by_role("button", name="Paid:").first)
        for shown in (page, other):
            expect(shown.get_by_role("button", name="Paid:").first).to_have_attribute("aria-pressed", pressed)
    click(page.get_by_role("button", name="Copy"))
    expect(page.get_by_role("button", name="Copy")).to_be_focused()
    expect(page.locator("#sent")).not_to_be_empty()
    with other.expect_download() as saved:  # the script works on after the page has been replaced
        click(other.get_by_role("link", name="Picture to send"))
    assert saved.value.suggested_filename == "night.png"


def test_ledger_figures_are_aligned_with_their_headers(page: Page, stage: Stage) -> None:
    table = stage.table("chicago", split_pot)
    pay_for_pizza(night_of(table))
    go_to(page, f"/n/{table.key}/money")
    click(page.locator("summary", has_text="Ledger"))
    lines = (
        region(page, "Ledger")
        .locator("tr")
        .evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => Math.round(cell.getBoundingClientRect().left)))"
        )
    )
    assert len(lines) > 1
    assert len(lines[0]) == 7
    assert all(line == lines[0] for line in lines)


#: The dealer has the king. All check on the first street, and fold to the dealer's bet on the second.
FIRST_STREET = ("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cc", "p1 cc", "p2 cc")
SECOND_STREET = ("d dh p1 2c", "d dh p2 2d", "d dh p3 2h", "p3 cbr 2", "p1 f", "p2 f")


def test_correcting_a_bet_missed_three_hands_ago_makes_the_count_agree(
    page: Page, deal: Deal, another_page: AnotherPage, shots: Shots
) -> None:
    """On the first street of the first hand, Cy bet 2 and Ann and Bob called, but the dealer entered three checks."""
    table = deal("five-card-stud", NAMES[:3], Stakes(ante=1, small=2, big=4))
    table.enter(*FIRST_STREET, *SECOND_STREET)
    for _ in range(2):
        assert next_hand(night_of(table)) is None
        live = call_game(night_of(table), "five-card-stud")
        assert isinstance(live, LiveHand)
        for line in (*FIRST_STREET, *SECOND_STREET):
            enter(live.hand.id, [line])
    assert next_hand(night_of(table)) is None
    counted = {"Ann": 98, "Bob": 98, "Cy": 104}
    assert {seat.name: seat.stack for seat in seats(night_of(table))} == {"Ann": 100, "Bob": 100, "Cy": 100}
    television = another_page((1920, 1080))
    go_to(television, television_of(table))
    expect_stacks(television, dict.fromkeys(counted, 100))
    go_to(page, f"/n/{table.key}/money")
    for name, chips in counted.items():
        page.get_by_role("listitem", name=name, exact=True).get_by_role("textbox").first.fill(str(chips))
    click(page.get_by_role("button", name="Check the count"))
    cy = page.get_by_role("listitem", name="Cy", exact=True)
    expect(cy).to_contain_text("4 more than Upcard has")
    click(cy.get_by_role("link", name="Hand 1"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 1: Five-Card Stud")
    shots.take(page, "hand-page.png")
    line = region(page, "Log").get_by_role("listitem").filter(has_text="Cy checks")
    click(line.get_by_role("link", name="Correct Cy checks"))
    click(page.get_by_role("button", name="Bet 2", exact=True))
    for words in ("2 back from Ann", "2 back from Bob", "4 to Cy"):
        expect(region(page, "What changes")).to_contain_text(words)
    shots.take(page, "hand-corrected.png")
    click(page.get_by_role("button", name="Correct", exact=True))
    expect(page.get_by_text("Hand 1 is corrected")).to_be_visible()
    expect_stacks(television, counted)
    click(page.get_by_role("link", name="Chips and money"))
    for name in counted:
        expect(page.get_by_role("listitem", name=name, exact=True)).to_contain_text(f"Upcard has {counted[name]}")
    click(page.get_by_role("button", name="Check the count"))
    expect(page.get_by_role("status").filter(has_text="3 stacks counted, all as Upcard has them")).to_be_visible()
