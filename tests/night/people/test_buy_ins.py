"""Buy-ins: the table's usual one, each player's last one, and the chips that a player brings back."""

from __future__ import annotations

from app.night.acts import queue
from app.night.acts.queue import Done
from app.night.example import start_example
from app.night.models import Night
from app.night.people.seats import FIRST_BUY_IN, BuyIns
from app.night.screens import screen_of
from tests.night import acting
from tests.night.table import begin, seat
from tests.seating import add_player


def bought(night: Night) -> BuyIns:
    return screen_of(night.id).table.buy_ins


def test_the_usual_buy_in_is_the_latest_of_the_most_common_first_buy_ins(friday: Night) -> None:
    for name in ("Di", "Ed"):
        add_player(friday, name, 60)
    assert bought(friday).usual == 100
    add_player(friday, "Flo", 60)
    assert bought(friday).usual == 60
    acting.buy_in(friday, seat(friday, "Ann").id, 40)
    assert (bought(friday).usual, bought(friday).last(seat(friday, "Ann").player_id)) == (60, 40)


def test_the_usual_buy_in_starts_as_that_of_the_previous_night(app: object) -> None:
    assert bought(begin(tracked=False)).usual == FIRST_BUY_IN
    begin(chips=250)
    begin(tracked=False)
    start_example()
    assert bought(begin(tracked=False)).usual == 250


def test_chips_brought_back_are_not_a_buy_in_unless_the_player_left_broke(friday: Night) -> None:
    bob = seat(friday, "Bob")
    acting.give_chips(friday, bob.id, seat(friday, "Ann").id, 21)
    acting.leave(friday, bob.id)
    assert bought(friday).on_return(bob.player_id) == 79
    add_player(friday, "Bob", 79)
    assert bought(friday).bought[bob.player_id] == [100]
    acting.give_chips(friday, bob.id, seat(friday, "Ann").id, 79)
    acting.leave(friday, bob.id)
    assert bought(friday).on_return(bob.player_id) == 100
    add_player(friday, "Bob", 50)
    assert bought(friday).last(bob.player_id) == 50


def test_an_undone_departure_brings_no_chips_back(friday: Night) -> None:
    bob = seat(friday, "Bob")
    left = acting.leave(friday, bob.id)
    assert isinstance(left, Done)
    queue.undo_act(friday, left.line, "Bob leaves")
    acting.buy_in(friday, bob.id, 40)
    assert bought(friday).last(bob.player_id) == 40
