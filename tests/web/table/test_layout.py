"""The positions of seats: clockwise as seen from the front of the tablet, and after the table is turned."""

from collections.abc import Callable, Mapping

import pytest

from app.night.nights import current_hand, last_number
from app.web.table.seats import tablet_place
from tests.web.tables import HTMX, Table

Deal = Callable[..., Table]

#: Number of seats in the upper and in the lower row.
ROWS = {2: (1, 1), 3: (2, 1), 4: (2, 2), 5: (2, 3), 6: (3, 3), 7: (4, 3), 8: (4, 4), 9: (4, 5), 10: (5, 5)}


def landscape(count: int, near: int) -> list[tuple[int, int]]:
    """Return the row and half column of each seat in landscape."""
    places = (tablet_place(seat, count, near).split() for seat in range(count))
    return [(int(row[1:]), int(column[1:])) for row, column, *_ in places]


def portrait(count: int, near: int) -> list[tuple[str, int]]:
    """Return the side and line of each seat in portrait."""
    places = (tablet_place(seat, count, near).split() for seat in range(count))
    return [(side, int(line[1:])) for *_, line, side in places]


@pytest.mark.parametrize("count", ROWS)
def test_the_nearest_seat_is_in_the_middle_of_the_lower_row(count: int) -> None:
    upper, lower = ROWS[count]
    for near in range(count):
        places = landscape(count, near)
        assert [sum(row == line for row, _ in places) for line in (1, 2)] == [upper, lower]
        row, column = places[near]
        left = sum(row == 2 and other < column for row, other in places)
        assert row == 2
        assert left == lower // 2


@pytest.mark.parametrize("count", ROWS)
def test_seats_go_clockwise_from_the_nearest_one(count: int) -> None:
    places = landscape(count, count - 1)
    around = sorted(
        range(count),
        key=lambda seat: (places[seat][0] == 2, places[seat][1] if places[seat][0] == 1 else -places[seat][1]),
    )
    first = around.index(0)
    assert around[first:] + around[:first] == list(range(count))


@pytest.mark.parametrize("count", ROWS)
def test_seats_do_not_overlap_or_stick_out(count: int) -> None:
    columns = (count + 1) // 2
    places = landscape(count, 0)
    taken = [(row, half) for row, column in places for half in (column, column + 1)]
    assert len(set(taken)) == 2 * count
    assert all(1 <= half <= 2 * columns for _, half in taken)
    assert len(set(portrait(count, 0))) == count


@pytest.mark.parametrize("count", ROWS)
def test_in_portrait_the_nearest_seat_is_next_to_undo_and_seats_go_clockwise(count: int) -> None:
    places = portrait(count, count - 1)
    assert places[count - 1] == ("r", max(line for _, line in places))
    left = [line for side, line in places if side == "l"]
    right = [line for side, line in places if side == "r"]
    assert left == sorted(left, reverse=True)
    assert right == sorted(right)
    assert [side for side, _ in places] == ["l"] * len(left) + ["r"] * len(right)


def test_a_turned_table_stays_with_its_player_as_the_deal_moves(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    assert nearest(table) == "Cy"
    answer = table.post("turn", turn="on")
    assert (answer.status_code, answer.location) == (303, table.url)
    assert nearest(table) == "Ann"
    next_deal(table)
    assert nearest(table) == "Ann"
    table.post("turn", turn="on")
    assert nearest(table) == "Bob"
    table.post("turn", turn="back")
    assert nearest(table) == dealer(table)


def test_turning_keeps_the_armed_seat_and_the_open_log(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    answer = table.post("turn", headers=HTMX, turn="on", looking="1", log="1")
    assert answer.status_code == 200
    assert table.live.number == 0
    assert "Bob, out of order" in answer.text
    assert 'aria-label="Log"' in answer.text


def test_the_dealer_is_nearest_if_the_stored_player_is_not_seated(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    with table.client.session_transaction() as kept:
        kept["near"] = {table.key: 999_999}
    assert nearest(table) == "Cy"


@pytest.mark.parametrize("kept", ["nonsense", {"other": 1}, None])
def test_malformed_session_values_are_ignored(deal: Deal, kept: str | Mapping[str, int] | None) -> None:
    table = deal("five-card-stud", 3)
    with table.client.session_transaction() as session:
        session["near"] = kept
    assert nearest(table) == "Cy"
    assert table.post("turn", turn="on").status_code == 303
    assert nearest(table) == "Ann"


def nearest(table: Table) -> str:
    """Return the only player in the lower row of a table of three."""
    html = table.get()
    assert html.count('class="seat t2 ') == 1
    return html.split('class="seat t2 ')[1].split('aria-label="')[1].partition('"')[0]


def dealer(table: Table) -> str:
    return table.get().split('aria-label="Dealer"')[0].rpartition('<section class="seat ')[2].split('"')[2]


def next_deal(table: Table) -> None:
    """Win the hand without a showdown, and call the same game again; the button moves on by one seat."""
    before = dealer(table)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "p1 cbr 2", "p2 f", "p3 f")
    table.post("next")
    assert (
        table.client.post(
            f"/n/{table.key}/call/five-card-stud", data={"after": last_number(table.night.id)}
        ).status_code
        == 303
    )
    night = table.night
    hand = current_hand(night)
    assert hand is not None
    table.hand = hand.id
    assert dealer(table) != before
