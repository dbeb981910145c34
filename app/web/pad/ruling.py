"""The dealer's own ruling: who wins a share, pot by pot."""

from __future__ import annotations

from dataclasses import replace

from app.games.rules.share import needs_cards
from app.hand.action import RANK_PLAYERS, Action
from app.hand.ask import Prompt
from app.hand.notation import write_action
from app.hand.settlement.contest import first_ranked, left_open, playing_for
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
    """Return the players to rank for a share, pot by pot, each at their place. One who is placed takes the place back.

    A share for which hands must qualify may go to nobody.
    """
    shares = shares_to_rule(asked)
    name = ruling.share if ruling.share in shares or not shares else shares[0]
    share = next((share for share in state.game.shares if share.name == name), state.game.shares[0])
    seats = [seat for seat in state.live if not state.players[seat].mucked]
    order = tuple(tied for tied in ruling.order if tied <= frozenset(seats))
    tie = ruling.tie and bool(order)
    pots, only = pots_of(state), len(state.game.shares) == 1
    may_lack = needs_cards(share) and not only
    asked_pots = left_open(state, share, order, least=1 if may_lack else 2)
    in_question = {seat for number in asked_pots[:1] for seat in pots[number].seats}
    if tie:
        in_question = {seat for pot in pots if pot.seats & order[-1] for seat in pot.seats}
    ranks = {seat: rank for rank, tied in enumerate(order, 1) for seat in tied}
    names = [
        Button(f"{ranks[seat]}. {state.name(seat)}", rule=str(Ruling(name, _without(order, seat))), pressed=True)
        if seat in ranks
        else Button(state.name(seat), rule=str(Ruling(name, _with(order, seat, tie))), disabled=seat not in in_question)
        for seat in seats
    ]
    ruled = write_action(Action(RANK_PLAYERS, word=name, order=order))
    ways = [Button("Tie", rule=str(Ruling(name, order, not tie)), pressed=tie, disabled=not order)]
    if may_lack:
        ways.append(Button("Nobody", ruled, disabled=tie or not asked_pots))
    label = "Award the pot" if only else f"Award the {name}"
    ways.append(Button(label, ruled, tone="go", disabled=tie or bool(asked_pots)))
    modes = [Button(f"The {other}", rule=other, pressed=other == name) for other in shares if len(shares) > 1]
    modes.append(Button("Cards", arm=str(asked.seat)))
    winners = [first_ranked(order, pot.seats) or playing_for(state, share, pot.seats) for pot in pots]
    question = ruling_text(
        "" if only else name,
        winners,
        asked_pots[0] if asked_pots else None,
        sorted(order[-1]) if tie else (),
        Speaker(state.setup.names),
    )
    return Pad(
        "rule",
        "I'll rule",
        question,
        modes=tuple(modes),
        choices=(*names, *ways),
        places=tuple(seats),
        ruling=str(Ruling(name, order, tie)),
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
