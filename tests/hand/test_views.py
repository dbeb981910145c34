"""Views in games with hidden choices show only what the table can see."""

from __future__ import annotations

from app.cards.card import card_text, cards_text
from app.hand.state import State
from app.hand.view import DEALER, SPECTATOR, TELEVISION, Viewer, view
from app.ranking.words import HandName
from tests.hand.at_table import after, hand
from tests.hand.own_game import BET, deal, own

EVERYBODY = (DEALER, TELEVISION, SPECTATOR, Viewer("player", 0), Viewer("player", 1))


def test_a_known_hole_card_makes_no_up_card_look_wild() -> None:
    state = hand(modifiers=("low-hole-wild",))
    state = after(state, "d dh p1 5h9d5c, d dh p2 ????Kd, d dh p3 ????4h")
    for viewer in (TELEVISION, SPECTATOR, Viewer("player", 1)):
        seat = view(state, viewer).seats[0]
        assert [(card_text(card.card), card.wild) for card in seat.cards] == [("5c", False)]
        assert seat.showing == HandName("five high")


def test_a_known_hole_card_does_not_change_the_opener() -> None:
    known = after(hand(modifiers=("low-hole-wild",)), "d dh p1 5h9d5c, d dh p2 ????Kd, d dh p3 ????4h")
    unknown = after(hand(modifiers=("low-hole-wild",)), "d dh p1 ????5c, d dh p2 ????Kd, d dh p3 ????4h")
    assert known.opener == unknown.opener == 1


def test_a_joker_in_the_hole_is_seen_only_when_it_is_shown() -> None:
    joker = {"modifier": "jokers", "play": "bug up, wild down"}
    state = hand("five-card-stud", modifiers=(joker,))
    state = after(state, "d dh p1 Jr9c, d dh p2 ??Kd, d dh p3 ??4h")
    for viewer in EVERYBODY:
        assert cards_text(card.card for card in view(state, viewer).seats[0].cards) == "9c"
        assert "Jr" not in repr(view(state, viewer))


def test_a_wild_first_up_card_is_visible_to_all() -> None:
    state = own(deal("du"), BET, wild=[{"rule": "first-up"}])
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h")
    assert [card.wild for seat in view(state, TELEVISION).seats for card in seat.cards] == [True, True, True]


def draws() -> list[State]:
    """Return the states of a twist: offered, paid for, discarded, with a card due."""
    state = own(deal("du"), {"step": "draw", "most": 1, "price": 2, "like_for_like": True}, BET)
    state = after(state, "d dh p1 Ah9c, d dh p2 ??Kd, d dh p3 ??4h")
    states = [state]
    for line in ("p1 pay 2", "p1 sd Ah", "d dh p1 Qs", "p2 no"):
        states.append(after(states[-1], line))
    return states


def test_a_discarded_hole_card_is_shown_to_nobody() -> None:
    for state in draws():
        for viewer in EVERYBODY[1:]:
            shown = view(state, viewer)
            assert "Ah" not in repr(shown.seats)
            assert "Qs" not in repr(shown.seats)
            assert "Ah" not in repr(shown.prompt)


def test_only_the_dealers_view_has_offers_to_answer() -> None:
    for state in draws():
        assert view(state, DEALER).prompt.asks
        for viewer in EVERYBODY[1:]:
            assert (view(state, viewer).prompt.asks, view(state, viewer).prompt.run) == ((), ())


def test_a_declaration_of_high_or_low_is_sealed_from_all_but_its_owner() -> None:
    state = own(deal("du"), BET, {"step": "declare"}, share=[{"rule": "high"}, {"rule": "low"}])
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, p1 declare low")
    for viewer in (DEALER, TELEVISION, SPECTATOR, Viewer("player", 1)):
        assert [seat.declared for seat in view(state, viewer).seats] == [None, None, None]
        assert view(state, viewer).seats[0].answered
    assert view(state, Viewer("player", 0)).seats[0].declared == "low"


def test_a_declaration_in_turn_is_announced_at_once() -> None:
    state = own(deal("du"), BET, {"step": "declare", "in_turn": True}, share=[{"rule": "high"}, {"rule": "low"}])
    state = after(state, "d dh p1 ??9c, d dh p2 ??Kd, d dh p3 ??4h, p2 cc, p3 cc, p1 cc, p1 declare low")
    assert view(state, TELEVISION).seats[0].declared == "low"


def test_cards_turned_down_again_are_hidden_from_all_viewers() -> None:
    state = own(deal("dd"), {"step": "roll"}, BET, {"step": "turn-down"}, BET)
    state = after(state, "d dh p1 ????, d dh p2 ????, d dh p3 ????, p1 up 9c, p2 up Kd, p3 up 4h")
    state = after(state, "p2 cc, p3 cc, p1 cc, d ok")
    for viewer in EVERYBODY:
        assert all(not seat.cards for seat in view(state, viewer).seats)


def test_every_view_shows_the_price_of_a_call_out_of_turn() -> None:
    state = after(hand("five-card-stud", (100, 2, 100)), "d dh p1 ??Kd, d dh p2 ??9c, d dh p3 ??4h, p1 cbr 2")
    assert view(state, SPECTATOR).owed == (0, 1, 2)
    folded = after(hand("five-card-stud"), "d dh p1 ??Kd, d dh p2 ??9c, d dh p3 ??4h, p1 cbr 2, p2 f")
    assert view(folded, SPECTATOR).owed == (0, 0, 2)
    assert view(folded, SPECTATOR).to_call == 2
