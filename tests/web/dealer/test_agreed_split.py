"""An agreed split among the remaining players: proposed, entered, refused, undone, corrected."""

from collections.abc import Callable

import pytest

from tests.web.pressing import open_page
from tests.web.tables import HTMX, Table

Deal = Callable[..., Table]


@pytest.fixture
def table(deal: Deal) -> Table:
    """Five-card stud: Cy opens with the king, and Ann folds; antes of 1 and a bet of 2 make 5."""
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f")
    return table


def test_an_even_split_is_proposed_and_entered(table: Table) -> None:
    page = table.client.get(f"{table.url}?split=even").text
    assert "Who gets how much of 5?" in page
    assert 'name="part-p2" value="3"' in page
    assert 'name="part-p3" value="2"' in page
    assert "part-p1" not in page
    answer = table.post(action="d split", split="1", **{"part-p2": "3", "part-p3": "2"}, headers=HTMX)
    assert table.live.actions[-1] == "d split p2 3 p3 2"
    assert "Push <b>3</b> to Bob" in answer.text
    assert "agreed split" in answer.text
    table.post("undo")
    assert not table.live.over


def test_parts_that_do_not_add_up_to_the_pot_are_refused_and_stay_as_typed(table: Table) -> None:
    answer = table.post(action="d split", split="1", **{"part-p2": "4", "part-p3": "2"}, headers=HTMX)
    assert answer.status_code == 422
    assert "The pot is 5, but these parts add up to 6" in answer.text
    assert 'name="part-p2" value="4"' in answer.text
    for chips in ("x", "", "1 2", "-1", "9" * 30, "²"):
        assert table.post(action="d split", split="1", **{"part-p2": chips}).status_code == 422


def test_undo_before_a_split_is_entered_only_closes_it(table: Table) -> None:
    answer = table.post("undo", split="1", headers=HTMX)
    assert "Who gets what" not in answer.text
    assert table.live.number == 5


def test_a_split_reveals_no_sealed_declaration(deal: Deal) -> None:
    table = deal("black-maria-spade", 2, options={"declare": "together"})
    table.enter("d dh p1 ????Kc", "d dh p2 ????9d", "p1 cc", "p2 cc")
    for cards in (("Ks", "4c"), ("3d", "7s"), ("8d", "Jc")):
        table.enter(f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}", "p1 cc", "p2 cc")
    table.enter("d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc", "p1 declare spade")
    page = table.client.get(f"{table.url}?split=even&log=1").text
    assert "declares spade" not in page
    page = table.post(action="d split", log="1", **{"part-p1": "1", "part-p2": "1"}, headers=HTMX).text
    assert "Agreed split: 1 to Ann, 1 to Bob" in page
    assert "declares spade" not in page


def test_a_split_is_corrected_and_asked_again_if_the_pot_changes(table: Table) -> None:
    table.enter("d split p2 3 p3 2")
    page = open_page(table.client, f"{table.url}hand/1/correct/6")
    page = page.press("Split the pot", **{"part-p2": "1", "part-p3": "4"})
    assert "2 from Bob to Cy" in page.regions["What changes"]
    assert page.press("Correct").answer.status_code == 303
    assert table.live.actions[-1] == "d split p2 1 p3 4"
    page = open_page(table.client, f"{table.url}hand/1/correct/4").press("Check")
    assert "Action 6 no longer fits" in page.answer.text
    assert "the pot is 3, but these parts add up to 5" in page.answer.text
    page = page.press("Change it")
    assert 'name="part-p2" value="2"' in page.answer.text
    assert page.press("Split the pot").press("Correct").answer.status_code == 303
    assert table.live.actions[-1] == "d split p2 2 p3 1"
