"""Several hands a player, in words."""

from __future__ import annotations

from app.hand.steps.hands import BuildsHands, MayRearrange
from app.text import count_word, listing
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(BuildsHands)
def _(asked: BuildsHands, speaker: Speaker) -> Phrase:
    text = f"{speaker.name(asked.seat)} turns up a card: to which hand?"
    if asked.each:
        return Phrase("{street}: turn up", text, "Everyone turns up the top card of each stack")
    cards = f"{count_word(asked.count)} cards, each" if asked.count > 1 else "a card"
    few = len(asked.hands) < 4
    hands = f"the {listing(asked.hands, 'or')} hand" if few else f"one of {count_word(len(asked.hands))} hands"
    return Phrase("{street}: turn up", text, f"Everyone turns up {cards} for {hands}")


@question(MayRearrange)
def _(asked: MayRearrange, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if asked.bought:
        return Phrase("Rearranging", f"{name} swaps two cards or moves one")
    return Phrase(
        "Rearranging",
        f"{name}: swap or move a card for {asked.price}?",
        f"{name} may swap or move a card for {asked.price}",
    )
