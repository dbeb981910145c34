"""Betting rounds, action by action."""

from __future__ import annotations

from app.dataclass import dataclass, replace
from app.games.house import BROUGHT_IN
from app.games.reasons import Reason
from app.games.steps.bet import Bet
from app.hand.action import ALL_IN, BET, BRING_IN, CALL, FOLD, Action
from app.hand.ask import Ask, Preset, Prompt, Question, RefusalError, TakesAmount
from app.hand.betting.openers import (
    OpenedLast,
    announce_openers_due,
    find_opener,
    note_opener,
    opener_by_hand,
    openers_needed,
    opening_rule,
    pass_out,
)
from app.hand.betting.rounds import (
    Round,
    announce_no_more_betting,
    bet_to,
    check_or_call,
    collect_bets,
    fold_in_round,
    post_bring_in,
    raise_sizes,
    round_of,
    seat_to_act,
    to_act,
    to_call,
    total_to_exceed,
    why_no_raise,
    with_blinds,
)
from app.hand.betting.sizes import bet_sizes, open_pair
from app.hand.chips import payable
from app.hand.event import Event
from app.hand.state import State, out_of_the_hand
from app.hand.steps import StepKind, plays
from app.hand.steps.draw import Drawn
from app.ranking.words import least_hand


@dataclass(frozen=True, slots=True)
class Opens(Event):
    """A player opens the betting, with a bring-in unless that is 0. ``why`` names the rightful opener."""

    seat: int
    why: Reason
    bring_in: int = 0


@plays(Bet)
class BetKind(StepKind[Bet, Round]):
    """A betting round, skipped when nobody is left to bet against."""

    verbs = frozenset({BRING_IN, BET, CALL, FOLD, ALL_IN})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        if spec.if_drawn and not any(state.recall(Drawn).by_seat.values()):
            skipped = Round(turn=0, sizes=(), full=0, acted=frozenset(state.bettors))
            return state.with_memory(skipped).say(Reason("nobody has drawn"))
        sizes = bet_sizes(state, spec)
        fixed = state.setup.stakes.limit == "fixed"
        full = sizes[0] if fixed else state.setup.stakes.min_bet
        how, number = opening_rule(state, spec), state.rounds
        memory = with_blinds(state, Round(turn=0, sizes=sizes, full=full))
        state = replace(state, rounds=state.rounds + 1)
        leads = spec.seat is not None and not spec.opener
        if spec.seat is None:
            why = find_opener(state, how, number)
        elif leads:
            why = Reason("takes the lead", spec.seat, hand=opener_by_hand(state, spec.seat).hand)
        else:
            why = Reason("as the table says", spec.seat)
        opener = why.player
        if len(state.bettors) < 2:
            if leads:
                state = state.say(Reason("leads", opener, hand=why.hand))
            state = state.with_memory(replace(memory, acted=frozenset(state.bettors)))
            return announce_no_more_betting(state) if self.finished(state) else state
        first = next(seat for seat in (opener, *state.seats_after(opener)) if seat in state.bettors)
        if needs := openers_needed(state, spec):
            state = replace(state, first_to_show=first, betting_over=False)
            state = state.with_note(OpenedLast(first)).say(Reason("needed to open", first, word=least_hand(needs)))
            return state.with_memory(replace(memory, turn=first))
        bring_in = spec.seat is None and number == 0 and how in BROUGHT_IN and state.setup.stakes.bring_in > 0
        if first != opener:
            why = Reason("leads but is all in" if leads else "opener is all in", opener, why=why)
        state = replace(state, opener=first, opener_why=why, first_to_show=first, betting_over=False)
        state = state.with_note(OpenedLast(first))
        amount = payable(state, first, state.setup.stakes.bring_in) if bring_in else 0
        state = state.say(Opens(first, why, amount))
        if fixed and len(sizes) > 1:
            seat, ruling = open_pair(state), "open_pair_big_bet"
            state = state.say(Reason("open pair", seat, amount=sizes[0], most=sizes[-1], ruling=ruling))
        return state.with_memory(replace(memory, turn=first, bring_in=bring_in))

    def finished(self, state: State) -> bool:
        return to_act(state) is None

    def end(self, state: State) -> State:
        unopened = self.memory(state).level == 0 and len(state.bettors) > 1
        state = replace(collect_bets(state), opener=None, opener_why=None)
        if unopened and self.spec(state).passed:
            return pass_out(state, self.spec(state))
        later = any(isinstance(step, Bet) for step in state.game.script[state.next_step :])
        return announce_no_more_betting(state) if later and len(state.bettors) < 2 else state

    def prompt(self, state: State) -> Prompt:
        seat = seat_to_act(state)
        owed = to_call(state, seat)
        question = Question("to call" if owed else "to act", seat, amount=owed)
        if self.memory(state).bring_in:
            chips = payable(state, seat, state.setup.stakes.bring_in)
            question = Question("may bring in" if _may_fold_bring_in(state) else "brings in", seat, amount=chips)
        elif needs := self._needs(state):
            question = Question("may open", seat, word=least_hand(needs))
        return Prompt("bet", question, tuple(self._asks(state, seat)), seat)

    def _needs(self, state: State) -> str:
        """Return the least hand that opens this round; empty if any hand does, and once it has been opened."""
        return "" if self.memory(state).level else openers_needed(state, self.spec(state))

    def _asks(self, state: State, seat: int) -> list[Ask]:
        memory, player = self.memory(state), state.players[seat]
        asks = []
        if memory.bring_in:
            chips = payable(state, seat, state.setup.stakes.bring_in)
            asks.append(Ask(Action(BRING_IN, seat), manner="bring in", chips=chips))
        else:
            owed = to_call(state, seat)
            if owed and owed == player.stack:
                asks.append(Ask(Action(CALL, seat), manner="all in", chips=owed))
            elif not self._must_bet(state, seat):
                asks.append(Ask(Action(CALL, seat), manner="call" if owed else "check", chips=owed or None))
        barred = why_no_raise(state, seat) is not None
        if not barred:
            asks += self._raises(state, seat)
        if (not memory.bring_in or _may_fold_bring_in(state)) and self._opener_must(state) != "bet":
            asks.append(Ask(Action(FOLD, seat), manner="fold"))
        if player.stack is None:
            ranges = () if barred else raise_sizes(state, seat)
            most = ranges[-1][1] if ranges else player.bet + to_call(state, seat)
            if most is None or most > player.bet:
                asks.append(Ask(Action(ALL_IN, seat), TakesAmount(player.bet + 1, most), manner="all in"))
        return asks

    def _raises(self, state: State, seat: int) -> list[Ask]:
        memory, player = self.memory(state), state.players[seat]
        limit = None if player.stack is None else player.bet + player.stack
        if limit is not None and limit <= total_to_exceed(state):
            return []
        manner = _manner(memory)
        asks: dict[tuple[int, int | None], Ask] = {}
        for least, most in raise_sizes(state, seat):
            top = most if limit is None else limit if most is None else min(most, limit)
            if top is not None and top <= least:
                how, chips = ("all in", player.stack) if top == limit else (manner, top)
                asks[top, top] = Ask(Action(BET, seat, amount=top), manner=how, chips=chips)
                continue
            presets = _presets(state, seat, manner, least, top, limit)
            asks[least, top] = Ask(Action(BET, seat), TakesAmount(least, top, presets), manner=manner)
        return list(asks.values())

    def apply(self, state: State, action: Action) -> State:
        seat = action.player
        player, memory = state.players[seat], self.memory(state)
        if not player.live:
            raise out_of_the_hand(state, seat)
        if player.all_in:
            raise RefusalError("all in already", seat)
        turn = seat_to_act(state)
        if turn != seat and not action.ruling:
            raise RefusalError("turn to bet", turn, amount=to_call(state, turn), overrulable=True)
        # Until the bring-in is paid, the others may fold out of turn, but the player who owes it may not fold.
        must = seat == turn and not _may_fold_bring_in(state)
        if memory.bring_in and (action.verb == CALL or (action.verb == FOLD and must)):
            raise RefusalError("must bring in", turn, amount=state.setup.stakes.bring_in)
        if action.verb == BRING_IN:
            if not memory.bring_in:
                raise RefusalError("no bring-in now")
            if turn != seat:
                raise RefusalError("has the bring-in", turn)
            return post_bring_in(state, seat)
        if action.verb in (CALL, FOLD) and seat == turn and self._opener_must(state) == "bet" and not action.ruling:
            raise RefusalError("must open", seat, overrulable=True)
        if action.verb == FOLD:
            return announce_openers_due(fold_in_round(state, seat))
        if action.verb == CALL:
            if self._must_bet(state, seat) and not action.ruling:
                raise RefusalError("must bet or fold", seat, overrulable=True)
            return check_or_call(state, seat)
        if memory.bring_in and seat != turn and not (_may_fold_bring_in(state) or state.setup.from_0_3):
            # A bet that stands out of turn does not spare the opener the bring-in.
            state = _with_bring_in(state, turn)
        if action.verb == ALL_IN:
            return self._all_in(state, seat, action.chips, action.ruling)
        return self._raise(state, seat, action.chips, action.ruling)

    def _must_bet(self, state: State, seat: int) -> bool:
        """Return whether a seat may not check."""
        barred = self.memory(state).level or why_no_raise(state, seat) is not None
        return not barred and (self.spec(state).bet_or_fold or bool(self._opener_must(state)))

    def _opener_must(self, state: State) -> str:
        """Return what the player to act must do as the first of the round; empty for later ones, or if barred."""
        memory, must = self.memory(state), self.spec(state).opener_must
        first = must and not memory.acted and not memory.level
        return must if first and why_no_raise(state, seat_to_act(state)) is None else ""

    def _raise(self, state: State, seat: int, total: int, ruled: bool, all_in: bool = False) -> State:
        player, memory = state.players[seat], self.memory(state)
        most = None if player.stack is None else player.bet + player.stack
        if most is not None and total > most:
            raise RefusalError("behind", seat, amount=player.stack or 0)
        if total <= memory.level:
            raise RefusalError("must go above", amount=memory.level)
        all_in = all_in or total == most
        if not ruled:
            if (barred := why_no_raise(state, seat)) is not None:
                raise RefusalError(barred.kind, barred.seat, amount=barred.amount, count=barred.count, overrulable=True)
            self._check_size(state, seat, total, all_in)
        if total <= (bring_in := total_to_exceed(state)):
            raise RefusalError("must go above", amount=bring_in)
        if memory.level == 0:
            needs = self._needs(state)
            state = note_opener(state, seat, needs)
            if needs:
                state = replace(state, opener=seat, opener_why=Reason("or better", seat, word=least_hand(needs)))
        return bet_to(state, seat, total, ruled=ruled and not all_in)

    def _check_size(self, state: State, seat: int, total: int, all_in: bool) -> None:
        """Refuse a bet or raise of a wrong size; a short all-in may be below the minimum."""
        ranges = raise_sizes(state, seat)
        fits = any(least <= total and (most is None or total <= most) for least, most in ranges)
        short_all_in = all_in and total <= max((least for least, _ in ranges), default=0)
        if not fits and not short_all_in:
            word = _manner(self.memory(state))
            raise RefusalError("wrong bet size", seat, amount=total, word=word, ranges=ranges, overrulable=True)
        # With a fixed limit the amount is set: after an odd all-in it need not be a multiple of the chip.
        unit = state.setup.house.chip_unit
        if total % unit and not all_in and state.setup.stakes.limit != "fixed":
            raise RefusalError("smallest chip", amount=unit, overrulable=True)

    def _all_in(self, state: State, seat: int, total: int, ruled: bool) -> State:
        player = state.players[seat]
        if player.stack is not None:
            raise RefusalError("stack is tracked", seat)
        if total <= player.bet:
            raise RefusalError("all in for more", seat, amount=player.bet)
        if total > total_to_exceed(state):
            return self._raise(state, seat, total, ruled, all_in=True).with_player(seat, all_in=True)
        called = (post_bring_in if self.memory(state).bring_in else check_or_call)(state, seat)
        committed = called.players[seat].committed + total - called.players[seat].bet
        return called.with_player(seat, all_in=True, bet=total, committed=committed)


def _may_fold_bring_in(state: State) -> bool:
    """Return whether the player to act may fold instead of bringing in: the rightful opener is all in for the ante."""
    return state.opener_why is not None and state.opener_why.seat != state.opener


def _with_bring_in(state: State, seat: int) -> State:
    """Post the bring-in of a player who has not acted, and announce it."""
    amount = payable(state, seat, state.setup.stakes.bring_in)
    return post_bring_in(state, seat).say(Reason("posts", seat, amount=amount, word="the bring-in"))


def _manner(memory: Round) -> str:
    """Return how chips go above the level of the round: a bet, a raise, or the completion of a bring-in."""
    return "complete to" if memory.completes else "bet" if memory.level == 0 else "raise to"


def _presets(
    state: State, seat: int, manner: str, least: int, top: int | None, limit: int | None
) -> tuple[Preset, ...]:
    """Return the amounts with a button of their own: the least, half the pot, the pot, the most or all in."""
    level = round_of(state).level
    pot = state.pot + to_call(state, seat)
    unit = state.setup.house.chip_unit
    wanted = [least, level + pot // 2, level + pot]
    amounts = sorted({amount - amount % unit if amount != least else amount for amount in wanted})
    presets = [Preset(manner, n) for n in amounts if n >= least and (top is None or n < top)]
    if top is not None:
        presets.append(Preset("all in", top, state.players[seat].stack) if top == limit else Preset(manner, top))
    return tuple(presets)
