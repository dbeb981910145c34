"""Answers to choose from: of one player, of all of them on one screen, with amounts, or with cards to pick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from app.hand.action import RANK_PLAYERS
from app.hand.ask import Ask, Prompt
from app.hand.state import State
from app.web.pad.betting import amount_buttons
from app.web.pad.focus import Focus, focus_text
from app.web.pad.parts import (
    Button,
    Pad,
    armable_seats,
    armed_seat,
    button_of,
    group_of,
    question_text,
    range_of,
    run_text,
)
from app.web.pad.picking import pick_pad
from app.web.pad.picks import ask_for_cards, goes_unseen
from app.web.pad.runs import run_of_declines
from app.words import Speaker, ask_label, prompt_label, prompt_text

#: With more answers than this for any player, the pad asks one player at a time.
MOST_SIDE_BY_SIDE = 4


def declare_pad(state: State, asked: Prompt) -> Pad:
    """Return what players declare: all on one screen where they open their hands together."""
    speaker = Speaker(state.setup.names)
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    groups = tuple(group_of(state, asked, seat, state.players[seat].declared is not None) for seat in seats)
    seat = asked.seat if len(seats) == 1 else None
    return Pad("declare", prompt_label(asked, speaker), question_text(state, asked, speaker), seat, groups=groups)


def offer_pad(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return answers to an offer, to a question, to a draw."""
    speaker = Speaker(state.setup.names)
    label, text = prompt_label(asked, speaker), question_text(state, asked, speaker)
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    if len(seats) > 1 and not any(ask.takes for ask in asked.asks):
        answers = Counter(ask.seat for ask in asked.asks if ask.seat is not None)
        if max(answers.values()) > MOST_SIDE_BY_SIDE:
            return _one_by_one(state, asked, focus)
        groups = tuple(group_of(state, asked, seat, False) for seat in seats)
        common = (*(button_of(ask, speaker) for ask in asked.asks if ask.seat is None), *_all_decline(state))
        return Pad("declare", label, text, groups=groups, choices=common)
    seat = armed_seat(asked, focus)
    asks = [ask for ask in asked.asks if ask.seat == seat or ask.seat is None]
    ranges = tuple(amounts for ask in asks if (amounts := range_of(ask, speaker)))
    if ranges:
        choices, others = amount_buttons(asks, speaker), armable_seats(asked, seat)
        if len(seats) > 1 and seat is not None:
            label, text = text, state.name(seat)
        modes = _all_decline(state)
        return Pad("bet", label, text, seat, modes=modes, choices=choices, ranges=ranges, armable=others)
    at = ask_for_cards(asks, focus)
    # Cards that go unseen are the rule then: who names some says so first.
    unnamed = any(map(goes_unseen, asks)) and not asks[min(focus.mode, len(asks) - 1)].cards
    if at is None or unnamed:
        return answers_pad(state, asked, seat, asks)
    return pick_pad(state, asked, focus, asks, at)


def answers_pad(state: State, asked: Prompt, seat: int | None, asks: Sequence[Ask]) -> Pad:
    """Return a button for each answer of one seat."""
    speaker = Speaker(state.setup.names)
    buttons = tuple(
        Button(ask_label(ask, speaker), arm=focus_text(seat, at)) if ask.takes else button_of(ask, speaker)
        for at, ask in enumerate(asks)
        if ask.action.verb != RANK_PLAYERS
    )
    label, text = prompt_label(asked, speaker), _question_to(state, asked, seat)
    modes = _all_decline(state)
    return Pad("choices", label, text, seat, modes=modes, choices=buttons, armable=armable_seats(asked, seat))


def _all_decline(state: State) -> tuple[Button, ...]:
    """Return the button with which everyone declines, where more than one is asked."""
    run = run_of_declines(state)
    return (Button(run.words, run_text(run.actions)),) if run else ()


def _one_by_one(state: State, asked: Prompt, focus: Focus) -> Pad:
    """Return the answers of the armed player, where several are asked together and each has many answers."""
    seat = armed_seat(asked, focus)
    pad = answers_pad(state, asked, seat, [ask for ask in asked.asks if ask.seat in (seat, None)])
    if seat is None:
        return pad
    return replace(pad, label=prompt_text(asked, Speaker(state.setup.names)), text=state.name(seat))


def _question_to(state: State, asked: Prompt, seat: int | None) -> str:
    """Return the question, with the name of the player who is looked at where it does not name them."""
    text = prompt_text(asked, Speaker(state.setup.names))
    named = asked.question.seat
    if seat is None or named == seat:
        return text
    if named is not None:
        return f"{state.name(seat)}, out of order"
    return f"{state.name(seat)}: {text[:1].lower()}{text[1:]}"
