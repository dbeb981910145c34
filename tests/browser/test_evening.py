"""A whole evening, as people spend it: late, broke, hungry, gone before the end, and all of it settled at the close."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.night import Night, night_by_key, play_for, seats
from app.night.db import db
from tests.browser.devices import Shots
from tests.browser.playing import go_to, region, tap
from tests.browser.stage import Stage, evening, phone_of, television_of
from tests.web.tables import Table

PHONE = (390, 844)
TELEVISION = (1920, 1080)
CHIPS = [{"colour": "red", "value": 5, "count": 100}, {"colour": "white", "value": 1, "count": 200}]

#: Five-card stud to its end, seven players: Ann, who deals, bets, and everybody folds.
FIRST_STREET = tuple(
    f"d dh p{seat + 1} ??{card}" for seat, card in enumerate(("2c", "3d", "4h", "5s", "6c", "7d", "Kh"))
)


def night_of(table: Table) -> Night:
    db.session.rollback()
    found = night_by_key(table.key)
    assert found is not None
    return found


def stack(table: Table, name: str) -> int | None:
    return next(seat.stack for seat in seats(night_of(table), with_left=True) if seat.name == name)


def test_a_whole_evening(page: Page, stage: Stage, another_page: Callable[..., Page], shots: Shots) -> None:
    table = stage.table("five-card-stud", players=7)
    play_for(night_of(table), "EUR", 10, CHIPS)
    television, phone, late = another_page(TELEVISION), another_page(PHONE), another_page(PHONE)
    bob = table.live.hand.setup.names[1]
    television.goto(television_of(table))
    go_to(phone, phone_of(table, bob))
    table.enter(*FIRST_STREET)
    page.goto(table.url)

    # One comes late, by the code of the table; the dealer says yes from the hand.
    late.goto(f"/j/{evening(table).join_code}")
    late.get_by_label("name").fill("Zoe")
    late.get_by_role("button", name="Ask for a seat").click()
    expect(late.get_by_role("status")).to_have_text("The dealer is asked")
    page.get_by_role("button", name="Yes").click()

    # One asks for more chips by phone.
    phone.get_by_text("Buy more or sit out").click()
    phone.get_by_label("Chips to buy").fill("60")
    phone.get_by_role("button", name="Buy more", exact=True).click()
    page.reload()
    page.get_by_role("button", name="Yes").click()
    expect(region(page, "Next")).to_be_visible()

    # The hand goes on, and what was asked for is done when it is put away.
    for line in ("p7 cbr 2", *(f"p{seat} f" for seat in range(1, 7))):
        table.enter(line)
    page.reload()
    expect(region(page, "Settlement")).to_contain_text("Push 9 to")
    shots.take(page, "evening-settlement.png")
    tap(page, "Next hand")
    expect(late.locator(".headline")).to_contain_text("next", timeout=10_000)
    assert stack(table, bob) == 100 - 1 + 60
    assert stack(table, "Zoe") == 100

    # Everything is counted and settled, in what a chip is worth since that hand.
    page.goto(f"/n/{table.key}/money")
    expect(page.get_by_text("€10.00").first).to_be_visible()
    shots.take(page, "evening-count.png")
    page.get_by_role("button", name="Settle up").click()
    expect(page.get_by_role("heading", name="Tick off what is paid")).to_be_visible()
    expect(region(television, "Who pays whom")).to_be_visible()
    expect(late.get_by_text("The night is over")).to_be_visible(timeout=10_000)
    shots.take(page, "evening-closing.png")
    shots.take(television, "evening-closing-television.png")
    shots.take(late, "evening-closing-phone.png")

    # The next night is one tap away, with the same people.
    page.goto("/")
    page.get_by_role("button", name="Same as last time").click()
    page.wait_for_url("**/call")
    expect(page.get_by_role("heading", name="Call a game")).to_be_visible()
