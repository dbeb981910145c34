"""What is announced last, as a dealer would say it: in the line, to screen readers, aloud."""

from __future__ import annotations

from app.hand.settlement.summary import SettlementView
from app.hand.spoken import listed
from app.hand.view import View


def sayings(seen: View) -> tuple[str, ...]:
    """The announcements of the last action that made any, a sentence each; at the end of a hand, what to push to whom.

    Several players of whom the same is true are named in one sentence.
    """
    if seen.settlement is not None:
        return _pushes(seen.settlement)
    said = seen.announcements
    return _together([one.text for one in said if one.after == said[-1].after], [seat.name for seat in seen.seats])


def _pushes(end: SettlementView) -> tuple[str, ...]:
    said = []
    for name, amount in end.pushes:
        hands = dict.fromkeys(one.hand for one in end.awards if one.name == name and one.hand)
        said.append(f"Push {amount} to {name}" + (f": {'; '.join(hands)}" if hands else ""))
    if end.carried:
        said.append(f"{end.carried} stays in the pot for the next hand")
    return tuple(said) or ("No chips to push" + (f": {end.why}" if end.why else ""),)


def _together(texts: list[str], names: list[str]) -> tuple[str, ...]:
    """``Ann cannot pay`` and ``Bob cannot pay`` are one sentence: only ``cannot`` goes with one and with several."""
    who: dict[str, list[str]] = {}
    for text in texts:
        name = next((one for one in names if text.startswith(f"{one} cannot ")), "")
        who.setdefault(text.removeprefix(name) if name else text, []).append(name)
    return tuple(f"{listed(list(dict.fromkeys(found)))}{text}" for text, found in who.items())
