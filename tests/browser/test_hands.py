"""Hands tapped to the settlement, and to the next deal."""

import pytest
from playwright.sync_api import Page, expect

from app.games.house import DEFAULT_STAKES
from tests.browser.devices import LANDSCAPE, PORTRAIT, Shots
from tests.browser.playing import (
    announced,
    answer_for,
    call,
    card,
    click,
    deal_in,
    double_click,
    expect_pot,
    expect_stacks,
    go_to,
    log_lines,
    refresh,
    region,
    resize,
    show,
    tap,
)
from tests.browser.settling import settled
from tests.browser.stage import Deal


def bet_and_calls(seat: int, chips: int) -> list[str]:
    """Return a bet, and calls by the two other players."""
    return [f"p{seat} cbr {chips}", *(f"p{(seat + after) % 3 + 1} cc" for after in (0, 1))]


def checks_from(seat: int) -> list[str]:
    """Return checks by all three players, starting with this one."""
    return [f"p{(seat - 1 + after) % 3 + 1} cc" for after in range(3)]


@pytest.mark.parametrize("way", ["landscape", pytest.param("portrait", marks=pytest.mark.long)])
def test_woolworth_loses_its_wild_cards_at_the_second_five_or_ten(
    page: Page, deal: Deal, way: str, shots: Shots
) -> None:
    resize(page, LANDSCAPE if way == "landscape" else PORTRAIT)
    page.emulate_media(color_scheme="dark" if way == "landscape" else "light")

    # Ann deals to Bob, Cy and Dee. Antes: 4. Cy's wild five plays as an ace, over Dee's king: 4 + 4 x 3 = 16.
    table = deal("woolworth", ("Bob", "Cy", "Dee", "Ann"), stakes=DEFAULT_STAKES)
    table.enter("d dh p1 ????9c", "d dh p2 ????5h", "d dh p3 ????Kd", "d dh p4 ????2s")
    table.enter("p2 cbr 2", "p3 cbr 4", "p4 f")
    go_to(page, table.url)
    expect(region(page, "Wild cards")).to_contain_text("5s and 10s are wild")
    expect(region(page, "Ann").get_by_role("img", name="Dealer")).to_be_visible()
    expect(card(page, "Cy", "5 of hearts, wild")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Bob to act: 4 to call")
    shots.take(page, f"woolworth-bets-{way}.png")
    tap(page, "Call 4", "Call 2")
    expect(region(page, "Ann")).to_contain_text("Folded")
    expect_pot(page, 16)

    tap(page, "9 of diamonds", "3 of clubs", "10 of spades")
    expect(region(page, "Wild cards")).to_contain_text("Nothing wild")
    expect(announced(page)).to_contain_text("are dead")
    expect(announced(page)).to_contain_text("a second one is showing")
    expect(card(page, "Cy", "5 of hearts")).to_be_visible()
    shots.take(page, f"woolworth-reversal-{way}.png")

    # Bob's nines open; 16 + 3 x 2 = 22. Dee's kings open; 22 + 2 x 4 = 30. Checked around. Then 30 + 2 x 4 = 38.
    expect(region(page, "Bob")).to_contain_text("pair of nines")
    tap(page, "Bet 2", "Call 2", "Call 2")
    tap(page, "4 of hearts", "5 of diamonds", "King of spades", "Bet 4", "Call 4", "Fold")
    expect_pot(page, 30)
    tap(page, "7 of hearts", "Queen of clubs", "Check", "Check", "Dealt", "Check", "Bet 4", "Call 4")
    expect_pot(page, 38)

    # If tens were wild, Dee would have three kings and a queen; now she has kings and tens, and three nines win.
    expect(region(page, "Next")).to_contain_text("Bob: 3 down cards to tap")
    tap(page, "9 of hearts", "Jack of clubs")
    expect(region(page, "Next")).to_contain_text("Bob: 1 down card to tap")
    shots.take(page, f"woolworth-showdown-{way}.png")
    tap(page, "2 of diamonds")
    expect(region(page, "Bob")).to_contain_text("three nines")
    tap(page, "Ace of hearts", "10 of clubs", "6 of clubs")
    expect(region(page, "Settlement")).to_contain_text("Push 38 to Bob")
    shots.take(page, f"woolworth-settled-{way}.png")
    # Bob 100 - (1 + 4 + 2 + 4 + 4) + 38; Cy 100 - (1 + 4 + 2); Dee as Bob but without the pot; Ann her ante.
    expect_stacks(page, {"Bob": 123, "Cy": 93, "Dee": 85, "Ann": 99})

    tap(page, "Next hand")
    page.wait_for_url("**/call")
    shots.take(page, f"woolworth-next-{way}.png")
    call(page, "Woolworth")
    expect(region(page, "Bob").get_by_role("img", name="Dealer")).to_be_visible()
    expect(region(page, "Next")).to_contain_text("Cy")
    expect_stacks(page, {"Bob": 122, "Cy": 92, "Dee": 84, "Ann": 98})


def test_chicago_is_declared_together_and_split_with_an_odd_chip(page: Page, shots: Shots, deal: Deal) -> None:
    # Ann deals to Bob, Cy and herself. Antes 3; 3 x 2 on third street, nothing until 3 x 4 on sixth: 21.
    table = deal("chicago", ("Bob", "Cy", "Ann"), stakes=DEFAULT_STAKES)
    table.enter("d dh p1 ????Ac", "d dh p2 ????8s", "d dh p3 ????Kh", *bet_and_calls(1, 2))
    table.enter("d dh p1 9d", "d dh p2 8d", "d dh p3 3c", *checks_from(2))
    table.enter("d dh p1 Qs", "d dh p2 6h", "d dh p3 Jd", *checks_from(2))
    table.enter("d dh p1 5d", "d dh p2 2c", "d dh p3 7h", "p2 cc", "p3 cc", *bet_and_calls(1, 4))
    go_to(page, table.url)
    tap(page, "Dealt", "Check", "Check", "Check")
    expect_pot(page, 21)

    for player in ("Bob", "Cy", "Ann"):
        expect(region(page, "Next").get_by_role("group", name=player, exact=True)).to_be_visible()
    answer_for(page, "Bob", "High")
    expect(region(page, "Bob")).to_contain_text("declared")
    expect(region(page, "Bob")).not_to_contain_text("High")
    expect(announced(page)).not_to_contain_text("Bob declares")
    answer_for(page, "Ann", "Spade")
    expect(region(page, "Ann")).to_contain_text("declared")
    shots.take(page, "chicago-sealed.png")
    tap(page, "Log")
    expect(region(page, "Log").get_by_text("A sealed declaration")).to_have_count(2)
    expect(region(page, "Log")).not_to_contain_text("declares")
    tap(page, "Close")
    answer_for(page, "Cy", "Spade")
    for player, what in (("Bob", "High"), ("Cy", "Spade"), ("Ann", "Spade")):
        expect(region(page, player)).to_contain_text(what)
    shots.take(page, "chicago-declared.png")

    # Three queens for Bob. The king of spades is in Cy's hole, the nine in Ann's; the queen of spades is face up. 21 =
    # 11 for the high hand, with the odd chip, and 10.
    show(page, "Bob", "Queen of hearts", "Queen of diamonds", "3 of hearts")
    expect(region(page, "Bob")).to_contain_text("three queens")
    show(page, "Cy", "King of spades", "4 of clubs", "7 of diamonds")
    show(page, "Ann", "9 of spades", "4 of diamonds", "10 of hearts")
    settlement = region(page, "Settlement")
    expect(settlement).to_contain_text("Push 11 to Bob")
    expect(settlement).to_contain_text("Push 10 to Cy")
    expect(settlement).to_contain_text("odd chip")
    expect_stacks(page, {"Bob": 104, "Cy": 103, "Ann": 93})
    shots.take(page, "chicago-settled.png")


@pytest.mark.long
def test_baseball_with_a_bought_card_and_a_corrected_card(page: Page, shots: Shots, deal: Deal) -> None:
    deal_in(page, deal, "baseball", "Ann", "Bob", "Cy")
    expect(region(page, "Wild cards")).to_contain_text("3s and 9s are wild")
    tap(page, "4 of diamonds")
    expect(region(page, "Next")).to_contain_text("Bob")
    shots.take(page, "baseball-offer.png")
    tap(page, "Pay 2")
    expect_pot(page, 5)
    expect_stacks(page, {"Bob": 97})
    tap(page, "Undo")
    expect_pot(page, 3)
    expect(page.get_by_role("button", name="Pay 2", exact=True)).to_be_visible()
    tap(page, "Redo")
    expect_pot(page, 5)
    expect(region(page, "Next")).to_contain_text("Bob")

    # The bought card is a queen. Cy's king opens: 5 + 3 x 2 = 11.
    tap(page, "Queen of spades", "King of diamonds", "7 of hearts")
    expect(announced(page)).to_contain_text("Cy opens")
    tap(page, "Bet 2", "Call 2", "Call 2")
    expect_pot(page, 11)

    # The card was a jack, not a king, so Bob's queen opened and Cy's bet was out of turn. It is allowed.
    tap(page, "Log")
    log = region(page, "Log")
    shots.take(page, "baseball-log.png")
    line = log.get_by_role("listitem").filter(has_text="king of diamonds")
    click(line.get_by_role("button", name="Correct"))
    shots.take(page, "baseball-correct.png")
    click(page.get_by_role("button", name="Jack of diamonds", exact=True))
    expect(region(page, "What changes")).to_be_visible()
    question = region(page, "No longer fits")
    expect(question).to_contain_text("Cy bets 2")
    shots.take(page, "baseball-misfit.png", whole=True)
    click(question.get_by_role("button", name="Let it stand", exact=True))
    expect(question).to_contain_text("Ann calls 2")
    click(question.get_by_role("button", name="Let it stand", exact=True))
    expect(question).to_have_count(0)
    click(page.get_by_role("button", name="Correct", exact=True))
    expect(card(page, "Cy", "Jack of diamonds")).to_be_visible()
    shots.take(page, "baseball-corrected.png")
    expect_pot(page, 11)

    # Bob's queens open: 11 + 2 x 2 = 15. Ann's kings, one of them a wild nine, open: 15 + 2 x 4 = 23.
    tap(page, "Queen of hearts", "6 of clubs", "9 of clubs")
    expect(card(page, "Ann", "9 of clubs, wild")).to_be_visible()
    tap(page, "Bet 2", "Fold", "Call 2", "2 of spades", "King of clubs")
    expect(region(page, "Ann")).to_contain_text("pair of kings")
    tap(page, "Bet 4", "Call 4", "7 of clubs", "8 of diamonds", "Check", "Check", "Dealt", "Check", "Check")
    expect_pot(page, 23)

    # Bob, with eight cards: three queens. Ann: two kings, the nine and the three wild: four kings.
    show(page, "Bob", "Queen of diamonds", "Ace of clubs", "5 of hearts")
    expect(region(page, "Bob")).to_contain_text("three queens")
    show(page, "Ann", "3 of hearts", "King of hearts", "5 of spades")
    settlement = region(page, "Settlement")
    expect(settlement).to_contain_text("Push 23 to Ann")
    expect(settlement).to_contain_text("four kings")
    expect(page.get_by_role("img", name="3 of hearts, plays as King of")).to_be_visible()
    shots.take(page, "baseball-settled.png")
    # Ann 100 - (1 + 2 + 2 + 4) + 23; Bob 100 - (1 + 2 for the card + 2 + 2 + 4); Cy 100 - (1 + 2).
    expect_stacks(page, {"Ann": 114, "Bob": 89, "Cy": 97})

    # Bob deals to Cy, Ann and himself. Cy gets a four but buys no card; two players fold to the bet: 3 + 2.
    tap(page, "Next hand")
    call(page, "Baseball")
    tap(page, "4 of clubs", "No thanks", "King of diamonds", "7 of hearts")
    expect_pot(page, 3)
    tap(page, "Bet 2", "Fold", "Fold")
    expect(region(page, "Settlement")).to_contain_text("Push 5 to Ann")
    shots.take(page, "baseball-folded.png")
    expect_stacks(page, {"Ann": 116, "Bob": 88, "Cy": 96})


def test_five_card_stud_is_played_without_scripts(plain_page: Page, shots: Shots, deal: Deal) -> None:
    page = plain_page
    table = deal("five-card-stud", ("Bob", "Cy", "Ann"), stakes=DEFAULT_STAKES)
    go_to(page, table.url)
    # Antes 3; Bob's king opens; 3 + 2 x 4 = 11.
    tap(page, "King of hearts", "10 of clubs", "2 of spades", "Bet 2", "Raise to 4", "Fold", "Call 2")
    expect_pot(page, 11)
    tap(page, "King of clubs", "3 of diamonds")
    expect(region(page, "Bob")).to_contain_text("pair of kings")
    table.enter("p1 cc", "p2 cc", "d dh p1 4d", "d dh p2 5d", "p1 cc", "p2 cc", "d dh p1 6c", "d dh p2 7c", "p1 cc")
    go_to(page, table.url)
    tap(page, "Check")
    tap(page, "King of spades")
    expect(region(page, "Bob")).to_contain_text("three kings")
    tap(page, "10 of diamonds")
    expect(region(page, "Settlement")).to_contain_text("Push 11 to Bob")
    shots.take(page, "plain-settled.png")
    expect_stacks(page, {"Bob": 106, "Cy": 95, "Ann": 99})
    tap(page, "Undo", "Undo", "Pick the winner", "Bob", "Award the pot")
    expect(region(page, "Settlement")).to_contain_text("Push 11 to Bob")
    tap(page, "Next hand")
    page.wait_for_url("**/call")


@pytest.mark.own_device
@pytest.mark.console("status of 409|net::ERR_FAILED")
def test_a_tap_on_an_outdated_second_tablet_shows_the_current_table(page: Page, deal: Deal) -> None:
    # No page is notified of the other's taps: streams fail, and so do the requests that replace them.
    page.context.route("**/live/**", lambda route: route.abort())
    deal_in(page, deal, "five-card-stud", "Ann", "Bob", "Cy")
    tap(page, "King of hearts", "10 of clubs", "2 of spades")
    other = page.context.new_page()
    go_to(other, page.url)
    tap(page, "Bet 2")
    tap(other, "Check")
    expect(other.get_by_role("alert").filter(has_text="Someone else entered that first")).to_be_visible()
    for tablet in (page, other):
        expect(region(tablet, "Next")).to_contain_text("Cy to act: 2 to call")
        expect_pot(tablet, 5)
    # The same tap on both pages counts once.
    tap(other, "Call 2")
    tap(page, "Call 2")
    for tablet in (page, other):
        expect_pot(tablet, 7)
        expect(region(tablet, "Next")).to_contain_text("Ann to act: 2 to call")
    assert log_lines(other)[0].startswith("5")


def test_reloading_during_a_hand_changes_nothing(page: Page, deal: Deal) -> None:
    deal_in(page, deal, "follow-the-queen", "Ann", "Bob", "Cy")
    tap(page, "Queen of hearts", "7 of spades", "2 of spades", "Bet 2")
    before = page.locator("#tap").aria_snapshot()
    page.reload()
    settled(page)
    assert page.locator("#tap").aria_snapshot() == before
    expect(region(page, "Wild cards")).to_contain_text("Sevens are wild (followed Bob's queen)")


def test_a_double_click_counts_once_and_a_slow_second_tap_counts(page: Page, deal: Deal) -> None:
    deal_in(page, deal, "five-card-stud", "Ann", "Bob", "Cy")
    double_click(page.get_by_role("button", name="King of hearts", exact=True))
    expect(page.get_by_role("alert")).to_have_count(0)
    tap(page, "10 of clubs")
    double_click(page.get_by_role("button", name="2 of spades", exact=True))
    expect(region(page, "Next")).to_contain_text("Bob to act")
    double_click(page.get_by_role("button", name="Check", exact=True))
    expect(region(page, "Next")).to_contain_text("Cy to act")
    # Slower taps in the same place all count.
    tap(page, "Check", "Check")
    expect(region(page, "Next")).to_contain_text("Bob's up-card")
    assert len(log_lines(page)) == 6


def test_a_card_tapped_too_soon_is_reported_as_not_taken(page: Page, deal: Deal) -> None:
    deal_in(page, deal, "baseball", "Ann", "Bob", "Cy")
    tap_at_once(page, "4h", "Tc")
    expect(page.get_by_role("button", name="Pay 2", exact=True)).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="not taken")).to_be_visible()
    tap(page, "No thanks")
    expect(page.get_by_role("alert")).to_have_count(0)
    tap(page, "10 of clubs")
    expect(card(page, "Cy", "10 of clubs")).to_be_visible()


def test_a_card_held_during_a_redraw_is_entered_once(page: Page, deal: Deal) -> None:
    deal_in(page, deal, "five-card-stud", "Ann", "Bob", "Cy")
    page.get_by_role("button", name="King of hearts", exact=True).hover()
    page.mouse.down()
    with page.expect_response("**/?seen=*"):
        refresh(page)
    settled(page)
    page.mouse.up()
    expect(card(page, "Bob", "King of hearts")).to_be_visible()
    assert len(log_lines(page)) == 1


def tap_at_once(page: Page, *cards: str) -> None:
    """Tap cards faster than responses arrive."""
    page.evaluate("cards => cards.forEach((card) => document.getElementById(card).click())", cards)
