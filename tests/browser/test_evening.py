"""A whole evening, as people spend it: late, broke, hungry, gone before the end, and all of it settled at the close.

Seven sit down and an eighth comes late, each with 100 chips at ten cents. What every hand moves, in chips:

======================  ====  ====  ====  ====  ====  ====  ====  ====
.                        Ann   Bob    Cy   Dee   Eve   Fay   Gus   Hal
======================  ====  ====  ====  ====  ====  ====  ====  ====
1: Gus takes 21           −3    −1    −1    −1    −1    −1    +8     .
2: Eve takes 205          −1    −1  gone    −1  +105    −1    −1  −100
3: Gus takes 30           −1    −1     .    −1    −1   −13   +17  away
net                       −5    −3    −1    −3  +103   −15   +24  −100
in cents                 −50   −30   −10   −30 +1030  −150  +240 −1000
pizza, 27.00 by Bob        .  +1800     .     .  −900     .     .  −900
to get                   −50 +1770   −10   −30  +130  −150  +240 −1900
======================  ====  ====  ====  ====  ====  ====  ====  ====

Ann, Cy, Dee and Fay owe what Gus is to get, and Hal what Bob and Eve are: six payments, where eight people may need
seven. The third hand is entered without the bet of 10 by which Fay lost and Gus won 10 more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page, expect

from app.night import Night, current_hand, night_by_key, seats
from app.night.db import db
from tests.browser.devices import Shots
from tests.browser.playing import call, expect_stacks, region, tap
from tests.browser.stage import Stage
from tests.web.tables import NAMES, Table

Another = Callable[..., Page]

PHONE = (390, 844)
TELEVISION = (1920, 1080)
#: The players as they are dealt to; the last one deals. Cy goes home in the first hand, Hal sits out the third.
FIRST, SECOND, THIRD = (
    ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"),
    ("Ann", "Bob", "Dee", "Eve", "Fay", "Gus", "Hal"),
    ("Bob", "Dee", "Eve", "Fay", "Gus", "Ann"),
)
UP_CARDS = ("2c", "3d", "4h", "5s", "6c", "7d", "8h")
PAYMENTS = [
    "Ann → pays Gus €0.50",
    "Cy → pays Gus €0.10",
    "Dee → pays Gus €0.30",
    "Fay → pays Gus €1.50",
    "Hal → pays Bob €17.70",
    "Hal → pays Eve €1.30",
]


def night_of(key: str) -> Night:
    db.session.rollback()
    found = night_by_key(key)
    assert found is not None
    return found


def table_of(client: FlaskClient, key: str) -> Table:
    hand = current_hand(night_of(key))
    assert hand is not None
    return Table(client, key, hand.id)


def phone_of(key: str, name: str) -> str:
    return next(f"/p/{seat.key}" for seat in seats(night_of(key)) if seat.name == name)


def first_street(names: Sequence[str], high: str, card: str) -> tuple[str, ...]:
    """Everybody's down card and up-card; ``high`` has the highest, a ``card``, and opens."""
    up_cards = zip(names, UP_CARDS, strict=False)
    return tuple(f"d dh p{at} ??{card if name == high else own}" for at, (name, own) in enumerate(up_cards, 1))


def lines(names: Sequence[str], text: str) -> tuple[str, ...]:
    """What is entered, with the players by their names: ``Fay cc, Gus cc`` or ``deal Gus 9c``."""
    at = {name: f"p{place}" for place, name in enumerate(names, 1)}
    said = (line.split() for line in text.split(", "))
    return tuple(" ".join("d dh" if word == "deal" else at.get(word, word) for word in words) for words in said)


def begin(page: Page) -> str:
    """A night for money is begun with seven players, for ten cents a chip and no limit; return its key."""
    page.goto("/")
    page.locator("summary", has_text="Name it first").click()
    page.get_by_label("Played for").select_option("EUR")
    page.get_by_label("A chip is worth").fill("0.10")
    page.get_by_role("button", name="Start a night").click()
    for name in FIRST:
        page.get_by_label("Name", exact=True).fill(name)
        page.get_by_role("button", name="Add player").click()
        expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Gus deals").click()
    expect(page.get_by_role("button", name="Ann deals")).to_be_visible()
    page.locator("summary", has_text="Stakes").click()
    page.get_by_role("radio", name="No limit").check()
    page.get_by_role("link", name="Call a game").click()
    page.wait_for_url("**/call")
    return page.url.split("/")[-2]


def payments(page: Page) -> Locator:
    return page.get_by_role("region", name="Who pays whom").get_by_role("listitem")


def test_a_whole_evening_and_the_next(page: Page, stage: Stage, another_page: Another, shots: Shots) -> None:
    key = begin(page)
    television, bobs, cys, eves, hals = (another_page(size) for size in (TELEVISION, PHONE, PHONE, PHONE, PHONE))
    television.goto(f"/tv/{night_of(key).watch_key}")
    for phone, name in ((bobs, "Bob"), (cys, "Cy"), (eves, "Eve")):
        phone.goto(phone_of(key, name))

    come_and_go(page, stage, key, hals, bobs)
    expect(region(television, "Settlement")).to_contain_text("Push 21 to Gus€2.10")
    expect(television.get_by_text("From the next hand:")).to_contain_text("Hal joins")
    shots.take(page, "evening-settlement.png")
    tap(page, "Next hand")
    expect(cys.get_by_text("You have left the table")).to_be_visible()
    expect(hals.locator(".fact").filter(has_text="My chips")).to_contain_text("100")
    expect(bobs.locator(".fact").filter(has_text="My chips")).to_contain_text("159")

    lose_everything(page, stage, key)
    shots.take(page, "evening-out-of-chips.png")
    page.get_by_role("group", name="Hal is out of chips").get_by_role("button", name="Sit out").click()
    expect(page.get_by_text("Hal sits out")).to_be_visible()
    tap(page, "Next hand")
    expect(hals.get_by_text("You are sitting out")).to_be_visible()

    miss_a_bet(page, stage, key)
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Players and stakes").click()
    page.get_by_role("link", name="Count and settle up").click()
    share_the_pizza(page)
    count_and_correct(page, shots)
    page.get_by_role("button", name="Settle up").click()

    close(page, television, (bobs, cys, eves, hals), shots)
    the_same_again(page)


def come_and_go(page: Page, stage: Stage, key: str, hals: Page, bobs: Page) -> None:
    """Hal asks for a seat, Bob for 60 chips; Eve buys 100; Cy leaves in the middle of the hand that Gus wins."""
    call(page, "Five-Card Stud")
    table_of(stage.client, key).enter(*first_street(FIRST, "Gus", "Kh"))
    hals.goto(f"/j/{night_of(key).join_code}")
    hals.get_by_label("name").fill("Hal")
    hals.get_by_role("button", name="Ask for a seat").click()
    expect(hals.get_by_role("status")).to_have_text("The dealer is asked")
    page.get_by_role("button", name="Yes: Hal").click()
    bobs.get_by_text("Buy more or sit out").click()
    bobs.get_by_label("Chips to buy").fill("60")
    bobs.get_by_role("button", name="Buy more", exact=True).click()
    page.get_by_role("button", name="Yes: Bob").click()
    expect(region(bobs, "Your seat")).to_contain_text("From the next hand")

    page.locator("#more > summary").click()
    page.get_by_role("link", name="Players and stakes").click()
    page.get_by_role("button", name="Buy 100 for Eve").click()
    expect(page.get_by_role("button", name="Remove: Eve buys 100")).to_be_visible()
    page.get_by_role("link", name="More for Cy").click()
    page.locator("summary", has_text="Leave with 99").click()
    page.get_by_role("button", name="Fold when it is Cy’s turn").click()
    waiting = page.get_by_role("region", name="From the next hand").get_by_role("listitem")
    expect(waiting).to_contain_text(["Hal joins", "Bob buys 60", "Eve buys 100", "Cy leaves"])
    page.get_by_role("link", name="Back to the hand").click()
    tap(page, "Bet 2", "Call 2", "Fold")
    expect(region(page, "Cy").get_by_text("Folded")).to_be_visible()
    later = "Dee f, Eve f, Fay f, deal Ann 3c, deal Gus 5c, Gus cbr 10"
    table_of(stage.client, key).enter(*lines(FIRST, later))
    page.reload()
    tap(page, "Fold")
    expect_stacks(page, {"Ann": 97, "Bob": 99, "Cy": 99, "Gus": 108})


def lose_everything(page: Page, stage: Stage, key: str) -> None:
    """Hal is all in with an ace, and Eve's fives beat it."""
    call(page, "Five-Card Stud")
    bets = "Hal cbr 99, Ann f, Bob f, Dee f, Eve cc, Fay f, Gus f"
    cards = "deal Eve 5c, deal Hal 9c, deal Eve 8d, deal Hal Tc, deal Eve Qs, deal Hal Jc"
    shown = "Eve sm 2s5s5c8dQs, Hal sm"
    entered = (*first_street(SECOND, "Hal", "Ah"), *lines(SECOND, f"{bets}, {cards}, {shown}"))
    table_of(stage.client, key).enter(*entered)
    page.reload()
    expect(region(page, "Settlement")).to_contain_text("Push 205 to Eve€20.50")
    expect_stacks(page, {"Ann": 96, "Bob": 158, "Dee": 98, "Eve": 304, "Fay": 98, "Gus": 107, "Hal": 0})


def miss_a_bet(page: Page, stage: Stage, key: str) -> None:
    """Gus wins with sixes. That Fay bet 10 on third street and he called was never entered."""
    call(page, "Five-Card Stud")
    opening = "Fay cbr 2, Gus cc, Ann f, Bob f, Dee f, Eve f"
    checked = "deal Fay 8c, deal Gus 9c, Fay cc, Gus cc, deal Fay Td, deal Gus Jd, Fay cc, Gus cc"
    end = "deal Fay Qs, deal Gus 6h, Gus cc, Fay cc, Gus sm 2s6c9cJd6h, Fay sm"
    entered = (*first_street(THIRD, "Fay", "Kh"), *lines(THIRD, f"{opening}, {checked}, {end}"))
    table_of(stage.client, key).enter(*entered)
    page.reload()
    expect(region(page, "Settlement")).to_contain_text("Push 10 to Gus")
    expect_stacks(page, {"Ann": 95, "Bob": 157, "Dee": 97, "Eve": 303, "Fay": 95, "Gus": 114})


def share_the_pizza(page: Page) -> None:
    """Bob has paid 27.00, for himself, Eve and Hal."""
    page.locator("summary", has_text="Expense").click()
    form = page.locator("form").filter(has=page.get_by_role("button", name="Share it"))
    form.get_by_label("What", exact=True).fill("pizza")
    form.get_by_label("Who paid").select_option("Bob")
    form.get_by_label("Amount, EUR").fill("27")
    for name in NAMES:
        form.get_by_role("checkbox", name=name).set_checked(name in ("Bob", "Eve", "Hal"))
    form.get_by_role("button", name="Share it").click()
    expect(page.get_by_role("status")).to_contain_text("pizza")


def count_and_correct(page: Page, shots: Shots) -> None:
    """Fay has 10 fewer and Gus 10 more than Upcard has; the trace leads to the hand, where the bet is put in."""
    fay, gus = (page.get_by_role("listitem", name=name, exact=True) for name in ("Fay", "Gus"))
    expect(region(page, "Totals")).to_contain_text("In 960 €96.00 Out 960 €96.00")
    fay.get_by_role("textbox").first.fill("85")
    gus.get_by_role("textbox").first.fill("124")
    page.get_by_role("button", name="Check the count").click()
    expect(fay).to_contain_text("−10 fewer than Upcard has, €1.00")
    expect(gus).to_contain_text("+10 more than Upcard has, €1.00")
    shots.take(page, "evening-count.png")
    fay.get_by_role("link", name="Hand 3, Five-Card Stud −3").click()
    line = region(page, "Log").get_by_role("listitem").filter(has_text="Fay checks").last
    line.get_by_role("button", name="Correct", exact=True).click()
    page.get_by_label("Bet 2 to").fill("10")
    with page.expect_navigation():
        page.get_by_label("Bet 2 to").press("Enter")
    changes = region(page, "What changes")
    expect(changes).to_contain_text("10 back from Fay")
    expect(changes).to_contain_text("10 to Gus")
    page.get_by_role("button", name="Correct", exact=True).click()
    expect(region(page, "Settlement")).to_contain_text("Push 30 to Gus")
    page.goto(f"{page.url.partition('?')[0]}money")
    expect(fay.get_by_role("textbox").first).to_have_value("85")
    expect(gus.get_by_role("textbox").first).to_have_value("124")
    page.get_by_role("button", name="Check the count").click()
    expect(page.get_by_text("than Upcard has")).to_have_count(0)
    expect(region(page, "Totals")).to_contain_text("It adds up")


def close(page: Page, television: Page, phones: Sequence[Page], shots: Shots) -> None:
    """All see who has won and who pays whom; Hal pays Bob, and that is ticked off everywhere."""
    expect(page.get_by_role("heading", name="Tick off what is paid")).to_be_visible()
    for screen in (page, television, *phones):
        rows = region(screen, "Standings").get_by_role("row")
        expect(rows.filter(has_text="Eve")).to_contain_text(re.compile(r"200\s*303\s*\+103 €10\.30"))
        expect(rows.filter(has_text="Hal")).to_contain_text(re.compile(r"100\s*0\s*−100 −€10\.00"))
    for screen in (television, *phones):
        expect(payments(screen)).to_have_count(len(PAYMENTS))
        assert sorted(" ".join(text.split()) for text in payments(screen).all_inner_texts()) == PAYMENTS
    expect(region(television, "Hand of the night")).to_contain_text("205 €20.50")
    shots.take(page, "evening-closing.png", whole=True)
    page.get_by_role("button", name="Paid: Hal pays Bob €17.70").click()
    for screen in (television, *phones):
        ticked = payments(screen).filter(has_text="✓")
        expect(ticked).to_have_count(1)
        expect(ticked).to_contain_text("€17.70")
    shots.take(television, "evening-closing-television.png")
    shots.take(phones[0], "evening-closing-phone.png", whole=True)


def the_same_again(page: Page) -> None:
    """The next night, everybody sits where they sat, and what Gus and Eve have not been paid is still to be paid."""
    page.goto("/")
    expect(page.get_by_role("list", name="Who is coming").get_by_role("listitem")).to_contain_text(NAMES)
    page.get_by_role("button", name="Same as last time").click()
    page.wait_for_url("**/call")
    page.get_by_role("link", name="Back to the players").click()
    for name in NAMES:
        expect(page.get_by_role("listitem", name=name, exact=True).locator(".figure")).to_have_text("100")
    page.get_by_role("link", name="Count and settle up").click()
    carried = page.get_by_role("list", name="Open from earlier nights").get_by_role("listitem")
    expect(carried).to_have_count(len(PAYMENTS) - 1)
    expect(carried.filter(has_text="Hal owes Eve")).to_contain_text("€1.30")
    expect(carried.filter(has_text="Ann owes Gus")).to_contain_text("€0.50")
    page.get_by_role("button", name="Settle up").click()
    for words in (
        "Ann pays Gus €0.50",
        "Cy pays Gus €0.10",
        "Dee pays Gus €0.30",
        "Fay pays Gus €1.50",
        "Hal pays Eve €1.30",
    ):
        expect(page.get_by_role("button", name=f"Paid: {words}")).to_be_visible()
    expect(page.get_by_role("button", name="Paid:")).to_have_count(len(PAYMENTS) - 1)
