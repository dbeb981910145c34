"""Rulings that the engine has yet to follow, held at the answer that it gives today. Each line is to go."""

from typing import Any

#: House rules that are the same in every hand of a check.
HELD: dict[str, Any] = {
    "both_scope": "each pot",
    "turn_order": "as tapped",
    "made_wild_needs_five": False,
    "low_kind": "ace to five",
    "low_hole_ace": "high",
}

#: Whether hands are judged in which a pot is left where nobody's declaration holds.
JUDGE_NOBODY_HOLDS = False

#: Whether a third up-card of a rank leads again in Follow the Pair called as a modifier.
THIRD_LEADS = False

#: Whether an up-card makes a pair with one that its player has thrown away, in Follow the Pair.
THROWN_CARDS_PAIR = True

#: Whether the big bet of five-card stud begins with the fifth card, not in the third round.
BIG_BET_BY_CARDS = True

#: Games that are not called with a modifier: a bug among the two cards set apart ends in an error; where cards are
#: rolled off a stack, a queen that ends a street is taken to be in the middle of it.
NOT_CALLED = {("oppression", "jokers"), ("follow-the-queen", "rollout")}
