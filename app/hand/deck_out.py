"""The deck is called out: the dealer holds fewer cards than the app counts, whether burnt, lost or never in the box."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.games.steps.deal import Deal
from app.hand.cards import left_in_deck, supply
from app.hand.event import DeckShort
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import kind_of
from app.hand.steps.deal import cards_due


@dataclass(frozen=True, slots=True)
class CalledOut:
    """Whether the dealer has called the deck out in this deal."""

    said: bool = False


def call_deck_out(state: State) -> State | Refusal:
    """Return the state after the dealer has called the deck out; not while the first cards are dealt.

    The discards are shuffled in if the cards due now can come from them. Otherwise these do not come; the first time,
    one card is still found to be common, where the house has a common card for a short deck.
    """
    announced, due = len(state.announcements), cards_due(state)
    if state.streets < 2 and any(isinstance(frame.spec, Deal) and due for frame in state.frames):
        return Refusal("no first cards")
    state = supply(replace(state, cards_dealt=len(state.game.deck.cards())), due)
    if 0 < due <= left_in_deck(state):
        return state
    if state.setup.house.short_deck == "common card" and not state.recall(CalledOut).said:
        state = replace(state, cards_dealt=state.cards_dealt - 1)
    state = state.with_note(CalledOut(True))
    for at in reversed(range(len(state.frames))):
        under_way, above = state.frames[: at + 1], state.frames[at + 1 :]
        if under_way[-1].begun and under_way[-1].memory is not None:
            state = kind_of(under_way[-1]).run_out(replace(state, frames=under_way))
            state = replace(state, frames=(*state.frames, *above))
    return state if len(state.announcements) > announced else state.announce(DeckShort("called out"))
