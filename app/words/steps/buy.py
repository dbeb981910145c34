"""Buying an option, in words."""

from __future__ import annotations

from app.hand.steps.buy import MayBuy
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(MayBuy)
def _(asked: MayBuy, speaker: Speaker) -> Phrase:
    name = speaker.name(asked.seat)
    if not asked.price:
        return Phrase("{street}: offer", f"{name}: {asked.what}?", f"{name} may ask {asked.what}, for nothing")
    return Phrase(
        "{street}: offer", f"{name}: {asked.price} {asked.what}?", f"{name} may pay {asked.price} {asked.what}"
    )
