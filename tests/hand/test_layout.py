"""Common cards in a layout: their places, refusals, and how the winning line is shown."""

from __future__ import annotations

from app.cards.card import card_text
from app.hand.cards import left_in_deck
from app.hand.play import prompt
from app.hand.state import State
from app.hand.view import TELEVISION, PlaceView, view
from tests.hand.at_table import after, hand, prompt_words, refusal
from tests.hand.own_game import BET, deal, own

DEALT = "d dh p1 ??????????, d dh p2 ??????????, p1 cc, p2 cc"
TURNED = ["d db Ts, p1 cc, p2 cc", "d db Ks, p1 cc, p2 cc", "d db Qs, p1 cc, p2 cc", "d db Js, p1 cc, p2 cc"]


def iron_cross(*lines: str, **options: object) -> State:
    return after(hand("iron-cross", (100, 100), options=options), DEALT, *lines)


def faces(state: State) -> list[str]:
    """Return the layout as on the television: a card, a dot for a face-down card, a dash for a gap."""
    return [" ".join(map(face, row)) for row in view(state, TELEVISION).layout]


def face(place: PlaceView) -> str:
    if place.card is None:
        return "." if place.name else "-"
    return card_text(place.card.card) + "*" * place.on_line


def test_layout_cards_are_dealt_in_order_or_to_named_places() -> None:
    assert faces(iron_cross()) == ["- . -", ". . .", "- . -"]
    assert faces(iron_cross("d db Ts")) == ["- . -", "Ts . .", "- . -"]
    assert faces(iron_cross("d db Ts to bottom, p1 cc, p2 cc, d db 9c")) == ["- . -", "9c . .", "- Ts -"]


def test_a_card_in_the_layout_cannot_be_anywhere_else() -> None:
    state = iron_cross("d db Ts")
    assert view(state, TELEVISION).middle == ()
    assert refusal(iron_cross("d db Ts, p1 cc, p2 cc"), "d db Ts") == "the 10 of spades lies in the middle"


def test_a_card_for_a_wrong_place_is_refused() -> None:
    state = iron_cross("d db Ts to top, p1 cc, p2 cc")
    assert refusal(state, "d db 9c to top") == "no card is turned up in top now"
    assert refusal(state, "d db 9c to centre") == "no card is turned up in centre now"
    assert refusal(state, "d db 9c8c to left") == "one card goes to a place"
    assert refusal(state, "d db 9c8c") == "1 more to the middle, not 2"
    assert refusal(state, "d db 9c to") == "to which place? write 'to' and its name"
    assert refusal(hand("auction"), "d db 9c to top") == "no card is turned up in top now"


def test_a_game_without_a_layout_has_no_places() -> None:
    state = after(hand("phlegm", (100, 100)), "d dh p1 ????????, d dh p2 ????????")
    assert refusal(state, "d db 9c to top") == "no card is turned up in top now"


def test_the_stub_excludes_cards_dealt_and_laid_out() -> None:
    assert left_in_deck(hand("iron-cross", (100, 100))) == 52 - 5
    assert left_in_deck(iron_cross()) == 52 - 5 - 10
    assert left_in_deck(iron_cross("d db Ts")) == 52 - 5 - 10


def laid_out(*steps: dict[str, object], **layout: object) -> State:
    """Return a hand of two players with three cards each and six places, at the first of these steps."""
    state = own(deal("ddd"), *steps, BET, stacks=(100, 100), layout={"grid": ["a b c", "d e f"], **layout})
    return after(state, "d dh p1 ??????, d dh p2 ??????")


def turn(places: str, count: int = 1) -> dict[str, object]:
    return {"step": "common", "count": count, "places": places}


def test_the_prompt_does_not_name_a_long_list_of_places() -> None:
    assert "Turn up the a, b or c card" in prompt_words(laid_out(turn("a b c")))
    assert "Turn up one more card of the layout" in prompt_words(laid_out(turn("a b c d e")))


def test_one_ask_fills_all_places_of_a_step_from_the_deck() -> None:
    boards = {"grid": ["top-1 top-2 top-3", "low-1 low-2 low-3"], "face_up": True}
    state = laid_out(turn("top-1 top-2 low-1 low-2", 4), turn("top-3 low-3"), **boards)
    assert "4 cards: top 1 to 2 and low 1 to 2" in prompt_words(state)
    assert [ask.action.word for ask in prompt(state).asks] == ["top-1"]
    state = after(state, "d db 9c to low-2, d db 8c7c")
    assert "A card: low 1" in prompt_words(state)
    assert faces(after(state, "d db 6c")) == ["8c 7c .", "6c 9c ."]
    assert "Turn up the top 3 or low 3 card" in prompt_words(after(state, "d db 6c"))


def test_a_step_whose_place_is_already_turned_up_is_skipped() -> None:
    state = after(laid_out(turn("b a"), turn("a")), "d db 9c to a")
    assert refusal(state, "d db 8c") == "not now. Next: Ann to act"
    assert after(state, "p1 cc, p2 cc").frames


def test_layout_cards_can_be_turned_up_when_the_deck_is_out() -> None:
    state = after(laid_out(turn("a b", 2)), "d out, d db 9c8c")
    assert [card_text(place.card.card) for place in view(state, TELEVISION).layout[0] if place.card] == ["9c", "8c"]


def test_without_lines_every_card_counts() -> None:
    state = after(laid_out(turn("a b c", 3)), "d db 9c9d9h, p1 cc, p2 cc, p1 sm AcKd2s, p2 sm 9s3c4d")
    assert state.result is not None
    assert [(award.seat, str(award.hand), award.line) for award in state.result.awards] == [(1, "four nines", "")]


def test_a_limit_sets_how_many_cards_of_a_line_play() -> None:
    lines = [{"name": "the top", "places": "a b c"}]
    board = "d db 9c9d9h, p1 cc, p2 cc, p1 sm AcKd2s, p2 sm 9s3c4d"
    state = after(laid_out(turn("a b c", 3), lines=lines, use=1), board)
    assert state.result is not None
    assert [(award.seat, str(award.hand), award.line) for award in state.result.awards] == [
        (1, "pair of nines", "the top")
    ]


def test_a_redeal_resets_the_layout() -> None:
    assert faces(after(iron_cross("d db Ts, d redeal"))) == ["- . -", ". . .", "- . -"]


def test_the_winning_line_is_marked() -> None:
    state = iron_cross(*TURNED, "d db 2d, p1 cc, p2 cc", "p1 sm As9s4h7c3d, p2 sm 2h2c5d8h9d")
    assert faces(state) == ["- Ks* -", "Ts 2d* Qs", "- Js* -"]
    assert state.result is not None
    (award,) = state.result.awards
    assert (award.seat, award.line, str(award.hand)) == (1, "the column", "three deuces")


def test_no_line_is_marked_for_a_hand_without_layout_cards() -> None:
    state = iron_cross(*TURNED, "d db 2d, p1 cc, p2 cc", "p1 sm 4h5h6h7h8h, p2 sm 2h2c5d8c9d")
    assert state.result is not None
    assert [award.line for award in state.result.awards] == [""]
    assert "*" not in "".join(faces(state))


def test_high_and_low_mark_their_own_lines() -> None:
    options = {"played_for": "high and low, cards speak"}
    board = ["d db Kc, p1 cc, p2 cc", "d db 2d, p1 cc, p2 cc", "d db Ts, p1 cc, p2 cc", "d db Jh, p1 cc, p2 cc"]
    state = iron_cross(*board, "d db 6h, p1 cc, p2 cc", "p1 sm KhKd4s3c8d, p2 sm AhAd9c9dQs", **options)
    assert state.result is not None
    assert [(award.share, award.line) for award in state.result.awards] == [("high", "the row"), ("low", "the column")]
