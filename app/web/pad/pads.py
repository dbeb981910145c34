"""The pad: what the dealer may enter next, out of the prompt, for the one seat that is armed.

It knows kinds of question and never a game; ``app.web.pads`` has a module for each of a few kinds.
"""

from __future__ import annotations

from app.hand.ask import Prompt
from app.hand.state import State
from app.web.pad.answers import declare_pad, offer_pad
from app.web.pad.betting import bets_pad
from app.web.pad.dealing import cards_pad
from app.web.pad.focus import Look
from app.web.pad.parts import Choice, Pad
from app.web.pad.showing import show_pad

__all__ = ["Choice", "Pad", "pad_of"]


def pad_of(state: State, asked: Prompt, look: Look) -> Pad:
    """The pad for a prompt, seen as the dealer looks at it."""
    match asked.kind:
        case "card" | "roll":
            return cards_pad(state, asked, look)
        case "dealt" | "done" if asked.run or asked.kind == "dealt":
            run = asked.run or tuple(ask.action for ask in asked.asks)
            done = Choice(asked.kind.capitalize(), "\n".join(run))
            return Pad("choices", asked.label, asked.text, asked.seat, choices=(done,))
        case "bet":
            return bets_pad(state, asked, look)
        case "declare":
            return declare_pad(state, asked)
        case "show":
            return show_pad(state, asked, look)
        case "over":
            return Pad("over", asked.label, asked.text)
        case _:
            return offer_pad(state, asked, look)
