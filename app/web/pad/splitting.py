"""An agreed split: chips for each player who is still in, an even part of each pot to begin with."""

from __future__ import annotations

from collections.abc import Iterable

from app.hand.action import SPLIT, Action
from app.hand.notation import seat_text, write_action
from app.hand.settlement.no_showdown import even_parts, sharers
from app.hand.state import State
from app.web.pad.focus import EVEN
from app.web.pad.parts import Button, Pad, Part

#: The line of a split before its parts, which come from fields of the form.
SPLIT_LINE = write_action(Action(SPLIT))
_FIELD = "part-"


def split_pad(state: State, typed: str) -> Pad:
    """Return the part of each player, as typed or else even, to be changed and entered."""
    words, sharing = typed.split(), sharers(state)
    parts = dict(zip(words[::2], words[1::2], strict=False))
    if typed == EVEN:
        parts = {seat_text(seat): str(chips) for seat, chips in even_parts(state).items()}
    return Pad(
        "split",
        "Agreed split",
        f"Who gets what of {state.pot}?",
        modes=(Button("Play on", arm=""),),
        choices=(Button("Split the pot", SPLIT_LINE, tone="go"),),
        places=sharing,
        parts=tuple(
            Part(state.name(seat), f"{_FIELD}{seat_text(seat)}", parts.get(seat_text(seat), "")) for seat in sharing
        ),
    )


def typed_parts(fields: Iterable[tuple[str, str]]) -> str:
    """Return the parts that were typed into a form, as they follow ``d split``."""
    parts = {name.removeprefix(_FIELD): chips.strip() for name, chips in fields if name.startswith(_FIELD)}
    return " ".join(f"{seat} {chips}" for seat, chips in parts.items() if chips)
