"""A whole evening: a latecomer, a broke player, a pizza, an early departure, a missed bet and the close.

Seven players sit down and an eighth comes late, each with 100 chips at ten cents. The results in chips:

======================  ====  ====  ====  ====  ====  ====  ====  ====
.                        Ada   Ben    Bo   Dov   Eli   Fin   Gia   Hob
======================  ====  ====  ====  ====  ====  ====  ====  ====
1: Gia takes 21           −3    −1    −1    −1    −1    −1    +8     .
2: Eli takes 205          −1    −1  gone    −1  +105    −1    −1  −100
3: Gia takes 30           −1    −1     .    −1    −1   −13   +17  away
net                       −5    −3    −1    −3  +103   −15   +24  −100
in cents                 −50   −30   −10   −30 +1030  −150  +240 −1000
pizza, 27.00 by Ben        .  +1800     .     .  −900     .     .  −900
to get                   −50 +1770   −10   −30  +130  −150  +240 −1900
======================  ====  ====  ====  ====  ====  ====  ====  ====

Ada, Bo, Dov and Fin owe Gia, and Hob owes Ben and Eli: six payments, where eight people could need seven. The third
hand is first entered without a bet of 10 by Fin, called by Gia.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from app.night.people.seats import seats
from tests.browser.devices import PHONE, TELEVISION, Shots
from tests.browser.playing import call, check, click, expect_stacks, go_to, region, tap
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Stage, night_with_key

#: Players of no other test: their phones would follow them to its nights.
NAMES = ("Ada", "Ben", "Bo", "Dov", "Eli", "Fin", "Gia", "Hob")
#: The players in dealing order; the last one deals. Bo goes home during the first hand, Hob sits out the third.
FIRST, SECOND, THIRD = (
    ("Ada", "Ben", "Bo", "Dov", "Eli", "Fin", "Gia"),
    ("Ada", "Ben", "Dov", "Eli", "Fin", "Gia", "Hob"),
    ("Ben", "Dov", "Eli", "Fin", "Gia", "Ada"),
)
UP_CARDS = ("2c", "3d", "4h", "5s", "6c", "7d", "8h")
PAYMENTS = [
    "Ada → pays Gia €0.50",
    "Bo → pays Gia €0.10",
    "Dov → pays Gia €0.30",
    "Fin → pays Gia €1.50",
    "Hob → pays Ben €17.70",
    "Hob → pays Eli €1.30",
]


def first_street(names: Sequence[str], high: str, card: str) -> tuple[str, ...]:
    """Return the lines of the first street: a down card and an up-card each. ``high`` gets ``card`` and opens."""
    up_cards = zip(names, UP_CARDS, strict=False)
    return tuple(f"d dh p{at} ??{card if name == high else own}" for at, (name, own) in enumerate(up_cards, 1))


def lines(names: Sequence[str], text: str) -> tuple[str, ...]:
    """Return lines from a text that names the players: ``Fin cc, Gia cc`` or ``deal Gia 9c``."""
    at = {name: f"p{place}" for place, name in enumerate(names, 1)}
    actions = (action.split() for action in text.split(", "))
    return tuple(" ".join("d dh" if word == "deal" else at.get(word, word) for word in words) for words in actions)


def begin(page: Page) -> str:
    """Start a night for money with seven players, at ten cents a chip and no limit; return its key."""
    go_to(page, "/")
    click(page.locator("summary", has_text="Name the night"))
    page.get_by_label("Played for").select_option("EUR")
    settled(page)
    page.get_by_label("A chip is worth").fill("0.10")
    click(page.get_by_role("button", name="Start a night"))
    for names in (FIRST[:1], FIRST[1:]):
        page.get_by_label("Name", exact=True).fill(", ".join(names))
        page.get_by_label("Buy-in", exact=True).fill("100")
        click(page.get_by_role("button", name="Add player"))
        for name in names:
            expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()
    click(page.get_by_role("button", name="Gia deals"))
    expect(page.get_by_role("button", name="Ada deals")).to_be_visible()
    click(page.get_by_role("link", name="Settings"))
    click(page.locator("summary", has_text="Stakes"))
    check(page.get_by_role("radio", name="No limit"))
    click(page.get_by_role("link", name="Call a game"))
    page.wait_for_url("**/call")
    return page.url.split("/")[-2]


def payments(page: Page) -> Locator:
    return page.get_by_role("region", name="Who pays whom").get_by_role("listitem")


def test_an_evening_is_played_settled_up_and_repeated(
    page: Page, stage: Stage, another_page: AnotherPage, shots: Shots
) -> None:
    key = begin(page)
    television, bens, bos, hobs = (another_page(size) for size in (TELEVISION, PHONE, PHONE, PHONE))
    night = night_with_key(key)
    paths = {seat.name: f"/p/{seat.key}" for seat in seats(night)}
    go_to(television, f"/tv/{night.watch_key}")
    for phone, name in ((bens, "Ben"), (bos, "Bo")):
        go_to(phone, paths[name])

    come_and_go(page, stage, key, hobs, bens)
    expect(region(television, "Settlement")).to_contain_text("Gia wins 21 €2.10")
    expect(television.get_by_text("From the next hand:")).to_contain_text("Hob joins")
    shots.take(page, "evening-settlement.png")
    tap(page, "Next hand")
    expect(bos.get_by_text("You have left the table")).to_be_visible()
    expect(hobs.locator(".fact").filter(has_text="My chips")).to_contain_text("100")
    expect(bens.locator(".fact").filter(has_text="My chips")).to_contain_text("159")

    lose_everything(page, stage, key)
    shots.take(page, "evening-out-of-chips.png")
    click(page.get_by_role("group", name="Hob is out of chips").get_by_role("button", name="Sit out"))
    expect(page.get_by_text("Hob sits out")).to_be_visible()
    tap(page, "Next hand")
    expect(hobs.get_by_text("You are sitting out")).to_be_visible()

    miss_a_bet(page, stage, key)
    tap(page, "Next hand")
    click(page.get_by_role("link", name="Back to the players"))
    click(page.get_by_role("link", name="Count and settle up"))
    share_the_pizza(page)
    count_and_correct(page, shots)
    click(page.get_by_role("button", name="Settle up"))

    close(page, television, (bens, bos, hobs), shots)
    begin_the_next_night(page)


def come_and_go(page: Page, stage: Stage, key: str, hobs: Page, bens: Page) -> None:
    """Play a hand that Gia wins: Hob asks for a seat and Ben for 60 chips, Eli buys 100, and Bo leaves."""
    call(page, "Five-Card Stud")
    stage.current_table(key).enter(*first_street(FIRST, "Gia", "Kh"))
    go_to(hobs, f"/j/{night_with_key(key).join_code}")
    hobs.get_by_label("name").fill("Hob")
    click(hobs.get_by_role("button", name="Ask for a seat"))
    expect(hobs.get_by_role("status")).to_have_text("The dealer has been asked")
    click(page.get_by_role("button", name="Yes: Hob"))
    click(bens.get_by_text("Buy more or sit out"))
    bens.get_by_label("Chips to buy").fill("60")
    click(bens.get_by_role("button", name="Buy more", exact=True))
    click(page.get_by_role("button", name="Yes: Ben"))
    expect(region(bens, "Your seat")).to_contain_text("From the next hand")

    click(page.locator("#more > summary"))
    click(page.get_by_role("link", name="Players and stakes"))
    click(page.get_by_role("button", name="Buy 100 for Eli"))
    expect(page.get_by_role("button", name="Remove: Eli buys 100")).to_be_visible()
    click(page.get_by_role("link", name="More for Bo"))
    click(page.locator("summary", has_text="Leave with 99"))
    click(page.get_by_role("button", name="Fold when it is Bo's turn"))
    waiting = page.get_by_role("region", name="From the next hand").get_by_role("listitem")
    expect(waiting).to_contain_text(["Hob joins", "Ben buys 60", "Eli buys 100", "Bo leaves"])
    click(page.get_by_role("link", name="Back to the hand"))
    tap(page, "Bet 2", "Call 2", "Fold")
    expect(region(page, "Bo").get_by_text("Folded")).to_be_visible()
    later = "Dov f, Eli f, Fin f, deal Ada 3c, deal Gia 5c, Gia cbr 10"
    stage.current_table(key).enter(*lines(FIRST, later))
    page.reload()
    settled(page)
    tap(page, "Fold")
    expect_stacks(page, {"Ada": 97, "Ben": 99, "Bo": 99, "Gia": 108})


def lose_everything(page: Page, stage: Stage, key: str) -> None:
    """Play a hand in which Hob is all in with an ace and loses to Eli's fives."""
    call(page, "Five-Card Stud")
    bets = "Hob cbr 99, Ada f, Ben f, Dov f, Eli cc, Fin f, Gia f"
    cards = "deal Eli 5c, deal Hob 9c, deal Eli 8d, deal Hob Tc, deal Eli Qs, deal Hob Jc"
    shown = "Eli sm 2s5s5c8dQs, Hob sm"
    entered = (*first_street(SECOND, "Hob", "Ah"), *lines(SECOND, f"{bets}, {cards}, {shown}"))
    stage.current_table(key).enter(*entered)
    page.reload()
    settled(page)
    expect(region(page, "Settlement")).to_contain_text("Push 205 to Eli€20.50")
    expect_stacks(page, {"Ada": 96, "Ben": 158, "Dov": 98, "Eli": 304, "Fin": 98, "Gia": 107, "Hob": 0})


def miss_a_bet(page: Page, stage: Stage, key: str) -> None:
    """Play a hand that Gia wins with sixes, without entering Fin's bet of 10 on third street and Gia's call."""
    call(page, "Five-Card Stud")
    opening = "Fin cbr 2, Gia cc, Ada f, Ben f, Dov f, Eli f"
    checked = "deal Fin 8c, deal Gia 9c, Fin cc, Gia cc, deal Fin Td, deal Gia Jd, Fin cc, Gia cc"
    end = "deal Fin Qs, deal Gia 6h, Gia cc, Fin cc, Gia sm 2s6c9cJd6h, Fin sm"
    entered = (*first_street(THIRD, "Fin", "Kh"), *lines(THIRD, f"{opening}, {checked}, {end}"))
    stage.current_table(key).enter(*entered)
    page.reload()
    settled(page)
    expect(region(page, "Settlement")).to_contain_text("Push 10 to Gia")
    expect_stacks(page, {"Ada": 95, "Ben": 157, "Dov": 97, "Eli": 303, "Fin": 95, "Gia": 114})


def share_the_pizza(page: Page) -> None:
    """Enter that Ben paid 27.00 for himself, Eli and Hob."""
    click(page.locator("summary", has_text="Expense"))
    form = page.locator("form").filter(has=page.get_by_role("button", name="Share it"))
    form.get_by_label("What", exact=True).fill("pizza")
    form.get_by_role("radio", name="Ben").check()
    form.get_by_label("Amount, EUR").fill("27")
    for name in NAMES:
        form.get_by_role("checkbox", name=name).set_checked(name in ("Ben", "Eli", "Hob"))
    click(form.get_by_role("button", name="Share it"))
    expect(page.get_by_role("status")).to_contain_text("pizza")


def count_and_correct(page: Page, shots: Shots) -> None:
    """Count Fin 10 short and Gia 10 over, trace the difference to the hand, and correct it."""
    fin, gia = (page.get_by_role("listitem", name=name, exact=True) for name in ("Fin", "Gia"))
    expect(region(page, "Totals")).to_contain_text("In 960 €96.00 Out 960 €96.00")
    fin.get_by_role("textbox").first.fill("85")
    gia.get_by_role("textbox").first.fill("124")
    click(page.get_by_role("button", name="Check the count"))
    expect(fin).to_contain_text("10 fewer than Upcard has, €1.00")
    expect(gia).to_contain_text("10 more than Upcard has, €1.00")
    shots.take(page, "evening-count.png")
    click(fin.get_by_role("link", name="Hand 3, Five-Card Stud −3"))
    line = region(page, "Log").get_by_role("listitem").filter(has_text="Fin checks").first
    click(line.get_by_role("link", name="Correct Fin checks"))
    page.get_by_label("Bet 2 to").fill("10")
    page.get_by_label("Bet 2 to").press("Enter")
    settled(page)
    changes = region(page, "What changes")
    expect(changes).to_contain_text("10 from Fin to Gia")
    click(page.get_by_role("button", name="Correct", exact=True))
    expect(region(page, "Settlement")).to_contain_text("30 to Gia")
    click(page.get_by_role("link", name="Chips and money"))
    expect(fin.get_by_role("textbox").first).to_have_value("85")
    expect(gia.get_by_role("textbox").first).to_have_value("124")
    click(page.get_by_role("button", name="Check the count"))
    expect(page.get_by_text("than Upcard has")).to_have_count(0)
    expect(region(page, "Totals")).to_contain_text("It adds up")


def close(page: Page, television: Page, phones: Sequence[Page], shots: Shots) -> None:
    """Check that every screen shows the standings and payments, and that Hob's payment is ticked off on all of them."""
    expect(page.get_by_role("heading", name="Mark what has been paid")).to_be_visible()
    for screen in (page, television, *phones):
        rows = region(screen, "Standings").get_by_role("row")
        expect(rows.filter(has_text="Eli")).to_contain_text(re.compile(r"200\s*303\s*\+103 €10\.30"))
        expect(rows.filter(has_text="Hob")).to_contain_text(re.compile(r"100\s*0\s*−100 −€10\.00"))
    for screen in (television, *phones):
        expect(payments(screen)).to_have_count(len(PAYMENTS))
        assert sorted(" ".join(text.split()) for text in payments(screen).all_inner_texts()) == PAYMENTS
    expect(region(television, "Hand of the night")).to_contain_text("€")
    shots.take(page, "evening-closing.png", whole=True)
    click(page.get_by_role("button", name="Paid: Hob pays Ben €17.70"))
    for screen in (television, *phones):
        ticked = payments(screen).filter(has_text="✓")
        expect(ticked).to_have_count(1)
        expect(ticked).to_contain_text("€17.70")
    shots.take(television, "evening-closing-television.png")
    shots.take(phones[0], "evening-closing-phone.png", whole=True)


def begin_the_next_night(page: Page) -> None:
    """Begin another night with the same players, which carries over the open payments to Gia and Eli."""
    go_to(page, "/")
    expect(page.get_by_role("list", name="Who is coming").get_by_role("listitem")).to_contain_text(NAMES)
    click(page.get_by_role("button", name="Same as last time"))
    page.wait_for_url("**/call")
    click(page.get_by_role("link", name="Back to the players"))
    for name in NAMES:
        expect(page.get_by_role("listitem", name=name, exact=True).locator(".figure")).to_have_text("100")
    click(page.get_by_role("link", name="Count and settle up"))
    carried = page.get_by_role("list", name="Unpaid from earlier nights").get_by_role("listitem")
    expect(carried).to_have_count(len(PAYMENTS) - 1)
    expect(carried.filter(has_text="Hob → pays Eli")).to_contain_text("€1.30")
    expect(carried.filter(has_text="Ada → pays Gia")).to_contain_text("€0.50")
    click(page.get_by_role("button", name="Settle up"))
    for words in (
        "Ada pays Gia €0.50",
        "Bo pays Gia €0.10",
        "Dov pays Gia €0.30",
        "Fin pays Gia €1.50",
        "Hob pays Eli €1.30",
    ):
        expect(page.get_by_role("button", name=f"Paid: {words}")).to_be_visible()
    expect(page.get_by_role("button", name="Paid:")).to_have_count(len(PAYMENTS) - 1)
