"""The arithmetic of a betting round: whose turn it is, caps, raise sizes, what reopens the betting."""

from __future__ import annotations

from collections.abc import Iterator

from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.hand.chips import payable, put_in, return_uncalled
from app.hand.state import State, fold


@dataclass(frozen=True, slots=True)
class Round:
    """The memory of a betting round.

    ``turn``: the seat from which the search for the next to act starts. ``sizes``: the bets of a fixed limit, the
    larger last. ``full``: the size of a full raise now. ``acted``: the seats that have acted since the last full bet or
    raise. ``level``: the bet to match. ``base``: the total that a raise adds to, below the level while a bring-in, a
    blind or a small all-in may be completed. ``count``: the number of bets and raises. ``capped``: the betting was
    capped while three or more players could bet. ``bring_in``: the opener still owes it. ``called``: the seats
    whose last bet was a call; ``raised``: those whose last bet was a raise.
    """

    turn: int
    sizes: tuple[int, ...]
    full: int
    acted: frozenset[int] = frozenset()
    level: int = 0
    base: int = 0
    count: int = 0
    capped: bool = False
    bring_in: bool = False
    called: frozenset[int] = frozenset()
    raised: frozenset[int] = frozenset()

    @property
    def completes(self) -> bool:
        """Whether the next bet completes a bring-in, a blind or a small all-in."""
        return self.bring_in or self.base < self.level


def round_under_way(state: State) -> Round | None:
    """Return the betting round under way; None in any other step."""
    memory = state.frame.memory if state.frames else None
    return memory if isinstance(memory, Round) else None


def round_of(state: State) -> Round:
    """Return the betting round under way; the step under way must be one."""
    memory = round_under_way(state)
    assert memory is not None
    return memory


def to_act(state: State) -> int | None:
    """Return the seat whose turn it is; None when the round is over."""
    return next(still_to_act(state), None)


def still_to_act(state: State) -> Iterator[int]:
    """Yield the seats still to act if nobody raises, in turn; a single player who can bet may only have to call."""
    memory, level = round_of(state), _to_match(state)
    alone = _alone(state)
    for seat in dict.fromkeys((memory.turn, *state.seats_after(memory.turn))):
        player = state.players[seat]
        if player.can_bet and (player.bet < level or not (alone or seat in memory.acted)):
            yield seat


def to_call(state: State, seat: int) -> int:
    """Return the chips that a seat needs to call, at most its stack."""
    player = state.players[seat]
    owed = max(0, _to_match(state) - player.bet)
    return owed if player.stack is None else min(owed, player.stack)


def nobody_can_bet(state: State) -> bool:
    """Return whether two or more are still in, at most one of them can bet, and that one has nothing to call."""
    if state.result is not None or len(state.live) < 2 or len(state.bettors) > 1:
        return False
    return round_under_way(state) is None or to_act(state) is None


def _alone(state: State) -> bool:
    """Return whether at most one player can still bet."""
    return len(state.bettors) < 2 and not state.setup.from_0_2


def _to_match(state: State) -> int:
    """Return the bet to match: a short blind is called in full, but not by the only player who can still bet."""
    level, most = round_of(state).level, max([player.bet for player in state.players])
    return most if level > most and _alone(state) else level


def with_blinds(state: State, memory: Round) -> Round:
    """Return a round's memory with the highest blind as the bet to match, if it is the first round of the hand.

    A blind below a full bet does not count as a bet: like a bring-in it may be completed.
    """
    level = 0 if state.rounds else max(state.blinds, default=0)
    if not level:
        return memory
    full = memory.full if state.setup.stakes.limit == "fixed" else max(memory.full, level)
    return replace(memory, level=level, base=_base(level, full), full=full, count=int(level >= full))


def seat_to_act(state: State) -> int:
    """Return the seat whose turn it is, in a round that is not over."""
    seat = to_act(state)
    assert seat is not None
    return seat


def why_no_raise(state: State, seat: int) -> Reason | None:
    """Return why the rules bar a seat from betting or raising now; None if they do not."""
    memory = round_of(state)
    stakes, house = state.setup.stakes, state.setup.house
    player = state.players[seat]
    if memory.bring_in and not raise_sizes(state, seat):
        return Reason("bring-in is a full bet", amount=stakes.bring_in)
    others = [state.players[other] for other in state.bettors if other != seat]
    if not others:
        return Reason("everyone else is all in")
    if all(other.stack is not None and other.bet + other.stack <= memory.level for other in others):
        return Reason("nobody can call more")
    heads_up = len(state.bettors) == 2 and not house.heads_up_cap and (house.fold_lifts_cap or not memory.capped)
    capped = stakes.limit in ("fixed", "spread") and house.raises > 0 and not heads_up
    if capped and memory.count > house.raises:
        return Reason("betting is capped", count=house.raises)
    if seat in memory.acted and not _reopens(state, memory.level - player.bet):
        return Reason("short all-in does not reopen")
    return None


def total_to_exceed(state: State) -> int:
    """Return the total that a bet has to exceed: the bet to match, or the bring-in while it is owed.

    In hands of version 0.3 an all-in below the bring-in was a bet.
    """
    memory, stakes = round_of(state), state.setup.stakes
    return stakes.bring_in if memory.bring_in and not state.setup.from_0_3 else memory.level


def _reopens(state: State, more: int) -> bool:
    """Return whether ``more`` chips on top, of one raise or of several short all-ins, reopen the betting."""
    counted = more if state.setup.house.all_in_reopens == "full raise" else 2 * more
    return counted >= round_of(state).full


def raise_sizes(state: State, seat: int) -> tuple[tuple[int, int | None], ...]:
    """Return the totals that the seat may bet or raise to, as ranges (least, most); None is no upper bound.

    The stack does not limit them here. With a fixed limit each range is one amount.
    """
    memory = round_of(state)
    stakes = state.setup.stakes
    base = memory.base
    forced = stakes.bring_in if memory.bring_in else 0
    if stakes.limit == "fixed":
        return tuple((base + size, base + size) for size in memory.sizes if base + size > forced)
    unit = state.setup.house.chip_unit
    least = base + max(memory.full, stakes.min_bet)
    least = max(least, forced + 1)
    least += -least % unit
    if stakes.limit == "none":
        return ((least, None),)
    if stakes.limit == "spread":
        most = base + stakes.max_bet
    else:
        owed = max(0, memory.level - state.players[seat].bet)
        most = memory.level + state.pot + _missing_from_blinds(state) + owed
    return ((least, max(least, most - most % unit)),)


def _missing_from_blinds(state: State) -> int:
    """Return the chips that all-in blinds are short of in the first round; a pot-limit raise counts them as posted."""
    posted = zip(state.blinds_posted, state.players, strict=False)
    return sum(max(0, blind - player.bet) for blind, player in posted)


def _base(forced: int, full: int) -> int:
    """Return the total that a raise adds to: a bring-in or blind below a full bet is completed, not raised."""
    return forced if forced >= full else 0


def bet_to(state: State, seat: int, total: int, *, ruled: bool) -> State:
    """Bet or raise to ``total``, which may be a short all-in."""
    memory, house = round_of(state), state.setup.house
    size = total - memory.base
    full = _reopens(state, size) or ruled
    small = not full and state.setup.stakes.limit == "fixed" and house.all_in_reopens == "half raise or complete"
    count = memory.count + (not small)
    capped = count > house.raises and len(state.bettors) > 2
    state = replace(put_in(state, seat, total - state.players[seat].bet), first_to_show=seat)
    sizes, grown = memory.sizes, memory.full
    if state.setup.stakes.limit == "fixed":
        # Once the larger of two bets is made, every raise is of that size, except in hands stored before that rule.
        if size >= sizes[-1] and not state.setup.big_bet_street:
            sizes, grown = sizes[-1:], sizes[-1]
    elif full:
        grown = max(memory.full, size)
    return state.with_memory(
        replace(
            memory,
            level=total,
            base=memory.base if small else total,
            turn=_next_turn(state, memory, seat),
            acted=frozenset((seat,)) if full else memory.acted | {seat},
            count=count,
            capped=memory.capped or capped,
            sizes=sizes,
            full=grown,
            bring_in=False,
            called=memory.called - {seat},
            raised=memory.raised | {seat} if memory.count else memory.raised,
        )
    )


def check_or_call(state: State, seat: int) -> State:
    """Check or call, which may be all in for less."""
    memory = round_of(state)
    owed = to_call(state, seat)
    called, raised = (memory.called | {seat}, memory.raised - {seat}) if owed else (memory.called, memory.raised)
    state = put_in(state, seat, owed)
    turn = _next_turn(state, memory, seat)
    return state.with_memory(replace(memory, turn=turn, acted=memory.acted | {seat}, called=called, raised=raised))


def post_bring_in(state: State, seat: int) -> State:
    """Post the bring-in; the player acts again if another one completes or raises.

    A bring-in as large as the bet counts as one, except in hands of version 0.3.
    """
    memory, bring_in = round_of(state), state.setup.stakes.bring_in
    state = put_in(state, seat, payable(state, seat, bring_in))
    return state.with_memory(
        replace(
            memory,
            level=bring_in,
            base=_base(bring_in, memory.full),
            count=int(bring_in >= memory.full and not state.setup.from_0_3),
            turn=_next_turn(state, memory, seat),
            acted=memory.acted | {seat},
            bring_in=False,
        )
    )


def fold_in_round(state: State, seat: int) -> State:
    """Fold, in turn or out of turn."""
    memory = round_of(state)
    acted = memory.acted | {seat} if seat_to_act(state) == seat else memory.acted
    state = fold(state, seat)
    return state.with_memory(replace(memory, turn=_next_turn(state, memory, seat), acted=acted))


def collect_bets(state: State, forced: int = 0) -> State:
    """End a round: return an uncalled bet, except for a ``forced`` part, and put the bets into the pot."""
    bets = sorted(((player.bet, seat) for seat, player in enumerate(state.players)), reverse=True)
    (most, seat), (second, _) = bets[0], bets[1]
    uncalled = most - max(second, forced)
    if uncalled > 0:
        state = return_uncalled(state, seat, uncalled)
        state = state.say(Reason("nobody could call it", seat, amount=uncalled))
    for other in state.setup.seats:
        if state.players[other].bet:
            state = state.with_player(other, bet=0)
    return state


def announce_no_more_betting(state: State) -> State:
    """Announce, once in the hand, that there is no more betting."""
    if state.betting_over:
        return state
    over = Reason("no more betting but one", state.bettors[0]) if state.bettors else Reason("no more betting")
    return replace(state, betting_over=True).say(over)


def _next_turn(state: State, memory: Round, seat: int) -> int:
    """Return the seat from which to search for the next to act: unchanged after an action out of turn."""
    in_turn = next(
        at
        for at in (memory.turn, *state.seats_after(memory.turn))
        if at == seat
        or (state.players[at].can_bet and (at not in memory.acted or state.players[at].bet < memory.level))
    )
    return (seat + 1) % len(state.players) if in_turn == seat else memory.turn
