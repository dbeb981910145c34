"""Several hands a player, in words."""

from __future__ import annotations

from app.hand.steps.hands import BuildsHands, MayRearrange
from app.text import count_word, listing
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(BuildsHands)
def _(asked: BuildsHands, speaker: Speaker) -> Phrase:
    label, text = "{street}: turn up", f"{speaker.name(asked.seat)} turns up a card: to which hand?"
    if asked.each:
        return Phrase(label, text, "Everyone turns up the top card of each stack")
    several = asked.count > 1
    match asked.chosen:
        case "after a look":
            top = f"top {count_word(asked.count)} cards" if several else "top card"
            call = f"Everyone looks at their {top} and picks {_hands(asked)}, then all turn up"
        case "once turned":
            top = f"{count_word(asked.count)} cards" if several else "the top card"
            call = f"Everyone turns up {top}, then picks {_hands(asked)}{' for each' if several else ''}"
        case _:
            cards = f"{count_word(asked.count)} cards, each" if several else "a card"
            call = f"Everyone turns up {cards} for {_hands(asked)}"
    return Phrase(label, text, call)


def _hands(asked: BuildsHands) -> str:
    """Return the hands to choose from."""
    if not asked.hands:
        return "a hand begun or a new one"
    few = len(asked.hands) < 4
    return f"the {listing(asked.hands, 'or')} hand" if few else f"one of {count_word(len(asked.hands))} hands"


@question(MayRearrange)
def _(asked: MayRearrange, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if asked.free_swap:
        if asked.bought:
            return Phrase("Rearranging", f"{name} moves a card")
        change = f"swap two cards for nothing, or move one for {asked.price}"
    elif asked.bought:
        return Phrase("Rearranging", f"{name} swaps two cards or moves one")
    else:
        change = f"swap or move a card for {asked.price}"
    return Phrase("Rearranging", f"{name}: {change}?", f"{name} may {change}")
