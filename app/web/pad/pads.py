"""The pad: what the dealer may enter next, out of the prompt, for the one seat that is armed.

It knows kinds of question and never a game; this folder has a module for each of a few kinds.
"""

from __future__ import annotations

from app.hand.ask import Prompt
from app.hand.state import State
from app.web.pad.answers import declare_pad, offer_pad
from app.web.pad.betting import bets_pad
from app.web.pad.dealing import cards_pad
from app.web.pad.focus import Focus
from app.web.pad.out_of_order import OUT_OF_ORDER, out_of_order_pad
from app.web.pad.parts import Button, Pad, run_text
from app.web.pad.showing import show_pad
from app.web.pad.splitting import split_pad
from app.web.pad.straying import ONE_MORE, SEEN, stray_pad, with_strays
from app.words import Speaker, prompt_label, prompt_text


def pad_of(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the pad for a prompt, as the dealer looks at it."""
    if focus.split and asked.kind != "over":
        return split_pad(state, focus.split)
    if focus.mode in (ONE_MORE, SEEN) and asked.kind != "over" and (pad := stray_pad(state, asked, focus)):
        return pad
    if focus.mode == OUT_OF_ORDER and asked.kind != "over":
        return out_of_order_pad(state, asked, focus)
    match asked.kind:
        case "card" | "roll":
            return with_strays(state, asked, cards_pad(state, asked, focus))
        case "dealt" | "done" if asked.run or asked.kind == "dealt":
            run = asked.run or tuple(ask.action for ask in asked.asks)
            done = Button(asked.kind.capitalize(), run_text(run))
            return with_strays(state, asked, _plain(state, asked, "choices", (done,)))
        case "bet":
            return bets_pad(state, asked, focus)
        case "declare":
            return declare_pad(state, asked)
        case "show":
            return show_pad(state, asked, focus)
        case "over":
            return _plain(state, asked, "over", ())
        case _:
            return offer_pad(state, asked, focus)


def _plain(state: State, asked: Prompt, kind: str, choices: tuple[Button, ...]) -> Pad:
    speaker = Speaker(state.setup.names)
    return Pad(kind, prompt_label(asked, speaker), prompt_text(asked, speaker), asked.seat, choices=choices)
