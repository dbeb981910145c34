"""Taps counted for a hand and for a night; and everything that screen readers announce in two hands, each once."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from app.games.house import DEFAULT_STAKES
from tests.bench.tapping import facts_of
from tests.browser.devices import PHONE, TELEVISION
from tests.browser.hands import WOOLWORTH, OnPage, tap_named
from tests.browser.measures import announcements, record_announcements
from tests.browser.playing import go_to, long_tap, press_keys, region
from tests.browser.records import begin_record, recorded, tap_lines
from tests.browser.settling import settled
from tests.browser.stage import AnotherPage, Stage, phone_of, television_of
from tests.web.tables import Table, begin

#: Ann deals.
SIX = ("Bob", "Cy", "Dee", "Eve", "Fay", "Ann")

#: Woolworth with six players, written by hand: the announcements on the dealer's tablet.
TABLET_TEXT = """
Cy's up-card. Dee's up-card. Eve's up-card. Fay's up-card. Ann's up-card.
Cy opens: ace high showing. Cy to act.
Dee to act: 2 to call. Eve to act: 2 to call. Fay to act: 2 to call. Ann to act: 2 to call. Bob to act: 2 to call.
Bob's up-card. Cy's up-card. Dee's up-card.
10s and 5s are dead: a second one is showing.
Fay's up-card. Ann's up-card.
Bob opens: pair of nines showing. Bob to act.
Bob's up-card. Cy's up-card. Dee's up-card. Fay's up-card. Ann's up-card.
Dee opens: pair of kings showing. Dee to act.
Fay to act: 4 to call. Ann to act: 4 to call. Bob to act: 4 to call. Cy to act: 4 to call.
Bob's up-card. Cy's up-card. Dee's up-card.
Dee opens: pair of kings showing. Dee to act.
Deal a card face down to each player.
Dee opens: pair of kings showing. Dee to act.
Bob to act: 4 to call. Cy to act: 4 to call.
Showdown: Dee shows first. Dee: 3 down cards to tap. Dee: 2 down cards to tap. Dee: 1 down card to tap.
Dee shows two pair, kings and tens. Bob: 3 down cards to tap. Bob: 2 down cards to tap. Bob: 1 down card to tap.
Push 36 to Bob: three nines. The hand is over.
"""
#: On the television.
TELEVISION_TEXT = """
Cy opens: ace high showing.
10s and 5s are dead: a second one is showing.
Bob opens: pair of nines showing.
Dee opens: pair of kings showing.
Dee opens: pair of kings showing.
Dee opens: pair of kings showing.
Showdown: Dee shows first.
Dee shows two pair, kings and tens.
Bob wins 36: three nines.
"""
#: On Bob's phone.
PHONE_TEXT = """
Cy opens: ace high showing. Cy's turn.
Dee's turn. Eve's turn. Fay's turn. Ann's turn. Your turn. 2 to call.
10s and 5s are dead: a second one is showing.
Bob opens: pair of nines showing. Your turn. Nothing to call.
Dee opens: pair of kings showing. Dee's turn.
Fay's turn. Ann's turn. Your turn. 4 to call. Cy's turn.
Dee opens: pair of kings showing. Dee's turn.
Dee opens: pair of kings showing. Dee's turn.
Your turn. 4 to call. Cy's turn.
Showdown: Dee shows first.
Dee shows two pair, kings and tens.
You win 36 with three nines.
"""

#: The end of Chicago, from the last bets: Ann is all in, Bob declares on his phone.
DECLARED_TABLET = """
Bob to act: 4 to call.
Declare: high, spade or both. Everyone declares.
Waiting for Bob and Cy.
Waiting for Cy.
Declared: Ann and Bob spade; Cy high. Showdown: Cy shows first.
Cy: 3 down cards to tap. Cy: 2 down cards to tap. Cy: 1 down card to tap.
Cy shows pair of jacks. Ann: 3 down cards to tap. Ann: 2 down cards to tap. Ann: 1 down card to tap.
Ann shows ace of spades in the hole. Bob: 3 down cards to tap. Bob: 2 down cards to tap. Bob: 1 down card to tap.
Push 12 to Cy: pair of jacks. Push 7 to Ann: ace of spades in the hole. Push 4 to Bob: king of spades in the hole.
The hand is over.
"""
DECLARED_TELEVISION = """
Declare: high, spade or both.
Declared: Ann and Bob spade; Cy high. Showdown: Cy shows first.
Cy shows pair of jacks.
Ann shows ace of spades in the hole.
Cy wins 12: pair of jacks. Ann wins 7: ace of spades in the hole. Bob wins 4: king of spades in the hole.
"""
DECLARED_PHONE = """
Your turn. 4 to call.
Declare: high, spade or both. Declare now.
Declared.
Declared: Ann and Bob spade; Cy high. Showdown: Cy shows first.
Cy shows pair of jacks.
Ann shows ace of spades in the hole.
You lost 5. You get 4 with the king of spades in the hole. Cy wins 12, Ann 7.
"""
#: After Undo and Redo of the last card.
AGAIN_TABLET = """
Ann shows ace of spades in the hole. Bob: 3 down cards to tap.
Push 12 to Cy: pair of jacks. Push 7 to Ann: ace of spades in the hole. Push 4 to Bob: king of spades in the hole.
The hand is over.
"""
AGAIN_TELEVISION = """
Ann shows ace of spades in the hole.
Cy wins 12: pair of jacks. Ann wins 7: ace of spades in the hole. Bob wins 4: king of spades in the hole.
"""
AGAIN_PHONE = """
Ann shows ace of spades in the hole.
You lost 5. You get 4 with the king of spades in the hole. Cy wins 12, Ann 7.
"""


def words(text: str) -> list[str]:
    """Return the words of announcements, regardless of how they are split into lines and sentences."""
    return re.sub(r"\.(\s|$)", " ", text).split()


class Listeners:
    """A tablet, a television and a phone whose announcements are recorded."""

    def __init__(self, tablet: Page, television: Page, phone: Page) -> None:
        self.screens = {"tablet": tablet, "television": television, "phone": phone}
        for screen in self.screens.values():
            settled(screen)
            record_announcements(screen)

    def settle(self) -> None:
        """Wait until the television and the phone show the tap."""
        settled(self.screens["television"])
        settled(self.screens["phone"])

    def heard(self) -> dict[str, list[str]]:
        return {name: words(". ".join(announcements(screen))) for name, screen in self.screens.items()}


def open_listeners(another_page: AnotherPage, tablet: Page, table: Table) -> Listeners:
    """Open a table on a tablet, a television and Bob's phone, and listen to them."""
    go_to(tablet, table.url)
    television, phone = another_page(TELEVISION), another_page(PHONE)
    go_to(television, television_of(table))
    go_to(phone, phone_of(table, "Bob"))
    return Listeners(tablet, television, phone)


def test_a_hand_of_woolworth_takes_fewer_taps_than_it_has_facts_and_is_announced_once(
    page: Page, stage: Stage, another_page: AnotherPage
) -> None:
    table = begin(stage.client, "woolworth", SIX, 100, True, DEFAULT_STAKES, {}, ())
    listeners = open_listeners(another_page, page, table)
    for name in WOOLWORTH:
        tap_named(OnPage(page), name)
        listeners.settle()
    expect(region(page, "Settlement")).to_contain_text("Push 36 to Bob")
    assert (len(WOOLWORTH), facts_of(table.live).total()) == (42, 47)
    assert listeners.heard() == {
        "tablet": words(TABLET_TEXT),
        "television": words(TELEVISION_TEXT),
        "phone": words(PHONE_TEXT),
    }


def test_chicago_is_announced_once_without_its_sealed_declarations(
    page: Page, stage: Stage, another_page: AnotherPage
) -> None:
    record = recorded("chicago/side-pot-among-its-own")
    bets, declared = record.moves.index("p3 cbr 4"), record.moves.index("p1 declare spade")
    table = begin_record(stage, record, bets)
    listeners = open_listeners(another_page, page, table)

    def tap(screen: Page, *names: str) -> None:
        for name in names:
            tap_named(OnPage(screen), name)
            listeners.settle()

    tap(page, "Bet 4", "Call 4", "Ann: Spade")
    tap(listeners.screens["phone"], "Spade")
    tap(page, "Cy: High")
    for line in sorted(record.moves[declared + 3 :], key=lambda line: not line.startswith("p3")):
        tap_lines(OnPage(page), record, [line])
        listeners.settle()
    before = listeners.heard()
    assert before == {
        "tablet": words(DECLARED_TABLET),
        "television": words(DECLARED_TELEVISION),
        "phone": words(DECLARED_PHONE),
    }
    # Undo and Redo repeat only the announcements of the action that is entered again.
    tap(page, "Undo", "Redo")
    again = {name: heard[len(before[name]) :] for name, heard in listeners.heard().items()}
    assert again == {"tablet": words(AGAIN_TABLET), "television": words(AGAIN_TELEVISION), "phone": words(AGAIN_PHONE)}


def test_starting_a_night_buying_chips_and_closing_take_few_taps(page: Page, stage: Stage) -> None:
    screen = OnPage(page)
    page.emulate_media(reduced_motion="reduce")

    def type_names(*names: str) -> int:
        """Tap the field once and type the names, each followed by Enter; return the number of taps."""
        page.get_by_label("Name", exact=True).click()
        for name in names:
            page.keyboard.type(name)
            press_keys(page, "Enter")
            expect(page.get_by_role("listitem", name=name, exact=True)).to_be_visible()
        return 1

    def tap_all(*names: str) -> int:
        tap_named(screen, *names)
        return len(names)

    def choose_first_game() -> int:
        screen.press("return document.querySelector('.game-list a');")
        return 1

    go_to(page, "/")
    taps = tap_all("Start a night") + type_names(*SIX) + tap_all("Call a game") + choose_first_game() + tap_all("Deal")
    assert taps <= 5
    expect(region(page, "Next")).to_be_visible()

    # Chips for Cy during the hand: a long tap on his seat, and the amount.
    long_tap(page, "Cy")
    settled(page)
    assert 1 + tap_all("Buy 100 for Cy") <= 2
    expect(page.get_by_role("button", name="Remove: Cy buys 100")).to_be_visible()

    # The close: eight counts and two taps.
    table = stage.current_table(page.url.partition("/n/")[2].partition("/")[0])
    table.enter("d misdeal")
    go_to(page, table.url)
    tap_all("Next hand", "Back to the players")
    type_names("Gus", "Hal")
    taps = tap_all("Count the chips")
    fields = page.locator(".stacks input[inputmode=numeric]")
    expect(fields).to_have_count(8)
    for at in range(8):
        fields.nth(at).fill("200" if at == 1 else "100")
    assert taps + tap_all("End the night") <= 2
    expect(page.get_by_text("Ended")).to_be_visible()

    # The same people on another night.
    go_to(page, "/")
    expect(page.get_by_role("list", name="Who is coming").get_by_role("listitem")).to_have_count(8)
    assert tap_all("Same as last time") + choose_first_game() + tap_all("Deal") <= 3
    for name in (*SIX, "Gus", "Hal"):
        expect(region(page, name)).to_be_visible()
