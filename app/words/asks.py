"""Asks: the words on a button."""

from __future__ import annotations

from collections.abc import Callable

from app.cards.card import Card, card_name, rank_plural
from app.hand.ask import Ask
from app.text import sentence
from app.words.phrasebook import Wordlist
from app.words.speaker import Speaker

#: The words of a button in pieces: text, and cards that are printed as such.
LabelParts = tuple[str | Card, ...]

#: What a button says: a text, where ``{chips}`` stands for the figure, or a function that names players and cards.
Label = str | Callable[[Ask, Speaker], LabelParts]

#: How an ask is to be understood, with what its button says.
LABELS = Wordlist[Label]()
LABELS |= {
    "": "",
    # betting
    "bring in": "Bring in {chips}",
    "check": "Check",
    "call": "Call {chips}",
    "bet": "Bet {chips}",
    "raise to": "Raise to {chips}",
    "complete to": "Complete to {chips}",
    "all in": "All in {chips}",
    "fold": "Fold",
    # offers and auctions
    "pay": "Pay {chips}",
    "take for nothing": "Take it",
    "no thanks": "No thanks",
    "bid": "Bid {chips}",
    "pass": "Pass",
    "keeps": "Keeps it",
    # cards
    "dealt": "Dealt",
    "up-card": "Up-card",
    "takes it up": "Takes it up",
    "turns one up": "Turns one up",
    "turns up": "Turns up",
    "middle": "Middle",
    "common card": "Common card",
    "centre card": "Centre card",
    "discards": "Discards {chips}",
    "stands pat": "Stands pat",
    "down": "{chips} down",
    "down, showing an ace": "{chips} down, showing an ace",
    "a down card": "A down card",
    # the rest
    "done": "Done",
    "shows": "Shows",
    "mucks": "Mucks",
    "rules": "I'll rule",
    "sets aside": "Set aside",
    # a player, a card or a word is named
    "declare": lambda ask, _: (sentence(ask.action.word),),
    "names": lambda ask, _: (sentence(rank_plural(ask.action.rank or 0)),),
    "takes": lambda ask, _: (ask.action.cards[0],),
    "gives": lambda ask, speaker: (f"Gives it to {speaker.name(ask.action.to)}",),
    "picks": lambda ask, speaker: (speaker.name(ask.action.to),),
    "trades": lambda ask, speaker: (f"{speaker.name(ask.seat)} pays {ask.chips}",),
    "to hand": lambda ask, _: (f"To {ask.action.word}",),
    "moves": lambda ask, _: (ask.action.cards[0], f"to {ask.action.word}"),
    "swaps": lambda ask, _: (ask.action.cards[0], "for", ask.action.cards[1]),
}


def ask_label(ask: Ask, speaker: Speaker) -> str:
    """Return the words on a button, cards by their names: ``Call 4``, ``5 of hearts to high``."""
    return " ".join(part if isinstance(part, str) else card_name(part) for part in ask_parts(ask, speaker))


def ask_parts(ask: Ask, speaker: Speaker) -> LabelParts:
    """Return the words on a button with the cards in them as cards."""
    label = LABELS[ask.manner]
    if not isinstance(label, str):
        return label(ask, speaker)
    if ask.manner == "up-card" and ask.takes is None:
        return ("Up-card", *ask.action.cards)
    return (amount_label(ask.manner, ask.chips),)


def amount_label(manner: str, amount: int | None = None) -> str:
    """Return the words of a button for an amount of chips, or without one where it is still to be named."""
    label = LABELS[manner]
    assert isinstance(label, str), manner
    return label.replace("{chips}", "" if amount is None else str(amount)).strip()
