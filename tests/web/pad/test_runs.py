"""One tap for several players who do the same."""

from collections.abc import Callable

from app.hand.play import prompt
from tests.web.tables import Table, buttons
from tests.web.television.watching import until

Deal = Callable[..., Table]


def dealt(deal: Deal) -> Table:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c")
    return table


def test_all_check_ends_the_round(deal: Deal) -> None:
    table = dealt(deal)
    assert "All 3 check" in buttons(table.get())
    table.post(action="p1 cc\np2 cc\np3 cc")
    assert prompt(table.live.state).kind == "card"
    table.post("undo")
    assert "All 3 check" in buttons(table.get())


def test_all_call_is_offered_while_several_players_face_a_bet(deal: Deal) -> None:
    table = dealt(deal)
    table.enter("p1 cbr 2")
    assert "All 2 call" in buttons(table.get())
    table.enter("p2 cc")
    assert not [name for name in buttons(table.get()) if name.startswith("All")]


def test_tapping_a_later_seat_offers_calls_and_folds_before_it(deal: Deal) -> None:
    table = dealt(deal)
    table.enter("p1 cbr 2")
    assert {"1 calls: Bob", "1 folds: Bob"} <= set(buttons(table.get("?arm=2")))


def test_all_decline_ends_an_offer_made_to_each_player_in_turn(deal: Deal) -> None:
    table = until(deal("bunk-beds", 3), lambda state: prompt(state).kind == "offer" and len(state.live) == 3)
    assert "All 3 decline" in buttons(table.get())
    table.post(action="p1 no\np2 no\np3 no")
    assert prompt(table.live.state).kind != "offer"
