"""Trading, in words."""

from __future__ import annotations

from app.hand.steps.trade import Trades
from app.text import count_word, sentence
from app.words.prompts import Phrase, question
from app.words.speaker import Speaker


@question(Trades)
def _(asked: Trades, speaker: Speaker) -> Phrase:
    cost = f"each trade costs both players {asked.price}" if asked.price else "a trade is free"
    if asked.half_paid:
        return Phrase("Trading", f"The other player of the trade pays {asked.price} too", sentence(cost))
    return Phrase(
        "Trading",
        f"{sentence(cost)}. Done when trading is over",
        f"Trading is open: {cost}, up to {count_word(asked.most)} trades each",
    )
