"""A showdown, pot by pot: by the cards, by what was declared, or by the ruling on a pot that nobody holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from app.games.because import Because
from app.games.steps.interrupts import Redeal
from app.hand.folding import is_uncontested
from app.hand.settlement.contest import declarations, in_pots, left_in, ruled_winners
from app.hand.settlement.events import settlement_events
from app.hand.settlement.pots import Pot, pots_of, why_uncontested
from app.hand.settlement.scores import Scores
from app.hand.settlement.shares import Cut, awards_of, cut_pot, judge_declared, whole
from app.hand.state import Award, DeadMoney, Decided, Result, State

NOBODY_HOLDS = Because("nobody holds", ruling="nobody_holds")
CARDS_SPEAK = Because("nobody holds, cards speak", ruling="nobody_holds")


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a showdown, and the pots for which those left are dealt ``again``, by number, with the reason."""

    result: Result
    again: Mapping[int, Pot] = field(default_factory=dict)
    why_again: Because = NOBODY_HOLDS


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How one pot is judged.

    ``judged`` are those who play for it against others, ``failed`` is why their declarations failed, by seat, ``both``
    are those whose declaration of both holds. ``note`` is the ruling where none holds; ``again``: they are dealt again
    for it.
    """

    cut: Cut
    judged: AbstractSet[int] = frozenset()
    failed: Mapping[int, Because] = field(default_factory=dict)
    both: AbstractSet[int] = frozenset()
    note: Because | None = None
    again: bool = False


def judge(state: State) -> Judged:
    """Judge a showdown: each pot split into the game's shares, each share judged among those eligible."""
    scores, pots = Scores(state), [left_in(state, pot) for pot in pots_of(state)]
    outcomes: list[_Outcome] = []
    for pot in pots:
        outcomes.append(_judge_pot(scores, pot, _out(state, outcomes)))
    awards = [
        award
        for number, outcome in enumerate(outcomes)
        for part in outcome.cut.parts
        for award in awards_of(scores, number, pots[number], part, outcome.both)
    ]
    result = Result(
        awards=tuple(awards),
        pots=tuple(pot.amount for pot in pots),
        carried=sum(outcome.cut.carried for outcome in outcomes),
        carried_why=_staying(outcomes),
        notes=_failures(state, outcomes) + _rulings(outcomes),
    )
    again = {number: pot for number, pot in enumerate(pots) if outcomes[number].again}
    whys = in_pots(dict.fromkeys(again, NOBODY_HOLDS), _judged(outcomes), len(pots))
    return Judged(result, again, whys[0] if len(whys) == 1 else NOBODY_HOLDS)


def _out(state: State, before: Sequence[_Outcome]) -> set[int]:
    """Return who is out of the next pot for having declared both and failed in the main pot, by the house's rule."""
    if state.setup.house.both_scope == "each pot" or not before:
        return set()
    return {seat for seat in before[0].failed if state.players[seat].declared == "both"}


def _judge_pot(scores: Scores, pot: Pot, out: set[int]) -> _Outcome:
    """Judge one pot, without those who are ``out`` of it."""
    state = scores.state
    if is_uncontested(state, pot.seats):
        return _Outcome(whole(state.game.shares[0], pot, why_uncontested(state, pot)))
    by_cards = {
        share.name: ruled_winners(state, share, pot.seats) or scores.best(share, pot.seats, pot.seats)
        for share in state.game.shares
    }
    if not declarations(state, pot.seats):
        return _Outcome(cut_pot(scores, pot, by_cards), pot.seats)
    verdict = judge_declared(scores, pot.seats, out)
    if verdict.holds:
        return _Outcome(cut_pot(scores, pot, verdict.winners), pot.seats, verdict.failed, verdict.both)
    match state.setup.house.nobody_holds:
        case "cards speak":
            return _Outcome(cut_pot(scores, pot, by_cards), pot.seats, verdict.failed, note=CARDS_SPEAK)
        case "redeal" if pot.amount:
            return _Outcome(Cut(), pot.seats, verdict.failed, again=True)
    return _Outcome(Cut(carried=pot.amount, staying=(NOBODY_HOLDS,)), pot.seats, verdict.failed)


def _failures(state: State, outcomes: Sequence[_Outcome]) -> tuple[Because, ...]:
    """Return why declarations failed, by seat; once where it was the same in every pot that the player plays for."""
    reasons: list[Because] = []
    for seat in state.live:
        found = {number: outcome.failed[seat] for number, outcome in enumerate(outcomes) if seat in outcome.failed}
        here = {number: why for number, why in found.items() if why.ruling != "both_scope"}
        reasons += in_pots(here, sum(seat in outcome.judged for outcome in outcomes), len(outcomes))
        reasons += dict.fromkeys(why for why in found.values() if why.ruling == "both_scope")
    return tuple(reasons)


def _rulings(outcomes: Sequence[_Outcome]) -> tuple[Because, ...]:
    """Return the rulings on pots that nobody holds."""
    found = {number: outcome.note for number, outcome in enumerate(outcomes) if outcome.note is not None}
    return in_pots(found, _judged(outcomes), len(outcomes))


def _staying(outcomes: Sequence[_Outcome]) -> tuple[Because, ...]:
    """Return why chips stay for the next hand, each reason once."""
    nobody = {number: NOBODY_HOLDS for number, outcome in enumerate(outcomes) if NOBODY_HOLDS in outcome.cut.staying}
    others = [why for outcome in outcomes for why in outcome.cut.staying if why != NOBODY_HOLDS]
    return tuple(dict.fromkeys((*in_pots(nobody, _judged(outcomes), len(outcomes)), *others)))


def _judged(outcomes: Sequence[_Outcome]) -> int:
    """Return how many pots more than one player plays for."""
    return sum(bool(outcome.judged) for outcome in outcomes)


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
