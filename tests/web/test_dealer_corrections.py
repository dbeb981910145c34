"""Correcting an earlier action."""

from collections.abc import Callable

import pytest

from tests.web.tables import Table, buttons
from tests.web.test_dealer import region

Deal = Callable[..., Table]


@pytest.fixture
def table(deal: Deal) -> Table:
    table = deal("follow-the-queen", 2)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s", "p2 cc", "p1 cc", "d dh p1 2c")
    return table


def test_a_card_is_corrected_by_tapping_the_right_one(table: Table) -> None:
    html = table.get("correct/1")
    assert "Ann: 2 down cards, queen of hearts" in html
    assert "Ace of spades" in buttons(html)
    answer = table.post("correct/1", action="d dh p1 ????CARD", card="2h")
    assert "Sevens are wild (followed Ann&#39;s queen)" in answer.text
    assert "Nothing wild" in region(answer.text, "What changes")
    assert table.live.number == 5
    assert table.post("correct/1", line="d dh p1 ????2h", do="1").status_code == 303
    assert table.live.actions[0] == "d dh p1 ????2h"
    assert len(table.live.actions) == 5


def test_where_a_later_action_no_longer_fits_the_dealer_chooses(table: Table) -> None:
    answer = table.post("correct/2", line="d dh p2 ????2c")
    assert "2 of clubs is Bob&#39;s up-card" in answer.text
    assert {"Cut there", "Ace of spades"} <= set(buttons(answer.text))
    assert "Keep as ruled" not in buttons(answer.text)


def test_the_rest_can_be_cut(table: Table) -> None:
    assert table.post("correct/2", line="d dh p2 ????2c", do="1", then="cut").status_code == 303
    assert table.live.actions == ("d dh p1 ????Qh", "d dh p2 ????2c", "p2 cc", "p1 cc")


def test_the_later_action_can_be_changed_along(table: Table) -> None:
    answer = table.post("correct/2", line="d dh p2 ????2c", action="d dh p1 CARD", card="3c", target="5")
    assert "Correct" in buttons(answer.text)
    assert table.post("correct/2", line="d dh p2 ????2c", do="1", **{"further-5": "d dh p1 3c"}).status_code == 303
    assert table.live.actions[-1] == "d dh p1 3c"


def test_what_only_breaks_a_rule_may_stand_as_ruled(table: Table) -> None:
    answer = table.post("correct/1", line="d dh p1 ????Kh")
    assert "Action 3 no longer fits" in answer.text
    assert {"Keep as ruled", "Cut there", "Change it"} <= set(buttons(answer.text))
    assert table.post("correct/1", line="d dh p1 ????Kh", do="1", then="keep").status_code == 303
    assert table.live.actions[2] == "p2 cc !"


def test_a_correction_that_only_breaks_a_rule_can_be_made_to_stand(table: Table) -> None:
    answer = table.post("correct/4", line="p1 cbr 6")
    assert answer.status_code == 422
    assert "Stands, as ruled" in buttons(answer.text)


def test_an_undecided_misfit_is_not_stored(table: Table) -> None:
    answer = table.post("correct/2", line="d dh p2 ????2c", do="1")
    assert answer.status_code == 200
    assert "no longer fits" in answer.text
    assert table.live.number == 5


def test_a_correction_seen_too_late_says_so(table: Table) -> None:
    assert table.post("correct/1", line="d dh p1 ????Kh", do="1", seen=2).status_code == 409


@pytest.mark.parametrize("line", ["", "nonsense", "p1 cc\np2 cc", "d dh p1 ????zz", "x" * 2000])
def test_a_line_that_is_none_is_refused(table: Table, line: str) -> None:
    assert table.post("correct/1", line=line).status_code == 422
    assert table.live.number == 5


@pytest.mark.parametrize("place", ["0", "6", "999999999999"])
def test_an_action_that_is_not_there_is_not_found(table: Table, place: str) -> None:
    assert table.client.get(f"{table.url}correct/{place}").status_code == 404
    assert table.post(f"correct/{place}", line="p1 cc").status_code == 404
