"""Extra and exposed cards and a deck that runs out, entered with a tap or two and undone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.playing import click, go_to, region
from tests.browser.stage import Deal
from tests.web.tables import NAMES


def test_an_extra_up_card_stays_after_a_tap_on_its_player(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    go_to(page, table.url)
    click(page.get_by_role("button", name="King of hearts", exact=True))
    click(page.get_by_role("button", name=NAMES[0], exact=True))
    expect(region(page, "Next")).to_contain_text(f"{NAMES[0]}: an extra card that stays")
    click(page.get_by_role("button", name="10 of clubs", exact=True))
    expect(region(page, NAMES[0]).get_by_role("img", name="10 of clubs")).to_be_visible()
    assert table.live.actions[-1] == "d dh p1 Tc !"
    click(page.get_by_role("button", name="Undo", exact=True))
    expect(region(page, NAMES[0]).get_by_role("img", name="10 of clubs")).to_have_count(0)


def test_an_exposed_down_card_is_turned_up_during_the_betting(page: Page, deal: Deal) -> None:
    table = deal("five-card-stud", NAMES[:3])
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    go_to(page, table.url)
    click(page.get_by_text("More", exact=True))
    click(page.get_by_role("button", name="Extra or exposed card", exact=True))
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    click(page.get_by_role("button", name="Seen", exact=True))
    click(page.get_by_role("button", name=NAMES[1], exact=True))
    click(page.get_by_role("button", name="Ace of spades", exact=True))
    expect(region(page, NAMES[1]).get_by_role("img", name="Ace of spades")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("to act")
    assert table.live.actions[-1] == "p2 up As !"


def test_declaring_the_deck_out_deals_one_common_card(page: Page, deal: Deal) -> None:
    table = deal("seven-card-stud", NAMES[:3])
    ups = "Kh Tc 2s", "Kd 9c 3s", "7h 8c 4s", "6h 5c Js"
    for number, cards in enumerate(ups):
        down = "" if number else "????"
        table.enter(*(f"d dh p{n} {down}{card}" for n, card in enumerate(cards.split(), start=1)))
        table.enter("p1 cc", "p2 cc", "p3 cc")
    go_to(page, table.url)
    click(page.get_by_text("More", exact=True))
    click(page.get_by_role("button", name="The deck is out", exact=True))
    expect(region(page, "Next")).to_contain_text("One common card for everyone")
    click(page.get_by_role("button", name="Undo", exact=True))
    expect(page.get_by_role("button", name="Dealt", exact=True)).to_be_visible()


def test_all_players_discard_in_one_tap(page: Page, deal: Deal) -> None:
    table = deal("crocodile", NAMES[:2])
    for number, cards in enumerate(("Kh Tc", "Kd 9c", "7h 8c", "6h 5c")):
        table.enter(*(f"d dh p{n} {'' if number else '????'}{card}" for n, card in enumerate(cards.split(), start=1)))
        table.enter("p1 cc", "p2 cc")
    go_to(page, table.url)
    click(page.get_by_role("button", name="All discard", exact=True))
    expect(region(page, "Next")).to_contain_text("1 down card to tap")
    assert table.live.actions[-2:] == ("p1 sd ??", "p2 sd ??")
