"""Running it twice: the common cards still to come are dealt twice, each board for half of every pot."""

from __future__ import annotations

from app.dataclass import replace
from app.games.reasons import Reason
from app.games.steps.bet import Bet
from app.games.steps.deal import Common
from app.games.steps.showdown import Showdown
from app.games.streets import burns_before
from app.hand.ask import RefusalError
from app.hand.cards import burn, left_in_deck
from app.hand.chips import freeze_pots
from app.hand.result import Decided
from app.hand.settlement.judge import judge, settlement_events
from app.hand.settlement.pots import divide, pots_of
from app.hand.state import RunTwice, State


def why_not_twice(state: State, due: int) -> RefusalError | None:
    """Return why the board cannot be dealt twice, with ``due`` cards of this step to come; None if it can."""
    if state.board_number or state.decided is not None:
        return RefusalError("run twice already")
    if len(state.bettors) > 1:
        return RefusalError("can still bet", seats=state.bettors)
    script, at, burns = state.game.script, state.next_step, state.setup.house.burns
    steps = [*(frame.spec for frame in state.frames), *script[at:]]
    if _may_deal_again(state) or not all(map(_leaves_hands, steps)):
        return RefusalError("more than common cards")
    cards = due + sum(script[to].shared + burns * burns_before(script, to) for to in range(at, len(script)))
    return RefusalError("deck too short for two boards") if left_in_deck(state) < 2 * cards + burns else None


def _may_deal_again(state: State) -> bool:
    """Return whether an up-card or a showdown may bring another deal or payment."""
    declared = any(player.declared for player in state.players)
    deals_again = any(share.unclaimed == "ante and deal again" for share in state.game.shares)
    return declared or deals_again or bool(state.game.triggers)


def _leaves_hands(spec: object) -> bool:
    """Return whether a step changes no hands, except by common cards off the deck."""
    return isinstance(spec, Bet | Showdown) or (isinstance(spec, Common) and spec.own and not spec.places)


def run_twice(state: State) -> State:
    """Announce that the hand is run twice, and begin the first board."""
    return state.with_note(RunTwice(before=state)).say(Reason("run twice"))


def end_first_board(state: State) -> State:
    """Judge the first board for half of every pot and the odd chip, and go back to deal the second."""
    pots, unit = pots_of(state), state.setup.house.chip_unit
    halves = [replace(pot, amount=divide(pot.amount, 2, unit)[0]) for pot in pots]
    rest = [replace(pot, amount=pot.amount - half.amount) for pot, half in zip(pots, halves, strict=True)]
    result = judge(freeze_pots(state, rest)).result
    result = replace(result, first_board=len(result.pots))
    before = state.recall(RunTwice).before
    assert before is not None
    again = replace(
        freeze_pots(state, halves).say(*settlement_events(state, result), Reason("second board")),
        frames=(*before.frames, state.frame),
        next_step=before.next_step,
        streets=before.streets,
        rounds=before.rounds,
        up_cards=before.up_cards,
        common_cards=before.common_cards,
        rulings={},
        decided=Decided(result, main=True),
    ).with_note(RunTwice(before, first=replace(state, result=result)))
    return burn(again) if burns_before(again.game.script, again.next_step - 1) else again
