"""Draws before the first hand: for seats, and for the deal."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.night.acts import activity
from tests.web.players.nights import Friday

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve"]


@pytest.fixture
def friday(client: FlaskClient) -> Friday:
    friday = Friday(client)
    friday.sit(*NAMES)
    return friday


def drawn(friday: Friday) -> list[str]:
    """Return the draws listed on the page."""
    section = re.search(r'aria-labelledby="draw-title".*?</section>', unescape(friday.html()), re.S)
    return re.findall("<p>(.*?)</p>", section[0]) if section else []


def cards_at_seats(friday: Friday) -> dict[str, tuple[str, str]]:
    """Return rank and suit of the card at each player's seat."""
    suits = dict(zip(("clubs", "diamonds", "hearts", "spades"), "♣♦♥♠", strict=True))
    seats = re.findall(r'<li class="player.*?aria-label="(\w+)">(.*?)</li>', friday.html(), re.S)
    cards = {name: re.search(r'class="card cut-card (\w+)[^>]*>(\w+)<', seat) for name, seat in seats}
    return {name: (card[2], suits[card[1]]) for name, card in cards.items() if card is not None}


def dealer(friday: Friday) -> str:
    (name,) = (seat.name for seat in friday.seats if seat.dealer)
    return name


def test_seats_can_be_drawn_again_but_only_once_with_one_form(friday: Friday) -> None:
    orders = set()
    for mark in "abcdefgh":
        friday.post("draw", what="seats", once=mark)
        orders.add(tuple(friday.names))
        assert drawn(friday) == [f"Drawn seats, clockwise: {', '.join(friday.names)}"]
        assert friday.post("draw", what="seats", once=mark).status_code == 303
        assert sorted(friday.names) == NAMES
        assert dealer(friday) == "Ann"
    assert len(orders) > 1
    assert len(activity.night_log(friday.night.id)) == len(NAMES) + 8


def test_the_highest_card_deals_and_every_card_is_shown(friday: Friday) -> None:
    friday.do("Dee", "sit-out")
    for mark in "abcdefgh":
        friday.post("draw", what="deal", once=mark)
        (line,) = drawn(friday)
        cut = {name: (rank, suit) for name, rank, suit in re.findall(r"(\w+)\s(10|[2-9JQKA])([♣♦♥♠])", line)}
        assert list(cut) == ["Ann", "Bob", "Cy", "Eve"]
        ranks = "2 3 4 5 6 7 8 9 10 J Q K A".split()
        best = max(cut, key=lambda name: (ranks.index(cut[name][0]), "♣♦♥♠".index(cut[name][1])))
        assert line.endswith(f". {best} deals")
        assert dealer(friday) == best
        assert cards_at_seats(friday) == cut, "each card lies at its player's seat"


def test_draws_can_be_undone(friday: Friday) -> None:
    friday.post("draw", what="seats", once="b")
    friday.post("draw", what="deal", once="b")
    for line in activity.night_log(friday.night.id)[:2]:
        friday.post(f"acts/{line.id}/undo")
    assert (friday.names, dealer(friday), drawn(friday), cards_at_seats(friday)) == (NAMES, "Ann", [], {})


def test_draws_are_refused_once_a_hand_was_dealt(friday: Friday) -> None:
    assert "Cut for the deal" in friday.html()
    friday.deal()
    assert "Cut for the deal" not in friday.html()
    for what in ("seats", "deal"):
        answer = friday.post("draw", what=what)
        assert answer.status_code == 422
        assert "The first hand has been dealt" in answer.text
    assert friday.names == NAMES
