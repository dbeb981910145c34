"""What goes wrong with the cards: one too many, a down card that all have seen, a deck that is out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.hand.action import DEAL, DECK_OUT, TURN, TURN_UP, Action
from app.hand.ask import Ask, Prompt, TakesCards
from app.hand.cards import left_in_deck
from app.hand.dealer import may_stray
from app.hand.notation import write_action
from app.hand.state import State
from app.hand.steps.deal import cards_due
from app.web.pad.dealing import cards_pad
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import Button, Pad

#: The ways to look at a seat beside those to answer: for a card too many, and for a down card that all have seen.
ONE_MORE, SEEN = 90, 91

OUT = write_action(Action(DECK_OUT))

#: As many cards may be burnt or lost that the app counts: with no more than these to spare the deck may be out.
_TO_SPARE = 8


def stray_pad(state: State, asked: Prompt, focus: Focus) -> Pad | None:
    """Return the keys for a card that nobody asks for; None where no player may come by one now."""
    seats = _seats(state)
    if not seats:
        return None
    seat = focus.arm if focus.arm in seats else seats[0]
    asks = tuple(_ask(at, focus.mode) for at in seats)
    pad = cards_pad(state, replace(asked, kind="card", asks=asks, seat=seat), Focus(arm=seat))
    ways = {ONE_MORE: "Too many", SEEN: "Seen"}
    modes = [Button(words, arm=focus_text(seat, mode), pressed=mode == focus.mode) for mode, words in ways.items()]
    return replace(
        pad,
        label="A card too many, which stays"
        if focus.mode == ONE_MORE
        else "A down card seen by all, which lies face up",
        text=state.name(seat),
        modes=(*modes, Button("Go on", arm="" if asked.seat is None else str(asked.seat))),
        armable={at: focus_text(at, focus.mode) for at in seats if at != seat},
        looking=focus_text(seat, focus.mode),
    )


def with_strays(state: State, asked: Prompt, pad: Pad) -> Pad:
    """Return the pad of a card off the deck with what may go wrong: one too many elsewhere, or no card left."""
    if not any(ask.action.verb in (DEAL, TURN) for ask in asked.asks):
        return pad
    armable: Mapping[int, str] = {at: focus_text(at, ONE_MORE) for at in _seats(state) if at != pad.seat}
    out = Button("The deck is out", OUT)
    near = left_in_deck(state) - cards_due(state) <= _TO_SPARE
    return replace(pad, armable={**armable, **pad.armable}, modes=(*pad.modes, out) if near else pad.modes)


def _seats(state: State) -> list[int]:
    return [seat for seat in state.live if may_stray(state, seat)]


def _ask(seat: int, mode: int) -> Ask:
    if mode == ONE_MORE:
        return Ask(Action(DEAL, to=seat, ruling=True), TakesCards("deck"), manner="up-card")
    return Ask(Action(TURN_UP, seat, ruling=True), TakesCards("down cards"), manner="turns one up")
