"""The seat nearest the tablet: the dealer's or always the same one, asked once."""

import re
from collections.abc import Callable

from app.night.nights import last_number
from app.night.play.call import next_hand
from tests.web.tables import Table, buttons

Deal = Callable[..., Table]

CHOICES = {"The tablet goes round", "It stays with me"}


def nearest(html: str) -> str:
    """Return the player shown at the bottom right in portrait, next to Undo."""
    places = re.findall(r'<section class="seat t\d x\d (u\d) r[^"]*"\s+aria-label="(\w+)"', html)
    return max(places)[1]


def next_game(table: Table) -> None:
    """Play the hand, clear it, and deal the same game again; the button moves on."""
    night = table.night
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "p1 f", "p2 f")
    assert next_hand(night) is None
    table.client.post(f"{table.url}call/five-card-stud", data={"do": "deal", "after": last_number(night.id)})
    current = table.client.get(table.url)
    match = re.search(r'name="hand" value="(\d+)"', current.text)
    assert match
    table.hand = int(match[1])


def test_the_question_is_asked_only_before_the_first_card(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    assert set(buttons(table.get())) >= CHOICES
    table.enter("d dh p1 ??Kh")
    assert not CHOICES & set(buttons(table.get()))


def test_a_tablet_that_goes_round_faces_each_dealer_and_does_not_ask_again(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.post("turn", turn="back")
    assert nearest(table.get()) == "Cy"
    next_game(table)
    html = table.get()
    assert nearest(html) == "Ann"
    assert not CHOICES & set(buttons(html))


def test_a_tablet_that_stays_faces_the_same_player_as_the_deal_moves_on(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.post("turn", turn="stay")
    next_game(table)
    html = table.get()
    assert nearest(html) == "Cy"
    assert not CHOICES & set(buttons(html))


def test_the_first_prompt_names_the_down_cards_before_the_up_card(deal: Deal) -> None:
    table = deal("seven-card-stud", 3)
    assert "Two down each, then Ann&#39;s up-card" in table.get()
    table.enter("d dh p1 ????Kh")
    html = table.get()
    assert "Bob&#39;s up-card" in html
    assert "down each" not in html
