"""Former up-cards, turned down again: their owner has or discarded them, and no other player can show them."""

from __future__ import annotations

from app.cards.card import parse_card
from app.hand.cards import cards_held_elsewhere
from app.hand.state import State
from app.web.table.keys import keys_of, keys_to_pick
from tests.hand.at_table import after, announced, refusal
from tests.hand.own_game import BET, deal, own

DOWN = {"step": "turn-down", "remembered": True}
DRAW = {"step": "draw", "most": 3}
CARDS = "9s9d KcKd QcQd JcJd TcTd 8c8d 7c7d 6c6d 5c5d 4c4d".split()


def turned_down(*steps: dict[str, object], players: int = 3, **more: object) -> State:
    """Deal three cards down and two up to each, turn those two down, then take the steps."""
    state = own(deal("ddduu"), {**DOWN, **more}, *steps, stacks=(100,) * players)
    return after(state, *(f"d dh p{n + 1} ??????{CARDS[n]}" for n in range(players)), "d ok")


def checked(state: State) -> State:
    return after(state, *(f"p{seat + 1} cc" for seat in state.live))


def test_a_player_who_discarded_nothing_must_show_all_former_up_cards() -> None:
    state = checked(turned_down(BET))
    why = "the 9 of diamonds and the 9 of spades were face up in front of Ann, who has thrown nothing away since"
    assert refusal(state, "p1 sm 2c2d2h3c3d") == why
    assert "the 9 of diamonds was face up in front of Ann" in refusal(state, "p1 sm 2c2d2h3c9s")
    assert after(state, "p1 sm 2c9d2h9s3d").players[0].shown


def test_a_former_up_card_cannot_be_shown_by_another_player() -> None:
    state = checked(turned_down(BET))
    why = "the 9 of spades was face up in front of Ann, so nobody else can have it"
    assert refusal(state, "p2 sm KcKd2c2d9s") == why
    # Not even after Ann has mucked.
    assert refusal(after(state, "p1 sm"), "p2 sm KcKd2c2d9s") == why


def test_each_unseen_discard_may_account_for_one_former_up_card() -> None:
    state = turned_down(DRAW, BET)
    state = checked(after(state, "p1 sd ??, d dh p1 ??, p2 sd ????, d dh p2 ????, p3 sd"))
    why = "the 9 of diamonds and the 9 of spades were face up in front of Ann, who has thrown only one away since"
    assert refusal(state, "p1 sm 2c2d2h3c3d") == why
    state = after(state, "p1 sm 2c2d2h3c9d, p2 sm 4c4d4h5c5d")
    assert "nobody else can have it" in refusal(state, "p3 sm QcQd9s6c6d")
    assert "nobody else can have it" in refusal(state, "p3 sm QcQdKd6c6d")


def test_a_named_discard_accounts_only_for_itself() -> None:
    state = turned_down(DRAW, BET)
    assert "nobody else can have it" in refusal(state, "p1 sd Kc")
    state = checked(after(state, "p1 sd 9s, d dh p1 ??, p2 sd, p3 sd"))
    assert "is out of play" in refusal(state, "p1 sm 9s9d2c3c4h")
    assert "thrown nothing away" in refusal(state, "p1 sm 2c2d2h3c3d")


def shuffled() -> State:
    """Return a table of ten whose deck ran out after Ann discarded one card and Bob two; then Cy discarded one."""
    state = turned_down(DRAW, BET, players=10)
    state = after(state, "p1 sd ??, d dh p1 ??, p2 sd ????")
    assert announced(state) == ["The deck is out: shuffle the discards and keep dealing"]
    state = after(state, "d dh p2 ????, p3 sd ??, d dh p3 ??", *(f"p{n} sd" for n in range(4, 11)))
    return checked(state)


def test_a_reshuffled_former_up_card_may_be_in_another_hand() -> None:
    state = after(shuffled(), "p4 sm JcJd9s2c2d")
    # Ann discarded one card before the shuffle, so one of her nines may be in another hand, but not both.
    assert "nobody else can have it" in refusal(state, "p5 sm TcTd9d2h2s")
    assert "thrown only one away" in refusal(state, "p1 sm 3c3d3h3s4h")
    assert after(state, "p1 sm 9d3d3h3s4h").players[0].shown
    # Bob discarded two, so both may be; Cy discarded after the shuffle, and the others discarded none.
    assert after(shuffled(), "p4 sm JcJdKcKd2d").players[3].shown
    assert "nobody else can have it" in refusal(state, "p5 sm TcTdQc2h2s")
    assert "nobody else can have it" in refusal(state, "p5 sm TcTd8c2h2s")


def test_cards_shown_together_are_counted_together() -> None:
    assert "nobody else can have it" in refusal(shuffled(), "p4 sm JcJd9s9d2d")


def test_a_card_shown_by_its_owner_was_not_discarded() -> None:
    state = after(shuffled(), "p1 sm 9s9d3h3s4h")
    assert "is Ann's down card" in refusal(state, "p4 sm JcJd9s2c2d")


def test_a_former_up_card_cannot_be_dealt_from_the_deck() -> None:
    state = checked(turned_down(BET, deal("u"), BET))
    assert refusal(state, "d dh p2 9s") == "the 9 of spades was face up in front of Ann, so nobody else can have it"
    assert refusal(state, "d dh p1 9s") == "the 9 of spades was face up in front of Ann, so nobody else can have it"


def test_only_its_owner_can_turn_up_a_former_up_card_again() -> None:
    state = turned_down({"step": "roll"}, BET)
    assert "nobody else can have it" in refusal(state, "p2 up 9s")
    assert after(state, "p1 up 9s").players[0].up == (parse_card("9s"),)


def test_only_its_owner_can_set_aside_a_former_up_card() -> None:
    state = turned_down({"step": "set-apart", "count": 1}, BET)
    assert "nobody else can have it" in refusal(state, "p2 sets 9s")
    assert after(state, "p1 sets 9s").players[0].set_aside == (parse_card("9s"),)


def test_former_up_cards_may_be_anywhere_after_a_pass_or_trade() -> None:
    for step, lines in (({"step": "pass"}, "d ok"), ({"step": "trade", "price": 1}, "p1 pay 1, p2 pay 1, d ok")):
        state = checked(after(turned_down(step, BET), lines))
        assert after(state, "p2 sm 9s9d2c2d2h").players[1].shown
    # A trade that did not take place changes nothing.
    state = checked(after(turned_down({"step": "trade", "price": 1}, BET), "d ok"))
    assert "nobody else can have it" in refusal(state, "p2 sm 9s9d2c2d2h")


def test_former_up_cards_are_forgotten_unless_the_game_says_otherwise() -> None:
    state = checked(turned_down(BET, remembered=False))
    assert after(state, "p2 sm 9s9d2c2d2h").players[1].shown


def test_the_keypad_disables_cards_that_other_players_must_have() -> None:
    state = checked(turned_down(BET))
    assert cards_held_elsewhere(state, None) == {parse_card(text) for text in "9s 9d Kc Kd Qc Qd".split()}
    for keys in (keys_of(state, (), (), 0)[0], keys_to_pick(state, 0, (), ())[0]):
        off = {key.text: key.where for row in keys for key in row if key is not None and key.where}
        assert off == {card: f"is {name}'s down card" for card, name in (*_of("Bob", "Kc Kd"), *_of("Cy", "Qc Qd"))}


def _of(name: str, cards: str) -> list[tuple[str, str]]:
    return [(card, name) for card in cards.split()]
