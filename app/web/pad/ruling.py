"""The dealer's own ruling: who wins a share, best first."""

from __future__ import annotations

from dataclasses import replace

from app.hand.action import RANK_PLAYERS, Action
from app.hand.ask import Prompt
from app.hand.notation import write_action
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.web.pad.focus import Ruling
from app.web.pad.parts import Button, Pad
from app.words import Speaker, ruling_text


def shares_to_rule(asked: Prompt) -> list[str]:
    """Return the shares that the dealer may rule on."""
    return [ask.action.word for ask in asked.asks if ask.action.verb == RANK_PLAYERS]


def rule_button(asked: Prompt) -> list[Button]:
    """Return the button that begins a ruling, where one is possible."""
    return [Button("I'll rule", rule=share) for share in shares_to_rule(asked)[:1]]


def rule_pad(state: State, asked: Prompt, ruling: Ruling) -> Pad:
    """Return the players to rank for a share, each at their place. One who is placed takes the place back."""
    shares = shares_to_rule(asked)
    share = ruling.share if ruling.share in shares or not shares else shares[0]
    live = frozenset(state.live)
    order = tuple(tied for tied in ruling.order if tied <= live)
    tie = ruling.tie and bool(order)
    ranks = {seat: rank for rank, tied in enumerate(order, 1) for seat in tied}
    names = [
        Button(f"{ranks[seat]}. {state.name(seat)}", rule=str(Ruling(share, _without(order, seat))), pressed=True)
        if seat in ranks
        else Button(state.name(seat), rule=str(Ruling(share, _with(order, seat, tie))))
        for seat in state.live
    ]
    only = len(state.game.shares) == 1
    ways = (
        Button("Tie", rule=str(Ruling(share, order, not tie)), pressed=tie, disabled=not order),
        Button(
            "Award the pot" if only else f"Award the {share}",
            write_action(Action(RANK_PLAYERS, word=share, order=order)),
            tone="go",
            disabled=not order,
        ),
    )
    modes = [Button(f"The {name}", rule=name, pressed=name == share) for name in shares if len(shares) > 1]
    modes.append(Button("Cards", arm=str(asked.seat)))
    return Pad(
        "rule",
        "I'll rule",
        ruling_text("pot" if only else share, order, tie, len(pots_of(state)), Speaker(state.setup.names)),
        modes=tuple(modes),
        choices=(*names, *ways),
        places=tuple(state.live),
        ruling=str(Ruling(share, order, tie)),
    )


def taken_back(ruling: Ruling) -> Ruling | None:
    """Return a ruling without what was tapped last; None without anything in it."""
    if ruling.tie:
        return replace(ruling, tie=False)
    return replace(ruling, order=ruling.order[:-1]) if ruling.order else None


def _with(order: tuple[frozenset[int], ...], seat: int, tie: bool) -> tuple[frozenset[int], ...]:
    """Return the order with one more player, after the last or tied with them."""
    return (*order[:-1], order[-1] | {seat}) if tie and order else (*order, frozenset({seat}))


def _without(order: tuple[frozenset[int], ...], seat: int) -> tuple[frozenset[int], ...]:
    return tuple(left for tied in order if (left := tied - {seat}))
