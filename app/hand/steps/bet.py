"""A betting round, action by action."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from app.games.steps.bet import Bet
from app.hand.action import Action, ActionError, parse_chips, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.betting.openers import find_opener, leading, opening
from app.hand.betting.rounds import (
    Round,
    after_fold,
    bet_sizes,
    bet_to,
    closed,
    collect,
    match,
    post_bring_in,
    raise_sizes,
    round_of,
    to_act,
    to_call,
    why_no_raise,
)
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays


@plays(Bet)
class BetKind(StepKind):
    """Opener, turns, bets; skipped when nobody is left who could bet against anybody."""

    verbs = frozenset({"pb", "cbr", "cc", "f", "allin"})

    def begin(self, state: State) -> State:
        spec = cast(Bet, state.frame.spec)
        sizes = bet_sizes(state, spec)
        fixed = state.setup.stakes.limit == "fixed"
        full = sizes[0] if fixed else state.setup.stakes.min_bet
        how, number = opening(state, spec)
        memory = Round(turn=0, sizes=sizes, full=full)
        state = replace(state, rounds=state.rounds + 1)
        opener = leading(state, spec.seat) if spec.seat is not None else find_opener(state, how, number)
        if len(state.bettors) < 2:
            if spec.seat is not None:
                state = state.say(f"{state.name(spec.seat)} leads: {opener.why}")
            state = closed(replace(state, opener=None, opener_why=""))
            return state.with_memory(replace(memory, acted=frozenset(state.bettors)))
        first = next(seat for seat in (opener.seat, *state.after(opener.seat)) if seat in state.bettors)
        bring_in = spec.seat is None and number == 0 and how.endswith("brings in") and state.setup.stakes.bring_in > 0
        verb = f"brings in {_within(state, first, state.setup.stakes.bring_in)}" if bring_in else "opens"
        why = opener.why
        if first != opener.seat:
            name = state.name(opener.seat)
            why = f"{name}, {opener.being}, is all in"
            if spec.seat is not None:
                why = f"{name} leads {opener.being}, but is all in"
        elif spec.seat is not None:
            verb = "leads and opens"
        state = replace(state, opener=first, opener_why=why, shows_first=first, closed=False)
        state = state.say(f"{state.name(first)} {verb}: {why}")
        return state.with_memory(replace(memory, turn=first, bring_in=bring_in))

    def finished(self, state: State) -> bool:
        return to_act(state) is None

    def end(self, state: State) -> State:
        state = replace(collect(state), opener=None, opener_why="")
        later = any(isinstance(step, Bet) for step in state.game.script[state.at :])
        return closed(state) if later and len(state.bettors) < 2 else state

    def prompt(self, state: State) -> Prompt:
        seat = cast(int, to_act(state))
        label = f"{state.frame.label}: betting"
        owed = to_call(state, seat)
        text = f"{state.name(seat)} to act"
        if round_of(state.frame).bring_in:
            text = f"{state.name(seat)} brings in {_within(state, seat, state.setup.stakes.bring_in)}, or completes it"
        elif owed:
            text += f": {owed} to call"
        return Prompt("bet", label, text, tuple(self._asks(state, seat)), seat)

    def _asks(self, state: State, seat: int) -> list[Ask]:
        memory = round_of(state.frame)
        player = state.players[seat]
        who = seat_text(seat)
        asks = []
        if memory.bring_in:
            asks.append(Ask(f"{who} pb", f"Bring in {_within(state, seat, state.setup.stakes.bring_in)}", seat))
        else:
            owed = to_call(state, seat)
            words = f"Call {owed}" if owed else "Check"
            if owed and owed == player.stack:
                words = f"All in {player.bet + owed}"
            asks.append(Ask(f"{who} cc", words, seat))
        if not why_no_raise(state, seat):
            asks += self._raises(state, seat)
        if not memory.bring_in:
            asks.append(Ask(f"{who} f", "Fold", seat))
        if player.stack is None:
            ranges = () if why_no_raise(state, seat) else raise_sizes(state, seat)
            most = ranges[-1][1] if ranges else memory.level
            if most is None or most > player.bet:
                bound = "" if most is None else str(most)
                action = f"{who} allin {player.bet + 1}..{bound}"
                asks.append(Ask(action, "All in", seat, low=player.bet + 1, high=most))
        return asks

    def _raises(self, state: State, seat: int) -> list[Ask]:
        memory = round_of(state.frame)
        player = state.players[seat]
        who = seat_text(seat)
        limit = None if player.stack is None else player.bet + player.stack
        if limit is not None and limit <= memory.level:
            return []
        verb = "Complete to" if _completes(memory) else "Bet" if memory.level == 0 else "Raise to"
        asks: dict[str, Ask] = {}
        for least, most in raise_sizes(state, seat):
            top = most if limit is None else limit if most is None else min(most, limit)
            if top is not None and top <= least:
                words = f"All in {top}" if top == limit else f"{verb} {top}"
                asks[words] = Ask(f"{who} cbr {top}", words, seat)
                continue
            bound = "" if top is None else str(top)
            action = f"{who} cbr {least}..{bound}"
            asks[action] = Ask(
                action,
                verb,
                seat,
                low=least,
                high=top,
                presets=_presets(state, seat, verb, least, top, limit),
            )
        return list(asks.values())

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, action.seat)
        player, memory = state.players[seat], round_of(state.frame)
        if not player.live:
            return Refusal(f"{player.name} has folded")
        if player.all_in:
            return Refusal(f"{player.name} is all in and acts no more")
        turn = to_act(state)
        if turn != seat and not action.ruling:
            owed = to_call(state, cast(int, turn))
            whose = f"it is {state.name(cast(int, turn))}'s turn"
            return Refusal(f"{whose}, {owed} to call" if owed else whose, overrulable=True)
        if memory.bring_in and action.verb in ("cc", "f"):
            return Refusal(f"{player.name} must bring in {state.setup.stakes.bring_in} or complete it")
        if action.verb in ("pb", "cc", "f") and action.words:
            return Refusal(f"{action.verb!r} takes no further words")
        if action.verb == "pb":
            return self._bring_in(state, seat, turn)
        if action.verb == "f":
            return after_fold(state, seat)
        if action.verb == "cc":
            return match(state, seat)
        try:
            total = parse_chips(" ".join(action.words))
        except ActionError as problem:
            return Refusal(str(problem))
        if action.verb == "allin":
            return self._all_in(state, seat, total, action.ruling)
        return self._raise(state, seat, total, action.ruling)

    def _bring_in(self, state: State, seat: int, turn: int | None) -> State | Refusal:
        if not round_of(state.frame).bring_in:
            return Refusal("there is no bring-in to be paid now")
        if turn != seat:
            return Refusal(f"{state.name(cast(int, turn))} has the bring-in")
        return post_bring_in(state, seat)

    def _raise(self, state: State, seat: int, total: int, ruled: bool, all_in: bool = False) -> State | Refusal:
        player, memory = state.players[seat], round_of(state.frame)
        most = None if player.stack is None else player.bet + player.stack
        if most is not None and total > most:
            return Refusal(
                f"{player.name} has only {player.stack}" + (f" beside the bet of {player.bet}" if player.bet else "")
            )
        if total <= memory.level:
            return Refusal(f"a bet or raise must go above {memory.level}")
        all_in = all_in or total == most
        if not ruled:
            if reason := why_no_raise(state, seat):
                return Refusal(reason, overrulable=True)
            if problem := self._wrong_size(state, seat, total, all_in):
                return Refusal(problem, overrulable=True)
        return bet_to(state, seat, total, ruled=ruled and not all_in)

    def _wrong_size(self, state: State, seat: int, total: int, all_in: bool) -> str:
        ranges = raise_sizes(state, seat)
        fits = any(least <= total and (most is None or total <= most) for least, most in ranges)
        short = all_in and total <= max((least for least, _ in ranges), default=0)
        if not fits and not short:
            named = " or ".join(_range_words(least, most) for least, most in ranges) or "nothing now"
            return f"{state.name(seat)} may bet or raise to {named}, not {total}"
        # In a fixed limit the amount is given: after an odd all-in it need not be a multiple of the chip.
        if total % state.setup.house.chip_unit and not all_in and state.setup.stakes.limit != "fixed":
            return f"the smallest chip is {state.setup.house.chip_unit}"
        return ""

    def _all_in(self, state: State, seat: int, total: int, ruled: bool) -> State | Refusal:
        player, memory = state.players[seat], round_of(state.frame)
        if player.stack is not None:
            return Refusal(f"{player.name}'s stack is tracked: a bet or call of all of it is all in")
        if total <= player.bet:
            return Refusal(f"{player.name} has bet {player.bet} already: all in is for more than that")
        if total > memory.level:
            raised = self._raise(state, seat, total, ruled, all_in=True)
            return raised if isinstance(raised, Refusal) else raised.with_player(seat, all_in=True)
        matched = match(state, seat)
        short = memory.level - total
        return matched.with_player(seat, all_in=True, bet=total, put=matched.players[seat].put - short)


def _completes(memory: Round) -> bool:
    return memory.bring_in or (memory.completing and memory.level < memory.full)


def _within(state: State, seat: int, amount: int) -> int:
    stack = state.players[seat].stack
    return amount if stack is None else min(amount, stack)


def _range_words(least: int, most: int | None) -> str:
    if least == most:
        return str(least)
    return f"{least} or more" if most is None else f"{least} to {most}"


def _presets(
    state: State, seat: int, verb: str, least: int, top: int | None, limit: int | None
) -> tuple[tuple[str, int], ...]:
    """Amounts worth a button: the least, half the pot, the pot, everything."""
    owed = to_call(state, seat)
    level = round_of(state.frame).level
    pot = state.pot + owed
    unit = state.setup.house.chip_unit
    wanted = [least, level + pot // 2, level + pot]
    amounts = sorted({amount - amount % unit if amount != least else amount for amount in wanted})
    found = [(f"{verb} {n}", n) for n in amounts if n >= least and (top is None or n < top)]
    if top is not None:
        found.append((f"All in {top}" if top == limit else f"{verb} {top}", top))
    return tuple(found)
