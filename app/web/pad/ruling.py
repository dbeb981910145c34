"""The dealer's own ruling: who wins a share, best first."""

from __future__ import annotations

from app.hand.action import RANK_PLAYERS, Action
from app.hand.ask import Prompt
from app.hand.notation import write_action
from app.hand.state import State
from app.web.pad.focus import Ruling
from app.web.pad.parts import Button, Pad


def shares_to_rule(asked: Prompt) -> list[str]:
    """Return the shares that the dealer may rule on."""
    return [ask.action.word for ask in asked.asks if ask.action.verb == RANK_PLAYERS]


def rule_button(asked: Prompt) -> list[Button]:
    """Return the button that begins a ruling, where one is possible."""
    return [Button("I'll rule", rule=share) for share in shares_to_rule(asked)[:1]]


def rule_pad(state: State, asked: Prompt, ruling: Ruling) -> Pad:
    """Return the players to rank for a share. A placed player keeps the button, to take it back."""
    shares = shares_to_rule(asked)
    share = ruling.share if ruling.share in shares or not shares else shares[0]
    live = frozenset(state.live)
    order = tuple(tied for tied in ruling.order if tied <= live)
    ranks = {seat: rank for rank, tied in enumerate(order, 1) for seat in tied}
    choices = [
        Button(f"{ranks[seat]}. {state.name(seat)}", rule=str(Ruling(share, _without(order, seat))), pressed=True)
        if seat in ranks
        else Button(state.name(seat), rule=str(Ruling(share, _with(order, seat, ruling.tie))))
        for seat in state.live
    ]
    if order:
        awards = "Award the pot" if len(state.game.shares) == 1 else f"Award the {share}"
        choices += [
            Button("Tie", rule=str(Ruling(share, order, not ruling.tie)), pressed=ruling.tie),
            Button(awards, write_action(Action(RANK_PLAYERS, word=share, order=order)), tone="go"),
        ]
    modes = [Button(f"The {name}", rule=name, pressed=name == share) for name in shares if len(shares) > 1]
    modes.append(Button("Cards", arm=str(asked.seat)))
    return Pad("rule", "I'll rule", f"Who wins the {share}? Best first", modes=tuple(modes), choices=tuple(choices))


def _with(order: tuple[frozenset[int], ...], seat: int, tie: bool) -> tuple[frozenset[int], ...]:
    """Return the order with one more player, after the last or tied with them."""
    return (*order[:-1], order[-1] | {seat}) if tie and order else (*order, frozenset({seat}))


def _without(order: tuple[frozenset[int], ...], seat: int) -> tuple[frozenset[int], ...]:
    return tuple(left for tied in order if (left := tied - {seat}))
