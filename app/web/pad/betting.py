"""Bets: what is legal, with amounts where the limit leaves a range; and runs, to a later seat or to the end."""

from __future__ import annotations

from collections.abc import Sequence

from app.hand.ask import Ask, Preset, Prompt, TakesAmount
from app.hand.state import State
from app.web.pad.focus import Focus
from app.web.pad.out_of_order import fold_out_of_turn, out_of_order_button
from app.web.pad.parts import Button, Pad, button_for, button_of, range_of, run_text
from app.web.pad.runs import run_of_all, runs_to
from app.words import Speaker, prompt_label, prompt_text

#: What a bid may well be, above the least.
_STEPS = (0, 1, 2, 4, 9)


def bets_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the bets of the player whose turn it is; with a later seat looked at, the runs that lead there."""
    if focus.arm in state.bettors and focus.arm != asked.seat:
        return _run_to(state, asked, focus.arm)
    speaker = Speaker(state.setup.names)
    ranges = tuple(amounts for ask in asked.asks if (amounts := range_of(ask, speaker)))
    later = {seat: str(seat) for seat in state.bettors if seat != asked.seat}
    choices = amount_buttons(asked.asks, speaker)
    label, text = prompt_label(asked, speaker), prompt_text(asked, speaker)
    run = run_of_all(state)
    modes = (*((Button(run.words, run_text(run.actions)),) if run else ()), out_of_order_button(asked.seat))
    return Pad("bet", label, text, asked.seat, modes=modes, choices=choices, ranges=ranges, armable=later)


def amount_buttons(asks: Sequence[Ask], speaker: Speaker) -> tuple[Button, ...]:
    """Return a button for each answer, and for the amounts worth one where there is a range."""
    buttons: list[Button] = []
    for ask in asks:
        if ask.amount is None:
            buttons.append(button_of(ask, speaker))
        else:
            buttons += [button_for(ask, preset.manner, preset.amount) for preset in presets_of(ask, ask.amount)]
    return tuple(buttons)


def presets_of(ask: Ask, takes: TakesAmount) -> tuple[Preset, ...]:
    """Return the amounts worth a button: those that the ask names, else some steps above the least."""
    steps = (takes.least + step for step in _STEPS)
    return takes.presets or tuple(
        Preset(ask.manner, amount) for amount in steps if takes.most is None or amount <= takes.most
    )


def _run_to(state: State, asked: Prompt, target: int) -> Pad:
    runs = tuple(Button(run.words, run_text(run.actions)) for run in runs_to(state, target))
    choices = (*runs, *fold_out_of_turn(state, asked, target))
    speaker = Speaker(state.setup.names)
    back = (Button("No", arm=str(asked.seat)), out_of_order_button(target))
    later = {seat: str(seat) for seat in state.bettors if seat != target}
    text = f"On to {state.name(target)}?" if runs else f"{state.name(target)}, out of turn"
    return Pad("run", prompt_label(asked, speaker), text, target, choices=choices, modes=back, armable=later)
