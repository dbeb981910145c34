"""Cards that are dealt or turned up: four rows of keys, for the one seat that is armed."""

from __future__ import annotations

from collections.abc import Sequence

from app.hand.ask import Ask, Prompt
from app.hand.notation import write_ask
from app.hand.state import State
from app.web.pad.answers import answers_pad
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import Button, Pad, armable_seats, armed_seat, button_of, run_text
from app.web.pad.picks import ask_for_cards, from_hand, known, unseen
from app.web.table.keys import keys_of, own_keys
from app.words import Speaker, ask_label, prompt_label, prompt_text


def cards_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the keys for the next card of the armed seat; a button for all where nobody sees the cards."""
    speaker = Speaker(state.setup.names)
    seat = armed_seat(asked, focus)
    asks = [ask for ask in asked.asks if ask.seat == seat]
    at = ask_for_cards(asks, focus)
    takes = asks[at].cards if at is not None else None
    if at is None or takes is None:
        return _unseen(asked, speaker) or answers_pad(state, asked, seat, asks)
    own = known(state, seat, takes) if from_hand(takes) and seat is not None else ()
    all_known = seat is not None and from_hand(takes) and not unseen(state, seat)
    keys, jokers = ((), ()) if all_known else keys_of(state, (), own, seat if takes.source != "deck" else None)
    in_order = seat == asked.seat or seat is None
    return Pad(
        "card",
        prompt_label(asked, speaker),
        prompt_text(asked, speaker) if in_order else f"{speaker.name(seat)}, out of order",
        seat,
        action=write_ask(asks[at]),
        keys=keys,
        jokers=jokers,
        modes=_modes(asks, at, seat, speaker),
        armable=armable_seats(asked, seat),
        own=own_keys(own, ()) if all_known else (),
        looking=focus_text(seat, at),
    )


def _modes(asks: Sequence[Ask], at: int, seat: int | None, speaker: Speaker) -> tuple[Button, ...]:
    """Return the ways in which the armed seat may answer, where there is more than one."""
    if len(asks) < 2:
        return ()
    return tuple(
        Button(ask_label(ask, speaker), arm=focus_text(seat, n), pressed=n == at)
        if ask.cards
        else button_of(ask, speaker)
        for n, ask in enumerate(asks)
    )


def _unseen(asked: Prompt, speaker: Speaker) -> Pad | None:
    """Return one button where everybody is asked for the same and no card is to be named."""
    labels = {ask_label(ask, speaker) for ask in asked.asks}
    if any(ask.cards for ask in asked.asks) or len(labels) != 1:
        return None
    run = run_text(tuple(ask.action for ask in asked.asks))
    label, text = prompt_label(asked, speaker), prompt_text(asked, speaker)
    return Pad("choices", label, text, choices=(Button(labels.pop(), run),))
