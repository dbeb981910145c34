"""Every hand of a night has its own page, where it can be corrected until the night's money is settled."""

import re
from collections.abc import Callable

import pytest

from app.night.acts.queue import Done
from app.night.db import db
from app.night.history.replays import hand_key
from app.night.log.replay import LiveHand
from app.night.models import Night
from app.night.people import seats as night_seats
from app.night.play import call
from app.night.screens import night_version
from tests.entering import enter
from tests.night import acting
from tests.night.table import FIRST_STREET
from tests.web.corrections.test_corrections import STAKES
from tests.web.pressing import Page, open_page
from tests.web.tables import Table

Deal = Callable[..., Table]

#: Everybody folds to Cy's bet: he wins 2.
FOLDED = (*FIRST_STREET, "p3 cbr 2", "p1 f", "p2 f")


@pytest.fixture
def table(deal: Deal) -> Table:
    """Two hands of five-card stud, won without a showdown and cleared."""
    table = deal("five-card-stud", 3, stakes=STAKES)
    table.enter(*FOLDED)
    another_hand(table)
    call.next_hand(night(table))
    return table


def night(table: Table) -> Night:
    db.session.rollback()
    return table.night


def another_hand(table: Table, *lines: str) -> LiveHand:
    """Clear the hand on the table, and play another."""
    call.next_hand(night(table))
    live = call.call_game(night(table), "five-card-stud")
    assert isinstance(live, LiveHand)
    for line in lines or FOLDED:
        enter(live.hand.id, [line])
    return live


def stacks(table: Table) -> dict[str, int | None]:
    return {seat.name: seat.stack for seat in night_seats.seats(night(table))}


def preview_raise(table: Table) -> Page:
    """Return the preview of a correction of the first hand: Bob raises, and Cy folds."""
    page = open_page(table.client, f"{table.url}hand/1/correct/6")
    answer = table.client.post(
        page.url,
        data={"hand": table.hand, "seen": table.live.number, "line": ["p2 cbr 4", "p3 f"], "target": "6"},
    )
    return Page(table.client, page.url, answer)


def correct_hand(table: Table) -> str:
    """Confirm the correction; return the page of the hand."""
    answer = preview_raise(table).press("Correct").answer
    assert (answer.status_code, answer.location) == (303, f"{table.url}hand/1")
    return table.client.get(answer.location).text


def test_the_page_of_a_hand_has_its_log_with_a_link_to_correct_each_line(table: Table) -> None:
    html = table.client.get(f"{table.url}hand/1").text
    assert "Hand 1: Five-Card Stud" in html
    assert html.count('class="btn" href="') == len(FOLDED)
    assert f'href="{table.url}hand/1/correct/4"' in html
    assert "<b>5</b> to Cy" in html
    # Each link is named by its line, as in the log beside the hand.
    names = dict(re.findall(r'id="(c\d+)" aria-labelledby="c\d+ (l\d+)">Correct</a>', html))
    assert list(names.items()) == [(f"c{n}", f"l{n}") for n in range(1, 7)]
    assert '<span id="l6">' in html


def test_the_list_of_hands_and_the_trace_of_a_count_link_to_each_hand(table: Table) -> None:
    assert f'href="/h/{hand_key(table.hand)}" aria-label="Open hand 1"' in " ".join(table.get("call").split())
    seats = night_seats.seats(night(table))
    counts = {f"chips-{seat.id}": str((seat.stack or 0) + (seat.name == "Cy")) for seat in seats}
    counts |= {f"had-{seat.id}": str(seat.stack) for seat in seats}
    html = table.client.post(f"{table.url}money/count", data=counts).text
    assert {f'href="{table.url}hand/{number}"' for number in (1, 2)} <= set(html.replace(">", " ").split())


def test_the_hand_in_play_is_corrected_at_the_table(table: Table) -> None:
    another_hand(table, *FIRST_STREET)
    answer = table.client.get(f"{table.url}hand/3")
    assert (answer.status_code, answer.location) == (302, f"{table.url}?log=1")


@pytest.mark.parametrize("number", ["4", "0", "9" * 9, "9" * 60, "-1", "x"])
def test_an_unknown_hand_has_no_page(table: Table, number: str) -> None:
    for path in ("", "/correct/1"):
        assert table.client.get(f"{table.url}hand/{number}{path}").status_code == 404
    for path in ("/correct/1", "/undo", "/redo"):
        assert table.client.post(f"{table.url}hand/{number}{path}").status_code == 404


def test_correcting_an_earlier_hand_corrects_the_stacks(table: Table) -> None:
    before = stacks(table)
    changes = preview_raise(table).regions["What changes"]
    assert "Upcard moves – 5 from Cy to Bob Move the chips too, unless they are already right" in changes
    html = correct_hand(table)
    assert "Hand 1 is corrected" in html
    assert stacks(table) == {"Ann": before["Ann"], "Bob": (before["Bob"] or 0) + 5, "Cy": (before["Cy"] or 0) - 5}
    assert "Hand 1 corrected: 5 from Cy to Bob" in table.get("night")


def test_a_correction_is_undone_and_redone_on_its_hands_page(table: Table) -> None:
    before = stacks(table)
    assert "Undo the correction" not in table.client.get(f"{table.url}hand/1").text
    assert "Undo the correction" in correct_hand(table)
    after = stacks(table)
    stale = table.client.post(f"{table.url}hand/1/undo", data={"seen": 1})
    assert stale.status_code == 409
    answer = table.client.post(f"{table.url}hand/1/undo", data={"seen": table.live.number})
    assert (answer.location, stacks(table)) == (f"{table.url}hand/1", before)
    assert table.client.post(f"{table.url}hand/1/undo", data={"seen": table.live.number}).status_code == 422
    assert "Redo the correction" in table.client.get(f"{table.url}hand/1").text
    table.client.post(f"{table.url}hand/1/redo", data={"seen": table.live.number})
    assert stacks(table) == after


def test_a_settled_hand_on_the_table_shows_stacks_corrected_since(table: Table) -> None:
    another_hand(table)
    screens = (f"/n/{table.key}/", f"/tv/{night(table).watch_key}")
    before = [table.client.get(screen).text for screen in screens]
    seen = night_version(night(table).id)
    correct_hand(table)
    assert night_version(night(table).id) != seen
    for screen, old in zip(screens, before, strict=True):
        for name, chips in stacks(table).items():
            assert shows(table.client.get(screen).text, name, chips)
            assert name == "Ann" or not shows(old, name, chips)


def shows(html: str, name: str, chips: int | None) -> bool:
    """Return whether a screen shows this stack for a player."""
    match = re.search(rf'aria-label="{name}".*?class="stack">(\d+)', html, re.DOTALL)
    return match is not None and match[1] == str(chips)


def test_during_a_hand_an_earlier_one_can_be_previewed_but_not_corrected(table: Table) -> None:
    another_hand(table, *FIRST_STREET)
    why = "Hand 3 is being played: correct this one when it is over."
    for path in ("hand/1", "hand/1/correct/6"):
        assert why in table.get(path)
    page = preview_raise(table)
    assert "5 from Cy to Bob" in page.regions["What changes"]
    assert why in page.regions["What changes"]
    assert "Correct" not in page.names
    answer = table.client.post(
        f"{table.url}hand/1/correct/6",
        data={"hand": table.hand, "seen": table.live.number, "line": ["p2 cbr 4", "p3 f"], "do": "correct"},
    )
    assert answer.status_code == 422
    assert why.rstrip(".") in answer.text


def test_a_correction_that_leaves_an_earlier_hand_unfinished_cannot_be_confirmed(table: Table) -> None:
    page = open_page(table.client, f"{table.url}hand/1/correct/6").press("Rewind to here")
    assert "The hand would not be over, and another has begun" in page.regions["What changes"]
    assert "Correct" not in page.names


def test_a_correction_that_moves_chips_of_a_player_who_left_cannot_be_confirmed(table: Table) -> None:
    bob = next(seat for seat in night_seats.seats(night(table)) if seat.name == "Bob")
    assert isinstance(acting.leave(night(table), bob.id), Done)
    page = preview_raise(table)
    assert "Bob has left with the chips of this hand" in page.regions["What changes"]
    assert "Correct" not in page.names
