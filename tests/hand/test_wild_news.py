"""Announcements of wild cards: every change once, including that nothing wild follows."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.reasons import Reason
from app.games.rules.wild import RankName, WildNews
from app.hand.state import State
from tests.hand.at_table import after, all_announced, announced, hand, wild
from tests.hand.own_game import BET, deal, own

QUEEN = 10
KINGS, FOURS = RankName(11, figure=False), RankName(2, figure=False)


def news(state: State, *, of_last: bool = False) -> list[WildNews]:
    """Return the wild-card news announced so far, or by the last action."""
    counts = {state.count} if of_last else range(state.count + 1)
    events = [made.event for made in state.announcements if made.after in counts]
    return [event for event in events if isinstance(event, WildNews)]


def following(rule: str, *ups: str, **more: Any) -> State:
    """Deal up-cards to two, street by street, under a follow rule; each street is checked around."""
    script = [step for _ in ups for step in (deal("u"), BET)]
    state = own(*script, wild=[{"rule": rule, **more}], stacks=(100, 100))
    for street, cards in enumerate(ups):
        if street:
            opener = state.opener or 0
            state = after(state, f"p{opener + 1} cc, p{2 - opener} cc")
        state = after(state, f"d dh p1 {cards[:2]}, d dh p2 {cards[2:]}")
    return state


def last_queen(seat: int) -> Reason:
    return Reason("was the last up-card", seat, ranks=(QUEEN,))


def test_a_queen_as_the_last_up_card_is_announced_even_if_nothing_was_wild() -> None:
    state = following("follow-rank", "2c9d", "4hQs")
    assert news(state) == [WildNews(none_follows=True, reason=last_queen(1))]
    assert announced(state)[0] == "Nothing wild follows: Bob's queen was the last up-card"
    assert wild(state) == "Nothing wild"


def test_a_queen_as_the_last_up_card_ends_another_wild_rank() -> None:
    state = following("follow-rank", "QcKd", "4hQs")
    assert news(state, of_last=True) == [WildNews(none_follows=True, over=(KINGS,), reason=last_queen(1))]
    assert announced(state)[0] == "Kings are dead, nothing wild follows: Bob's queen was the last up-card"


def test_a_pair_with_the_last_up_card_is_announced_even_if_nothing_was_wild() -> None:
    state = following("follow-pair", "2c9d", "4h9s")
    assert news(state) == [WildNews(none_follows=True, reason=Reason("pair with the last up-card", 1))]
    assert announced(state)[0] == "Nothing wild follows: Bob's pair came with the last up-card"


def test_a_queen_that_ends_a_street_is_announced_by_option() -> None:
    why = Reason("was the last up-card of the street", 1, ranks=(QUEEN,))
    state = following("follow-rank", "2cQd", ends_street="nothing wild")
    assert news(state) == [WildNews(none_follows=True, reason=why)]
    # The first card of the next street does not announce another wild card.
    state = following("follow-rank", "2cQd", "4h9s", ends_street="nothing wild")
    assert news(state) == [WildNews(none_follows=True, reason=why)]


def test_a_step_that_continues_the_street_may_bring_the_next_up_card() -> None:
    script = (deal("du"), {"step": "roll"}, BET, deal("u"), BET)
    state = own(*script, wild=[{"rule": "follow-rank", "ends_street": "nothing wild"}], stacks=(100, 100))
    state = after(state, "d dh p1 ??2c, d dh p2 ??Qd")
    assert news(state) == [WildNews(next_up=True, reason=Reason("lead", 1, ranks=(QUEEN,)))]
    assert wild(after(state, "p1 up 4d")) == "Next up-card is wild"
    state = after(state, "p2 up 5d, p1 up 4d")
    assert wild(state) == "Fours are wild (followed Bob's queen, counting from the dealer's left)"


@pytest.mark.parametrize("rule", ["follow-rank", "follow-pair"])
def test_a_last_queen_is_announced_only_once(rule: str) -> None:
    state = following(rule, "2cQd", "4hQs")
    opener = state.opener or 0
    end = after(state, f"p{opener + 1} cbr 2, p{2 - opener} cbr 4, p{opener + 1} cc")
    assert end.result is not None
    assert sum(change.none_follows for change in news(end)) == 1
    assert sum("othing wild follows" in text for text in all_announced(end)) == 1


def test_a_queen_is_not_announced_as_last_while_another_up_card_may_come() -> None:
    state = following("follow-rank", "2cQd", "4h9s")
    assert not any(change.none_follows for change in news(state))
    assert wild(state) == "Fours are wild (followed Bob's queen)"


def test_a_last_queen_in_follow_the_queen_is_announced_only_on_sixth_street() -> None:
    state = hand("follow-the-queen", (100, 100))
    state = after(state, "d dh p1 ????Kh, d dh p2 ????4h, p1 cc, p2 cc, d dh p1 2c, d dh p2 3c, p1 cc, p2 cc")
    state = after(state, "d dh p1 8c, d dh p2 7c, p1 cc, p2 cc, d dh p1 Tc, d dh p2 Qd")
    assert announced(state)[0] == "Nothing wild follows: Bob's queen was the last up-card"
    state = after(state, "p1 cc, p2 cc, d dh p1 ??, d dh p2 ??, p1 cc, p2 cc")
    state = after(state, "p1 sm 5c6dKh2c8cTc9s, p2 sm 5d6h4h3c7cQdJs")
    assert state.result is not None
    assert [text for text in all_announced(state) if "wild" in text] == [
        "Nothing wild follows: Bob's queen was the last up-card"
    ]
