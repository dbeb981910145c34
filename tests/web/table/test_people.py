"""People on the screens of a night: their colours at the table, and the podium at the close."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.night.history.replays import hand_key
from app.night.people.seats import seats
from app.night.play.call import end_night, next_hand
from tests.web.tables import Table, hold
from tests.web.television.watching import seen
from tests.web.test_pictures import played

Deal = Callable[..., Table]


def badges(html: str) -> dict[str, tuple[str, str]]:
    """Return the colour and initials at each seat of the table."""
    matches = re.findall(
        r'class="seat [^>]*aria-label="([^"]*)">.*?badge-(\w+)" aria-hidden="true"><span>([^<]*)<', html, re.S
    )
    return {name: (colour, letters) for name, colour, letters in matches}


def test_each_player_has_the_same_colour_on_every_screen(deal: Deal) -> None:
    table = played(deal, ("Ann", "Bo Low"))
    at_table = {seat.name: (seat.colour, seat.initials) for seat in seats(table.night)}
    assert len({colour for colour, _ in at_table.values()}) == 2
    again = table.client.get(f"/h/{hand_key(table.hand)}").text
    assert badges(table.get()) == badges(seen(table)) == badges(again) == at_table


def test_every_screen_shows_the_podium_at_the_close(deal: Deal) -> None:
    table = played(deal, ("Bob", "Ann"))
    night = table.night
    assert next_hand(night) is None
    assert end_night(night) is None
    phone = table.client.get(hold(table.client, seats(night)[0].key)).text
    for html in (seen(table), phone, table.client.get(f"/n/{table.key}/money").text):
        podium = re.search(r'<ol class="podium" aria-label="Podium">(.*?)</ol>', html, re.S)
        assert podium is not None
        won = re.findall(
            r'<b class="name [^"]*">(\w+)</b>\s*<span class="step"><b class="net[^"]*">([^<]*)<', podium[1]
        )
        assert won == [("Bob", "+3"), ("Ann", "−3")]
        best = re.search(r'aria-label="Hand of the night">(.*?)</section>', html, re.S)
        assert best is not None
        assert "Bob: three aces" in best[1]
        aces = re.findall(r'aria-label="(Ace of \w+)"', best[1])
        assert sorted(aces) == ["Ace of clubs", "Ace of hearts", "Ace of spades"]


def test_the_hand_of_the_night_shows_the_five_winning_cards(deal: Deal) -> None:
    table = deal("texas-holdem", 2)
    table.enter("d dh p1 ????", "d dh p2 ????", "p1 cc", "p2 cc")
    for cards in (("Ah", "Kd", "7s"), ("2c",), ("9h",)):
        table.enter(*(f"d db {card}" for card in cards), "p1 cc", "p2 cc")
    table.enter("p1 sm AsAd", "p2 sm QsQd")
    assert next_hand(table.night) is None
    assert end_night(table.night) is None
    best = re.search(r'aria-label="Hand of the night">(.*?)</section>', seen(table), re.S)
    assert best is not None
    assert "Ann: three aces" in best[1]
    assert len(re.findall('class="card ', best[1])) == 5
    assert 'aria-label="King of diamonds"' in best[1]


def test_a_night_without_a_winner_has_no_podium(deal: Deal) -> None:
    table = deal("five-card-stud")
    table.enter("d misdeal")
    assert next_hand(table.night) is None
    assert end_night(table.night) is None
    html = seen(table)
    assert 'aria-label="Standings"' in html
    assert "podium" not in html
