"""Why a player opens the betting."""

from __future__ import annotations

from app.hand.state import OpenerWhy
from app.words.because import reason
from app.words.speaker import Speaker

_POSITIONS = {
    "left of dealer": "first to the dealer's left",
    "rotates": "next in turn to open",
    "rotates by seat": "next in turn to open, by seat",
    "rotates after the last": "next in turn to open, after the last opener",
    "nothing showing": "nothing is showing",
}
_TIED = {"left of dealer": "first to the dealer's left", "suit": "highest by suit"}


def opener_reason(why: OpenerWhy | None, speaker: Speaker) -> str:
    """Return why a player opens, as a clause: ``pair of nines showing``; empty for no reason."""
    if why is None:
        return ""
    if why.all_in is not None:
        return _next_to_all_in(why, speaker)
    if why.hand is not None:
        tied = f", tied, {_TIED[why.of_tied]}" if why.of_tied else ""
        return f"{speaker.hand(why.hand)} showing{tied}"
    return reason(why.card, speaker) if why.card is not None else _POSITIONS[why.position]


def _next_to_all_in(why: OpenerWhy, speaker: Speaker) -> str:
    """Return why somebody opens for a player who would, but is all in."""
    name = speaker.name(why.all_in)
    if why.hand is not None:
        being = f"with {speaker.hand(why.hand)} showing"
    elif why.card is not None:
        being = f"with the {reason(why.card, speaker)}"
    else:
        being = _POSITIONS["left of dealer" if why.position == "nothing showing" else why.position]
    return f"{name} leads {being}, but is all in" if why.leads else f"{name}, {being}, is all in"
