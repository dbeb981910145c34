"""The television's seats, and the table between hands and at the end of a night."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.night.people.seats import seats
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.night.acting import buy_in, leave, sit_out
from tests.seating import add_player
from tests.web.tables import Table
from tests.web.television.watching import (
    FOLDED,
    announcement,
    called,
    next_deal,
    night_with,
    part,
    places,
    seen,
    watch,
    words,
)

Deal = Callable[..., Table]


def test_between_hands_the_next_dealer_and_the_last_settlement_are_shown(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    next_deal(table.night)
    html = seen(table)
    assert announcement(html) == "Ann deals next and calls the game"
    assert part(html, "Ann") == "[Dealer] Ann 102"
    assert part(html, "Bob") == "Bob 99"
    assert "Last hand: Five-Card Stud" in words(html)
    assert part(html, "Settlement").startswith("Ann wins 5")
    assert 'aria-label="Wild cards"' not in html


def test_between_hands_a_pot_that_is_left_for_the_next_is_shown(deal: Deal) -> None:
    table = deal("guts-two-card", 3)
    dealt = [f"d dh p{n} ????" for n in (1, 2, 3)]
    table.enter(*dealt, "p1 declare in", "p2 declare in", "p3 declare out", "d ranks high p1", "d leave")
    next_deal(table.night)
    assert part(seen(table), "Settlement") == "Nobody wins: the table leaves it 3 in the pot already"


def test_before_the_first_hand_the_first_dealer_is_named(client: FlaskClient) -> None:
    html = watch(client, night_with(100, 100, 100))
    assert announcement(html) == "Ann deals first and calls the game"
    assert "No game has been called yet." in html


def test_an_empty_table_says_what_will_be_shown(client: FlaskClient) -> None:
    html = watch(client, night_with())
    assert announcement(html) == "Waiting for players"
    assert "Nobody is seated yet." in html
    assert "whose turn it is" in html


def test_a_table_of_one_player_waits_for_others(client: FlaskClient) -> None:
    html = watch(client, night_with(100))
    assert announcement(html) == "Waiting for players"
    assert part(html, "Ann") == "[Dealer] Ann 100"


def test_the_end_of_a_night_shows_what_everyone_takes_home(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    next_deal(table.night)
    assert end_night(table.night) is None
    html = seen(table)
    assert announcement(html) == "The night is over"
    standings = part(html, "Standings")
    assert "Ann 1 100 102 +2 Bob 0 100 99 \N{MINUS SIGN}1 Cy 0 100 99 \N{MINUS SIGN}1" in standings


def test_the_standings_include_players_who_went_home_early(client: FlaskClient) -> None:
    night = night_with(100, 60, 100)
    assert not isinstance(leave(night, seats(night)[1].id), Problem)
    assert end_night(night) is None
    assert "Bob 0 60 60 0" in part(watch(client, night), "Standings")


def test_a_night_without_tracked_chips_shows_only_hands_won(deal: Deal) -> None:
    table = deal("five-card-stud", 3, tracked=False)
    table.enter(*FOLDED)
    next_deal(table.night)
    assert part(seen(table), "Ann") == "[Dealer] Ann"
    end_night(table.night)
    assert part(seen(table), "Standings").endswith("Ann 1 Bob 0 Cy 0")


def test_seats_stay_in_place_when_the_deal_passes_on(client: FlaskClient) -> None:
    night = night_with(100, 100, 100)
    rounds = [places(watch(client, night))]
    dealers = set()
    for _ in range(3):
        table = called(client, night)
        table.enter(*FOLDED)
        html = seen(table)
        rounds.append(places(html))
        dealers |= {name for name in rounds[0] if "[Dealer]" in part(html, name)}
        night = next_deal(night)
        rounds.append(places(watch(client, night)))
    assert dealers == {"Ann", "Bob", "Cy"}
    assert all(seen == rounds[0] for seen in rounds)
    assert len(set(rounds[0].values())) == 3


def test_a_player_who_sits_out_keeps_their_place(client: FlaskClient) -> None:
    night = night_with(100, 100, 100, 100)
    before = places(watch(client, night))
    assert not isinstance(sit_out(night, seats(night)[1].id), Problem)
    table = called(client, night)
    table.enter(FOLDED[0])
    html = seen(table)
    assert places(html) == before
    assert part(html, "Bob") == "Bob 100 Sits out"


def test_players_who_came_late_or_are_out_of_chips_are_labelled(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    add_player(table.night, "Dee", 50)
    add_player(table.night, "Eve", 0)
    html = seen(table)
    assert part(html, "Dee") == "Dee 50 In from the next hand"
    assert part(html, "Eve") == "Eve 0 Out of chips"


def test_a_player_who_goes_home_after_a_hand_is_still_shown_in_it(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    night = table.night
    assert not isinstance(leave(night, seats(night)[1].id), Problem)
    assert "Folded" in part(seen(table), "Bob")
    next_deal(night)
    assert "Bob" not in places(seen(table))


def test_the_table_can_be_turned_either_way(client: FlaskClient) -> None:
    night = night_with(100, 100, 100, 100)
    html = watch(client, night)
    # Seats run along the top from the left and back along the bottom: the last is at the bottom left.
    assert places(html) == {"Ann": "t1 x1 u3 l", "Bob": "t1 x3 u1 l", "Cy": "t2 x3 u1 r", "Dee": "t2 x1 u3 r"}
    turned = re.findall(r'rel="(prev|next)" href="(\?near=\d)"', html)
    assert [way for way, _ in turned] == ["prev", "next"]
    left, right = (places(watch(client, night, address)) for _, address in turned)
    assert left["Ann"] == "t2 x1 u3 r"
    assert right["Cy"] == "t2 x1 u3 r"


@pytest.mark.parametrize("near", ["x", "²", "-1", "99999999999999999999", ""])
def test_a_malformed_side_is_ignored(client: FlaskClient, near: str) -> None:
    assert len(places(watch(client, night_with(100, 100, 100), f"?near={near}"))) == 3


def test_a_rebuy_is_shown_between_hands(client: FlaskClient) -> None:
    night = night_with(100, 100)
    buy_in(night, seats(night)[0].id, 50)
    assert part(watch(client, night), "Ann") == "[Dealer] Ann 150"
