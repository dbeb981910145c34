"""Bets: what is legal, with amounts where the limit leaves a range, and runs of folds or checks to a later seat."""

from __future__ import annotations

from collections.abc import Sequence

from app.hand.ask import Ask, Prompt
from app.hand.state import State
from app.web.pad.focus import Look
from app.web.pad.parts import Choice, Pad, choice_of
from app.web.pad.runs import runs_to

#: What a bid may well be, above the least.
_STEPS = (0, 1, 2, 4, 9)


def bets_pad(state: State, asked: Prompt, look: Look) -> Pad:
    """The bets of the player whose turn it is; with a later seat looked at, the runs that lead there."""
    if look.arm is not None and look.arm != asked.seat and (pad := _run_to(state, asked, look.arm)):
        return pad
    ranges = tuple(ask for ask in asked.asks if ask.low is not None)
    later = {seat: str(seat) for seat in state.bettors if seat != asked.seat}
    choices = amounts(asked.asks)
    return Pad("bet", asked.label, asked.text, asked.seat, choices=choices, ranges=ranges, armable=later)


def amounts(asks: Sequence[Ask]) -> tuple[Choice, ...]:
    """A button for each answer, and for the amounts worth one where there is a range."""
    choices: list[Choice] = []
    for ask in asks:
        if ask.low is None:
            choices.append(choice_of(ask))
            continue
        start = ask.action.rpartition(" ")[0]
        steps = (ask.low + more for more in _STEPS)
        presets = ask.presets or tuple(
            (f"{ask.label.split()[0]} {n}", n) for n in steps if ask.high is None or n <= ask.high
        )
        choices += [Choice(label, f"{start} {amount}") for label, amount in presets]
    return tuple(choices)


def _run_to(state: State, asked: Prompt, target: int) -> Pad | None:
    choices = tuple(Choice(words, "\n".join(lines)) for words, lines in runs_to(state, target))
    if not choices:
        return None
    back = (Choice("No", arm=str(asked.seat)),)
    later = {seat: str(seat) for seat in state.bettors if seat != target}
    text = f"On to {state.name(target)}?"
    return Pad("run", asked.label, text, target, choices=choices, modes=back, armable=later)
