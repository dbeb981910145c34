"""The night's log of acts, and the queue."""

from __future__ import annotations

from app.games.house import Stakes
from app.night.acts import activity, queue, requests
from app.night.acts.queue import Done, Pending
from app.night.db import writing
from app.night.models import Night, Seat
from app.night.play import call
from app.night.validation import Problem
from tests.night import acting
from tests.night.acts.test_queue import names
from tests.night.table import deal, everyone_folds, seat, set_house, set_stakes, tap
from tests.seating import add_player


def lines(night: Night) -> list[tuple[str, str]]:
    return [(line.act.line(), line.status) for line in activity.night_log(night.id)]


def test_the_night_log_lists_acts_and_their_authors_latest_first(friday: Night) -> None:
    acting.buy_in(friday, seat(friday, "Bob").id, 50, by="Bob")
    assert lines(friday)[:2] == [("Bob buys 50", "done"), ("Cy sits down with 100", "done")]
    assert [line.by for line in activity.night_log(friday.id, most=2)] == ["Bob", ""]


def test_an_undone_act_keeps_its_place_in_the_log(friday: Night) -> None:
    bought = acting.buy_in(friday, seat(friday, "Bob").id, 50)
    assert isinstance(bought, Done)
    queue.undo_act(friday, bought.line, "Bob buys 50")
    assert lines(friday)[0] == ("Bob buys 50", "undone")
    assert not activity.night_log(friday.id)[0].can_undo


def test_queued_acts_and_requests_are_listed_until_they_are_done(friday: Night) -> None:
    live = deal(friday)
    add_player(friday, "Gus", 60)
    acting.buy_in(friday, seat(friday, "Bob").id, 50, by="Bob", ask=True)
    waiting = [(line.act.line(), line.status) for line in activity.waiting(friday.id)]
    assert waiting == [("Gus sits down with 60", "waiting"), ("Bob buys 50", "asked")]
    everyone_folds(live)
    call.next_hand(friday)
    assert [line.status for line in activity.waiting(friday.id)] == ["asked"]


def test_a_failed_act_is_listed_with_its_reason_until_the_next_deal(friday: Night) -> None:
    ann = seat(friday, "Ann").id
    bought = acting.buy_in(friday, ann, 5)
    assert isinstance(bought, Done)
    live = deal(friday)
    assert isinstance(queue.undo_act(friday, bought.line, "Ann buys 5"), Pending)
    with writing() as session:  # as if another server cashed Ann out meanwhile
        session.get_one(Seat, ann).left = True
    everyone_folds(live)
    call.next_hand(friday)
    (line,) = activity.failed(friday.id)
    assert (line.act.line(), line.note) == ("Taken back: Ann buys 5", "Ann has left with these chips")
    assert lines(friday)[0] == ("Taken back: Ann buys 5", "failed")
    deal(friday)
    assert activity.failed(friday.id) == []


def test_new_stakes_and_rules_replace_those_in_the_queue(friday: Night) -> None:
    live = deal(friday)
    for ante in (2, 3):
        set_stakes(friday, Stakes(ante=ante, small=4, big=8))
    set_house(friday, {"raises": 5})
    set_house(friday, {"raises": 5, "chip_unit": 2})
    waiting = activity.waiting(friday.id)
    assert [line.act.kind for line in waiting] == ["stakes", "house"]
    assert activity.next_stakes(friday, waiting).ante == 3
    assert activity.next_house_rules(friday, waiting).raises == 5
    everyone_folds(live)
    call.next_hand(friday)
    assert (friday.stakes.ante, friday.house) == (3, {"raises": 5, "chip_unit": 2})


def test_a_refused_act_does_not_replace_a_queued_one(friday: Night) -> None:
    deal(friday)
    order = [seat(friday, name).id for name in ("Cy", "Ann", "Bob")]
    requests.rearrange_seats(friday, order)
    assert isinstance(requests.rearrange_seats(friday, [order[0], order[0]]), Problem)
    assert [line.act.line() for line in activity.waiting(friday.id)] == ["The seats, clockwise: Cy, Ann, Bob"]


def test_a_queued_button_goes_to_its_player_after_a_seat_change(friday: Night) -> None:
    live = deal(friday)
    acting.set_dealer(friday, seat(friday, "Cy").place)
    requests.rearrange_seats(friday, [seat(friday, name).id for name in ("Cy", "Bob", "Ann")])
    tap(live, "d misdeal")
    assert call.next_hand(friday) is None
    assert names(friday) == ["Cy", "Bob", "Ann"]
    assert seat(friday, "Cy").dealer


def test_stakes_and_house_rules_change_together_or_not_at_all(friday: Night) -> None:
    now = (friday.stakes, friday.house_rules)
    assert requests.set_stakes_and_rules(friday, friday.stakes, friday.house, now) is None
    wrong = requests.set_stakes_and_rules(friday, Stakes(ante=5), {"raises": 10**12}, now)
    assert isinstance(wrong, Problem)
    assert isinstance(requests.set_stakes_and_rules(friday, Stakes(ante=5), {"raises": 7}, now), Done)
    assert (friday.stakes.ante, friday.house_rules.raises) == (5, 7)
    assert [status for _, status in lines(friday)[:2]] == ["done", "done"]
