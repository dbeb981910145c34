"""The seats of the dealer's screen: bets and calls, declarations, and the winners with their hands."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.hand.play import prompt
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.night.play.texts import save_text
from tests.web.dealer.test_dealer import region, to_showdown
from tests.web.tables import Table
from tests.web.television.watching import called, night_with, until

Deal = Callable[..., Table]

OXFORD = {"modifier": "common-cards", "rounds": [2, 3, 4]}
SHOWN = ("p2 sm 9h Qh 3c 5d 7s", "p1 sm 4h Kh 2c 4d 6s")


def winning(html: str, player: str) -> list[str]:
    """Return the cards of a player's seat that are marked as the winning hand."""
    seat = re.search(rf'aria-label="{player}">(.*?)</section>', html, re.S)
    assert seat
    return re.findall(r'class="card \w+(?: wild)?(?: hole)? winning" role="img" aria-label="([^"]*)"', seat[1])


def test_the_winners_seat_is_marked_with_the_chips_and_winning_cards(deal: Deal) -> None:
    table = to_showdown(deal)
    table.enter(*SHOWN)
    html = table.get()
    assert re.findall(r'<section class="seat [^"]* won"\s+aria-label="(\w+)"', html) == ["Ann"]
    assert "wins +2" in region(html, "Ann")
    names = ["4 of hearts", "King of hearts", "2 of clubs", "4 of diamonds", "6 of spades"]
    assert winning(html, "Ann") == names
    assert winning(html, "Bob") == []


def test_a_card_from_the_hole_looks_different_from_an_up_card(deal: Deal) -> None:
    table = to_showdown(deal)
    table.enter(*SHOWN)
    assert re.findall(r'class="card \w+ hole(?: winning)?" role="img" aria-label="([^"]*)"', table.get()) == [
        "4 of hearts",
        "9 of hearts",
    ]


def test_a_player_who_mucked_is_not_shown_as_folded(deal: Deal) -> None:
    table = to_showdown(deal)
    table.enter("p2 sm")
    assert "Mucked" in region(table.get(), "Bob")
    assert "Folded" not in region(table.get(), "Bob")


def test_the_seat_of_a_failed_declaration_says_why(deal: Deal) -> None:
    def failed(state: State) -> bool:
        return state.result is not None and any(note.kind == "both, lost" for note in state.result.notes)

    table = until(deal("chicago", 4), failed)
    state = table.live.state
    assert state.result is not None
    seat = next(note.seat for note in state.result.notes if note.kind == "both, lost")
    assert seat is not None
    says = region(table.get(), state.name(seat)).partition("went both ways, lost ")[2]
    assert says in ("high", "spade", "high and spade")  # there is no room for the hand, too


def test_wild_cards_are_marked_among_the_cards_to_show(deal: Deal) -> None:
    table = deal("follow-the-queen", 2)
    table.enter("d dh p1 ????Qh", "d dh p2 ????6c", "p2 cc", "p1 cc")
    for first, second in (("2c", "3c"), ("4d", "5d"), ("8s", "9s"), ("??", "??")):
        table.enter(f"d dh p1 {first}", f"d dh p2 {second}", "p2 cc", "p1 cc")
    slots = table.get("?arm=1&held=6h").partition('<div class="slots">')[2].partition("</div>")[0]
    assert re.findall(r'class="card \w+ wild" role="img" aria-label="([^"]*)"', slots) == [
        "6 of hearts, wild",
        "6 of clubs, wild",
    ]


def test_a_seat_says_whether_the_player_bet_called_or_raised(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "p1 cbr 2", "p2 cc")
    html = table.get()
    assert "Bet 2" in region(html, "Ann")
    assert "Called 2" in region(html, "Bob")
    table.enter("p3 cbr 4", "p1 cc")
    html = table.get()
    for name, bet in (("Ann", "Called 4"), ("Bob", "Called 2"), ("Cy", "Raised to 4")):
        assert bet in region(html, name)


def test_players_yet_to_declare_are_named_once_one_has_declared(deal: Deal) -> None:
    table = until(deal("chicago", 4), lambda state: prompt(state).kind == "declare" and len(state.live) == 4)
    assert "Everyone declares" in region(table.get(), "Next")
    table.enter("p2 declare high")
    assert "Waiting for Ann, Cy and Dee" in region(table.get(), "Next")
    assert "✓ declared" in region(table.get(), "Bob")


DECLARE_THEN_BID = """
name = "Declare, Then Bid"
about = "Everyone declares, then bids in secret for the wild rank."
script = [
  { step = "deal", cards = "du" },
  { step = "declare" },
  { step = "auction-name", sealed = true },
]
share = [{ rule = "high" }, { rule = "low" }]
wild = [{ rule = "named" }]
"""


def test_a_declaration_is_no_bid(deal: Deal) -> None:
    assert save_text("declare-then-bid", DECLARE_THEN_BID) == "declare-then-bid"
    table = deal("declare-then-bid", 2)
    table.enter("d dh p1 ??9c", "d dh p2 ??Kd", "p1 declare high", "p2 declare low", "p1 bid 3")
    html = table.get()
    assert "✓ bid made" in region(html, "Ann")
    assert "✓" not in region(html, "Bob")


def test_an_answered_offer_is_no_longer_shown(deal: Deal) -> None:
    table = until(deal("baseball", 3), lambda state: prompt(state).kind == "offer")
    offered = re.compile(r"""<span class="(?!visually-hidden)[^"]*"\s+data-spoken="[^"]*may take an extra card""")
    assert offered.search(table.get())
    table.enter(f"p{(prompt(table.live.state).seat or 0) + 1} no")
    assert not offered.search(table.get())


def test_the_announcement_hides_what_the_wild_cards_line_says(deal: Deal) -> None:
    table = deal("follow-the-queen", 2)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s")
    assert re.search(r'<span class="visually-hidden"\s+data-spoken="[^"]*">Sevens are wild \(followed', table.get())


def test_side_pots_are_numbered(client: FlaskClient) -> None:
    night = night_with(100, 9, 30, 100, 15, 100, 60, 100)
    table = until(
        called(client, night, "seven-card-stud"), lambda state: state.result is None and len(pots_of(state)) > 2
    )
    pots = region(table.get(), "Pot")
    assert "Main pot" in pots
    assert "Side pot 1" in pots
    assert "Side pot 2" in pots


@pytest.mark.parametrize(
    ("game", "options", "modifiers", "cards", "common", "label"),
    [
        ("phlegm", {}, (), 1, 1, "Common card ["),
        ("seven-card-stud", {}, (OXFORD,), 2, 2, "Common cards ["),
        ("beat-your-neighbor", {}, (), 1, 0, "To beat ["),
        ("follow-the-pair", {"centre": True}, (), 1, 0, "Centre card ["),
    ],
)
def test_cards_in_the_middle_are_labelled(
    deal: Deal, game: str, options: dict[str, bool], modifiers: tuple[object, ...], cards: int, common: int, label: str
) -> None:
    def there(state: State) -> bool:
        return sum(up.seat is None for up in state.up_cards) == cards and len(state.common_cards) == common

    table = until(deal(game, 4, options=options, modifiers=modifiers), there)
    assert label in region(table.get(), "Pot")
