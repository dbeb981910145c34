"""Answers to choose from: of one player, of all of them on one screen, with amounts, or with cards to pick."""

from __future__ import annotations

from collections.abc import Sequence

from app.hand.ask import Ask, Prompt
from app.hand.state import State
from app.web.pad.betting import amounts
from app.web.pad.focus import Look, looking_at
from app.web.pad.parts import Choice, Pad, armable_seats, armed_seat, choice_of, group_of
from app.web.pad.picking import pick_pad
from app.web.pad.picks import waits, way


def declare_pad(state: State, asked: Prompt) -> Pad:
    """What players declare: all on one screen where they open their hands together."""
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    groups = tuple(group_of(state, asked, seat, state.players[seat].declared is not None) for seat in seats)
    return Pad("declare", asked.label, asked.text, asked.seat if len(seats) == 1 else None, groups=groups)


def offer_pad(state: State, asked: Prompt, look: Look) -> Pad:
    """Answers to an offer, to a question, to a draw."""
    seats = sorted({ask.seat for ask in asked.asks if ask.seat is not None})
    if len(seats) > 1 and not any(waits(ask) or ask.low is not None for ask in asked.asks):
        groups = tuple(group_of(state, asked, seat, False) for seat in seats)
        common = tuple(choice_of(ask) for ask in asked.asks if ask.seat is None)
        return Pad("declare", asked.label, asked.text, groups=groups, choices=common)
    seat = armed_seat(asked, look)
    mine = [ask for ask in asked.asks if ask.seat == seat or ask.seat is None]
    ranges = tuple(ask for ask in mine if ask.low is not None and not waits(ask))
    if ranges:
        choices, others = amounts(mine), armable_seats(asked, seat)
        label, text = asked.label, asked.text
        if len(seats) > 1 and seat is not None:
            label, text = asked.text, state.name(seat)
        return Pad("bet", label, text, seat, choices=choices, ranges=ranges, armable=others)
    at = way(mine, look)
    # Cards that go unseen are the rule then: who names some says so first.
    if at is None or (any("??" in ask.action for ask in mine) and not waits(mine[min(look.mode, len(mine) - 1)])):
        return choices_pad(state, asked, seat, mine)
    return pick_pad(state, asked, look, mine, at)


def choices_pad(state: State, asked: Prompt, seat: int | None, mine: Sequence[Ask]) -> Pad:
    """A button for each answer of one seat."""
    found = [
        Choice(one.label, arm=looking_at(seat, at)) if waits(one) else choice_of(one)
        for at, one in enumerate(mine)
        if not one.action.startswith("d ranks ")
    ]
    text, others = _whose(state, asked, seat), armable_seats(asked, seat)
    return Pad("choices", asked.label, text, seat, choices=tuple(found), armable=others)


def _whose(state: State, asked: Prompt, seat: int | None) -> str:
    """The question, with the name of the player who is looked at where it does not say it."""
    if seat is None or state.name(seat) in asked.text:
        return asked.text
    if asked.seat is not None and state.name(asked.seat) in asked.text:
        return f"{state.name(seat)}, out of order"
    return f"{state.name(seat)}: {asked.text[:1].lower()}{asked.text[1:]}"
