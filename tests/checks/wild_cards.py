"""Wild cards: after every action of random hands, the wild cards are those of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from app.cards.card import Card, card_text
from tests.checks.calls import Call, mismatch, random_call, random_hand, step
from tests.checks.check import Check, Tally
from tests.checks.rulebook import GAMES, Rules, rules_of
from tests.checks.watching import Seen, initial_view
from tests.checks.wild_rules import bugs_of, wild_for
from tests.hand.random_dealer import RandomDealer

#: Games whose wild cards change or differ by player; half of the hands are of these.
MOVING = (
    "woolworth follow-the-queen follow-the-pair auction-wild low-hole-wild low-hole-roll-your-own dakota shifting-sands"
    " shifting-sands-ii ricky-delaet-ii incinerator mad-dog-of-the-nile shifting-dog-of-the-nile phlegm"
    " phlegm-in-the-snatch mexican-stud-41 the-bitch wtf baseball touchies"
    " five-and-dime marriage countdown"
).split()


def wild_round(seed: str) -> Tally:
    random = Random(seed)
    call = random_call(random, MOVING if random.random() < 0.5 else list(GAMES))
    dealer = random_hand(call, random)
    rules = rules_of(call, dealer.state.setup.house)
    seen = initial_view(dealer.state, rules.middle_hole)
    tally = Tally(hands=1)
    while dealer.state.result is None:
        before = dealer.state
        line = step(call, dealer)
        seen.watch(line, before, dealer.state)
        if dealer.state.result is None:
            tally["comparisons"] += compare(call, dealer, rules, seen)
            tally["states"] += 1
            tally["with something wild"] += wild_somewhere(rules, seen)
    return tally


def compare(call: Call, dealer: RandomDealer, rules: Rules, seen: Seen) -> int:
    """Compare the wild cards of each player and share; return the number of comparisons."""
    state = dealer.state
    for seat in state.live:
        for part in rules.parts:
            ours = wild_for(rules.wild, seen, seat, part.name)
            theirs = card_texts(state.wild.for_share(seat, part.name))
            if ours != theirs:
                what = f"wild for p{seat + 1}, {part.name}: {card_list(theirs)}; by the rulebook {card_list(ours)}"
                raise mismatch(call, state.setup, dealer.lines, f"{what}\n{up_cards_text(seen)}")
    if card_texts(state.wild.bugs) != bugs_of(rules.wild, seen) or state.wild.sum_to != rules.sums:
        raise mismatch(call, state.setup, dealer.lines, "the bugs, or the sum that makes a wild card")
    return len(state.live) * len(rules.parts)


def wild_somewhere(rules: Rules, seen: Seen) -> bool:
    seats = range(len(seen.up))
    return any(wild_for(rules.wild, seen, seat, part.name) for seat in seats for part in rules.parts)


def card_texts(cards: Iterable[Card]) -> set[str]:
    return {card_text(card) for card in cards}


def card_list(cards: set[str]) -> str:
    return " ".join(sorted(cards)) or "nothing"


def up_cards_text(seen: Seen) -> str:
    """Return the up-cards in order as text."""
    return "up-cards: " + ", ".join(f"{up.card} p{'-' if up.seat is None else up.seat + 1}" for up in seen.ups)


CHECK = Check("wild-cards", "what is wild after every action, by the rulebook", wild_round, quick=40, full=250)
