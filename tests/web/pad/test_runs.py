"""One tap for several players who do the same."""

from collections.abc import Callable

from app.games.house import Stakes
from app.hand.play import prompt
from app.night.play.taps import answer_sealed
from tests.web.tables import Table, buttons
from tests.web.television.watching import until

Deal = Callable[..., Table]


def all_buttons(table: Table) -> list[str]:
    return [name for name in buttons(table.get()) if name.startswith("All")]


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
    assert not all_buttons(table)


def test_tapping_a_later_seat_offers_calls_and_folds_before_it(deal: Deal) -> None:
    table = dealt(deal)
    table.enter("p1 cbr 2")
    assert {"1 calls: Bob", "1 folds: Bob"} <= set(buttons(table.get("?arm=2")))


def test_tapping_the_seat_that_bet_offers_folds_by_everyone_else(deal: Deal) -> None:
    table = dealt(deal)
    table.enter("p1 cbr 2")
    page = table.get("?arm=0")
    assert "2 fold: Bob, Cy" in buttons(page)
    assert not {"2 call: Bob, Cy", "2 check: Bob, Cy"} & set(buttons(page))
    table.post(action="p2 f\np3 f")
    assert table.live.over
    table.post("undo")
    assert "All 2 call" in buttons(table.get())


def test_all_decline_ends_an_offer_made_to_each_player_in_turn(deal: Deal) -> None:
    table = until(deal("bunk-beds", 3), lambda state: prompt(state).kind == "offer" and len(state.live) == 3)
    assert "All 3 decline" in buttons(table.get())
    table.post(action="p1 no\np2 no\np3 no")
    assert prompt(table.live.state).kind != "offer"


def test_all_decline_ends_an_offer_to_turn_up_a_card(deal: Deal) -> None:
    table = until(
        deal("echo-park", 3), lambda state: prompt(state).question.kind == "may turn up" and len(state.live) == 3
    )
    assert "All 3 decline" in buttons(table.get())


def test_all_who_have_yet_to_declare_are_out_with_one_tap(deal: Deal) -> None:
    table = deal("guts-two-card", 4)
    table.enter("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????")
    assert "All 4 out" in buttons(table.get())
    table.enter("p3 declare in")
    assert "All 3 out" in buttons(table.get())
    table.post(action="p1 declare out\np2 declare out\np4 declare out")
    assert prompt(table.live.state).question.kind == "alone in"
    table.post("undo")
    assert "All 4 out" in buttons(table.get())


def test_all_out_is_not_stored_if_a_phone_has_answered_meanwhile(deal: Deal) -> None:
    table = deal("guts-two-card", 3)
    table.enter("d dh p1 ????", "d dh p2 ????", "d dh p3 ????")
    seen = table.live.number
    answer_sealed(table.hand, seen, 1, "p2 declare in")
    late = table.post(action="p1 declare out\np2 declare out\np3 declare out", seen=seen)
    assert "Bob has answered already. That stands." in late.text
    assert "All 2 out" in buttons(late.text)
    assert [player.declared for player in table.live.state.players] == [None, "in", None]


def test_no_tap_declares_high_or_low_for_everyone(deal: Deal) -> None:
    table = until(deal("draw-then-stud", 3), lambda state: prompt(state).kind == "declare" and len(state.live) == 3)
    assert not all_buttons(table)


def test_all_muck_once_a_hand_lies_open(deal: Deal) -> None:
    table = dealt(deal)
    for street in ("Kd Qd 2d", "Jd 9d 3d", "Th 8d 4d"):
        table.enter("p1 cc", "p2 cc", "p3 cc")
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(street.split(), 1)))
    table.enter("p1 cc", "p2 cc", "p3 cc")
    assert not all_buttons(table)
    table.enter("p1 sm AhKhKdJdTh")
    assert "All 2 muck" in buttons(table.get())
    table.post(action="p2 sm\np3 sm")
    assert table.live.over
    table.post("undo")
    assert "All 2 muck" in buttons(table.get())


def test_a_button_that_enters_nothing_lies_where_all_check_was(deal: Deal) -> None:
    table = until(deal("seven-card-stud", 3), lambda state: prompt(state).kind == "show" and len(state.live) == 3)
    names = buttons(table.get())
    assert names.index("Pick the winner") < names.index("Muck")


def test_nobody_mucks_for_all_while_a_side_pot_has_no_open_hand(deal: Deal) -> None:
    table = deal("five-card-stud", 4, stack=(10, 50, 50, 50), stakes=Stakes(limit="none", min_bet=2))
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "d dh p4 ??3c")
    table.enter("p1 cbr 9", "p2 cbr 49", "p3 cc", "p4 cc")
    for street in ("Kd Qd 2d 3d", "Jd 9d 4d 5d", "Th 8d 6c 7c"):
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(street.split(), 1)))
    table.enter("p1 sm AhKhKdJdTh")
    assert not all_buttons(table)
    table.enter("p2 sm AdQhQd9d8d")
    assert all_buttons(table) == ["All 2 muck"]


def test_nobody_mucks_for_all_who_declared_a_share_without_an_open_hand(deal: Deal) -> None:
    table = deal("low-chicago", 4)
    table.enter("d dh p1 ????Kh", "d dh p2 ????Qh", "d dh p3 ????2c", "d dh p4 ????3c")
    table.enter(*(f"p{seat} cc" for seat in (1, 2, 3, 4)))
    for street in ("Kd Qd 2d 3d", "Jd 9d 4d 5d", "Th 8d 6c 7c", "?? ?? ?? ??"):
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(street.split(), 1)))
        table.enter(*(f"p{seat} cc" for seat in (1, 2, 3, 4)))
    table.enter("p1 declare high", "p2 declare spade", "p3 declare spade", "p4 declare high")
    table.enter("p1 sm 9h9cKhKdJdTh8h")
    assert not all_buttons(table)
    table.enter("p2 sm 2s3hQhQd9d8d4h")
    assert all_buttons(table) == ["All 2 muck"]


def test_the_cards_of_a_player_who_shows_take_the_place_of_the_buttons_for_all(deal: Deal) -> None:
    table = deal("crocodile", 3)
    for number, cards in enumerate(("Kh Tc 2s", "Kd 9c 3s", "7h 8c 4s", "6h 5c Js")):
        table.enter(*(f"d dh p{n} {'' if number else '????'}{card}" for n, card in enumerate(cards.split(), start=1)))
        table.enter("p1 cc", "p2 cc", "p3 cc")
    assert {"All discard", "Discards 1"} <= set(buttons(table.get()))
    assert not {"All discard", "Discards 1"} & set(buttons(table.get("?arm=1&held=Ah")))
    table.post(action="p1 sd ??\np2 sd ??\np3 sd ??")
    table.enter("p1 sm AhKhKd7h6h")
    page = table.get("?arm=2")
    assert ("All 2 muck" in buttons(page), "Still to be tapped" in page) == (True, False)
    page = table.get("?arm=2&held=9h")
    assert ("All 2 muck" in buttons(page), 'aria-label="9 of hearts"' in page) == (False, True)
