"""Dealing again for pots that nobody's declaration holds: what is decided waits, the others are played for."""

from __future__ import annotations

from dataclasses import replace

from app.games.because import Because
from app.games.steps.interrupts import Redeal
from app.hand.settlement.events import settlement_events
from app.hand.settlement.judge import Judged
from app.hand.state import Award, DeadMoney, Decided, Result, State


def deal_again(state: State, judged: Judged) -> State:
    """Announce what a showdown has decided, and wait for the deal for the pots that it has not.

    Who plays for none of these is out. Each of them becomes dead money for the players who can win it, so that the
    bets of the next deal lie beside it.
    """
    result, again = judged.result, judged.again
    state = state.announce(*settlement_events(state, result))
    left = frozenset().union(*(pot.seats for pot in again.values()))
    for seat, player in enumerate(state.players):
        state = state.with_player(seat, bet=0, committed=0, folded=player.folded or seat not in left)
    decided = _without(result, judged)
    main = 0 not in again
    if state.decided is not None:
        decided, main = with_decided(state.decided, decided), main or state.decided.main
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in again.values())
    state = replace(state, carried=0, antes=(0,) * len(state.players), dead_money=dead, decided=Decided(decided, main))
    return state.push_after(Redeal(why=judged.why_again))


def with_decided(decided: Decided, result: Result) -> Result:
    """Return the result of a later deal with what an earlier one has decided, the main pot first."""
    first, second = (decided.result, result) if decided.main else (result, decided.result)
    pots = _pots(first)
    return Result(
        awards=first.awards + tuple(_moved(award, award.pot + len(pots)) for award in second.awards),
        pots=pots + _pots(second),
        carried=first.carried + second.carried,
        why=result.why,
        carried_why=tuple(dict.fromkeys(decided.result.carried_why + result.carried_why)),
        notes=decided.result.notes + result.notes,
    )


def _without(result: Result, judged: Judged) -> Result:
    """Return the part of a result that is decided, its pots numbered anew, with a note on those that are not."""
    kept = [number for number in range(len(result.pots)) if number not in judged.again]
    why = judged.why_again
    note = Because("nobody holds, dealt again", pot=why.pot, count=why.count, ruling=why.ruling)
    return replace(
        result,
        awards=tuple(_moved(award, kept.index(award.pot)) for award in result.awards),
        pots=tuple(result.pots[number] for number in kept),
        notes=(*result.notes, note),
    )


def _pots(result: Result) -> tuple[int, ...]:
    """Return the pots of a result; one that carries over without a showdown is not among its own."""
    return result.pots or ((result.carried,) if result.carried else ())


def _moved(award: Award, pot: int) -> Award:
    return replace(award, pot=pot)
