"""Cards that are dealt or turned up: four rows of keys, for the one seat that is armed."""

from __future__ import annotations

from collections.abc import Sequence

from app.hand.ask import Ask, Prompt
from app.hand.state import State
from app.web.pad.answers import choices_pad
from app.web.pad.focus import Look, looking_at
from app.web.pad.parts import Choice, Pad, armable_seats, armed_seat, choice_of
from app.web.pad.picks import from_hand, known, unseen, waits, way
from app.web.table.keys import keys_of, own_keys


def cards_pad(state: State, asked: Prompt, look: Look) -> Pad:
    """The keys for the next card of the armed seat; a button for all where nobody sees the cards."""
    seat = armed_seat(asked, look)
    mine = [ask for ask in asked.asks if ask.seat == seat]
    at = way(mine, look)
    if at is None:
        return _unseen(asked) or choices_pad(state, asked, seat, mine)
    ask = mine[at]
    own = known(state, ask) if from_hand(ask) else ()
    all_known = seat is not None and from_hand(ask) and not unseen(state, seat)
    keys, jokers = ((), ()) if all_known else keys_of(state, (), own)
    return Pad(
        "card",
        asked.label,
        asked.text if seat == asked.seat or seat is None else f"{state.name(seat)}, out of order",
        seat,
        action=ask.action,
        keys=keys,
        jokers=jokers,
        modes=_modes(mine, at, seat),
        armable=armable_seats(asked, seat),
        own=own_keys(own, ()) if all_known else (),
        looking=looking_at(seat, at),
    )


def _modes(mine: Sequence[Ask], at: int, seat: int | None) -> tuple[Choice, ...]:
    """The ways in which the armed seat may answer, where there is more than one."""
    if len(mine) < 2:
        return ()
    return tuple(
        Choice(one.label, arm=looking_at(seat, n), pressed=n == at) if waits(one) else choice_of(one)
        for n, one in enumerate(mine)
    )


def _unseen(asked: Prompt) -> Pad | None:
    """One button where everybody is asked for the same and no card is to be named."""
    if any(waits(one) for one in asked.asks) or len({one.label for one in asked.asks}) != 1:
        return None
    run = "\n".join(one.action for one in asked.asks)
    return Pad("choices", asked.label, asked.text, choices=(Choice(asked.asks[0].label, run),))
