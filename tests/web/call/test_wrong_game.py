"""A wrongly called game, changed on the call screen during the hand: previewed, corrected and undone."""

from collections.abc import Callable

import pytest

from tests.web.pressing import Page, open_page
from tests.web.tables import Table

Deal = Callable[..., Table]


@pytest.fixture
def table(deal: Deal) -> Table:
    """Seven-card stud: Cy opens with the king, and Ann folds."""
    table = deal("seven-card-stud", 3)
    table.enter("d dh p1 ????5h", "d dh p2 ????6h", "d dh p3 ????Kh", "p3 cbr 2", "p1 f")
    return table


def open_sheet(table: Table, game: str = "") -> Page:
    """Open the sheet of the called game, or of another one."""
    address = table.client.get(f"{table.url}called").location
    return open_page(table.client, f"{table.url}call/{game}" if game else address)


def test_another_game_is_previewed_confirmed_and_undone(table: Table) -> None:
    assert "/call/seven-card-stud" in open_sheet(table).url
    page = open_sheet(table, "follow-the-queen").press("Play the hand this way")
    assert "Game Seven-Card Stud Follow the Queen" in page.regions["What changes"]
    assert table.live.hand.game_id == "seven-card-stud"
    answer = page.press("Correct").answer
    assert (answer.status_code, answer.location) == (303, table.url)
    assert table.live.hand.game_id == "follow-the-queen"
    assert len(table.live.actions) == 5
    assert "Follow the Queen" in table.client.get(table.url).text
    table.post("undo")
    assert table.live.hand.game_id == "seven-card-stud"


def test_the_hand_is_rewound_to_the_first_action_that_no_longer_fits(table: Table) -> None:
    page = open_sheet(table, "five-card-stud").press("Play the hand this way")
    assert "Action 1 no longer fits" in page.answer.text
    assert "Correct" not in page.names
    page = page.press("Rewind to here")
    assert "From here on: 5 actions dropped" in page.regions["What changes"]
    assert page.press("Correct").answer.status_code == 303
    assert (table.live.hand.game_id, table.live.actions) == ("five-card-stud", ())


def test_an_action_that_only_breaks_a_rule_can_be_kept_as_ruled(deal: Deal) -> None:
    """Ann's queen makes Bob's five wild, which should have opened as an ace; but Cy opened, and his bet stands."""
    table = deal("seven-card-stud", 3)
    table.enter("d dh p1 ????Qh", "d dh p2 ????5d", "d dh p3 ????Kh", "p3 cbr 2", "p1 cc", "p2 cc")
    table.enter("d dh p1 2c", "d dh p2 8d", "d dh p3 9c", "p3 cbr 2")
    assert "Action 4 no longer fits" in table.post("call/follow-the-queen", do="change").text
    assert "(as ruled)" in table.post("call/follow-the-queen", do="keep").text
    assert table.post("call/follow-the-queen", do="correct", keep="1").status_code == 303
    assert table.live.hand.game_id == "follow-the-queen"
    assert table.live.actions[3] == "p3 cbr 2 !"


def test_an_unchanged_game_and_an_outdated_change_are_refused(table: Table) -> None:
    answer = table.post("call/seven-card-stud", do="change")
    assert answer.status_code == 422
    assert "That is how it was called" in answer.text
    page = open_sheet(table, "follow-the-queen").press("Play the hand this way")
    table.enter("p2 cc")
    page = page.press("Correct")
    assert page.answer.status_code == 409
    assert "Someone else changed the table first" in page.answer.text
    assert page.press("Correct").answer.status_code == 303


def test_a_sealed_declaration_is_removed_whether_or_not_it_fits(deal: Deal) -> None:
    table = deal("black-maria-spade", 2, options={"declare": "together"})
    table.enter("d dh p1 ????Kc", "d dh p2 ????9d", "p1 cc", "p2 cc")
    for cards in (("Ks", "4c"), ("3d", "7s"), ("8d", "Jc")):
        table.enter(f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}", "p1 cc", "p2 cc")
    table.enter("d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc", "p1 declare spade")
    page = open_sheet(table, "chicago").press("Play the hand this way")
    assert "declares spade" not in page.answer.text
    assert "Removed" in page.regions["What changes"]
    assert page.press("Correct").answer.status_code == 303
    assert len(table.live.actions) == 20


@pytest.mark.parametrize("cut", ["x", "0", "99", "-1", "²", "9" * 500])
def test_an_odd_cut_breaks_nothing(table: Table, cut: str) -> None:
    answer = table.post("call/follow-the-queen", do="correct", cut=cut)
    assert answer.status_code in (303, 422)
