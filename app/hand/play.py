"""Playing a hand: a state and an action go in, the next state or a refusal comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from app.dataclass import replace
from app.games.reasons import Reason
from app.hand.action import SHOW, TURN, Action
from app.hand.ask import Prompt, Question, Refusal, RefusalError
from app.hand.cards import show_cards
from app.hand.chips import payable, put_in
from app.hand.dealer import AT_ANY_STEP, may_show_early, stray_card
from app.hand.event import Ruled
from app.hand.flow import advance, after_cards
from app.hand.notation import ActionError, parse_action, write_ask
from app.hand.settlement.pots import paid_antes
from app.hand.state import Player, Setup, State
from app.hand.steps import kind_of

#: An action, or the line that is one.
Line = TypeVar("Line", bound=Action | str)


class SetupError(ValueError):
    """Raised for a hand that cannot be dealt: too few or too many players, or stacks that make no sense."""


def start(setup: Setup) -> State:
    """Return the state after the antes and blinds, at the first question.

    Raises :class:`SetupError` for a hand that cannot be dealt.
    """
    _check_setup(setup)
    players, antes = [], paid_antes(setup)
    for name, stack, ante in zip(setup.names, setup.stacks, antes, strict=True):
        left = None if stack is None else stack - ante
        players.append(Player(name, left, committed=ante, all_in=left == 0))
    state = State(setup, tuple(players), carried=setup.carried, antes=tuple(antes))
    if setup.carried:
        state = state.say(Reason("carried in", amount=setup.carried))
    posted = [seat for seat, ante in enumerate(antes) if ante]
    if len(posted) == 1:
        state = state.say(Reason("posts", posted[0], amount=antes[posted[0]], word="the ante for everyone"))
    if broke := tuple(seat for seat, player in enumerate(players) if player.all_in):
        state = state.say(Reason("all in for the ante", seats=broke))
    return advance(_post_blinds(state) if setup.blinds else state)


def _post_blinds(state: State) -> State:
    """Post the blinds from the dealer's left, heads-up from the dealer; a short stack posts what is left."""
    setup, blinds = state.setup, state.setup.blinds
    big, small = setup.stakes.big_blind, setup.posting_order[0]
    for seat in setup.posting_order:
        if amount := payable(state, seat, blinds[seat]):
            is_small = blinds[seat] < big or (seat == small and setup.stakes.small_blind == big)
            word = "a straddle" if blinds[seat] > big else "the small blind" if is_small else "the big blind"
            before, state = state, put_in(state, seat, amount)
            state = _announce_all_in(before, state.say(Reason("posts", seat, amount=amount, word=word)))
    return replace(state, blinds=blinds)


def play(state: State, action: Action | str) -> State | Refusal:
    """Return the state after an action, or the refusal.

    ``action`` may be a line of text, as in a record.
    """
    if isinstance(action, str):
        try:
            action = parse_action(action)
        except ActionError as problem:
            return Refusal("unreadable", word=str(problem))
    if state.result is not None:
        return Refusal("hand is over")
    for seat in sorted(action.seats):
        if seat not in state.setup.seats:
            return Refusal("no such seat", count=seat + 1)
    numbered = replace(state, count=state.count + 1)
    try:
        after = _apply(numbered, action)
        if action.ruling and (advice := _refusal_without_ruling(numbered, action)):
            after = after.say(Ruled(advice, action))
        after = _announce_all_in(numbered, after)
        return _without_sealed(state, action, advance(after if after.result else after_cards(after, numbered)))
    except RefusalError as refused:
        return refused.refusal


def _refusal_without_ruling(state: State, action: Action) -> Refusal | None:
    """Return the refusal that the dealer's ruling has overruled, if any."""
    try:
        _apply(state, replace(action, ruling=False))
    except RefusalError as refused:
        return refused.refusal
    return None


def _without_sealed(before: State, action: Action, after: State) -> State:
    """Return the state without sealed declarations if the hand ended before they were opened."""
    if after.result is None or not before.frames or not kind_of(before.frame).sealed(before):
        return after
    if action.verb in kind_of(before.frame).verbs:
        return after
    for seat in after.setup.seats:
        after = after.with_player(seat, declared=None)
    return after


def replay(
    setup: Setup, actions: Iterable[Line], waive: Callable[[State, Line, Refusal], State | Refusal] | None = None
) -> tuple[list[State], Refusal | None]:
    """Return the first state and those after each action, up to the first that is refused, and that refusal.

    ``waive`` may return the state after an action that is refused. Raises :class:`SetupError` as :func:`start` does.
    """
    states = [start(setup)]
    for action in actions:
        after = play(states[-1], action)
        if isinstance(after, Refusal) and waive is not None:
            after = waive(states[-1], action, after)
        if isinstance(after, Refusal):
            return states, after
        states.append(after)
    return states, None


def prompt(state: State) -> Prompt:
    """Return the question to the dealer."""
    if state.result is not None:
        return Prompt("over", Question("hand is over"))
    asked = kind_of(state.frame).prompt(state)
    return asked if asked.street else replace(asked, street=state.frame.label)


def legal(state: State) -> tuple[str, ...]:
    """Return the actions that the step asks for, as text.

    ``CARD``, ``CARDS``, ``PLAYERS`` and ``WILD`` stand for what is to be named, ``4..98`` for an amount. The dealer's
    actions that are possible at any step, rulings and an early show of all-in hands are left out.
    """
    return tuple(map(write_ask, prompt(state).asks))


def _check_setup(setup: Setup) -> None:
    least, most = setup.game.players
    count = len(setup.names)
    if not least <= count <= most:
        raise SetupError(f"{setup.game.name} is for {least} to {most} players, not {count}")
    if setup.game.even and count % 2:
        raise SetupError(f"{setup.game.name} needs an even number of players, not {count}")
    if not len(setup.stacks) == len(setup.antes) == count:
        raise SetupError("there must be one stack and one ante for each player")
    if len(setup.blinds) not in (0, count):
        raise SetupError("there must be one blind for each player, or none")
    if len(set(setup.names)) < count:
        raise SetupError("two players have the same name")
    if any(stack is not None and stack < 1 for stack in setup.stacks):
        raise SetupError("a player without chips is not dealt in")
    if min(*setup.antes, *setup.blinds) < 0 or setup.carried < 0:
        raise SetupError("chips cannot be below 0")


def _apply(state: State, action: Action) -> State:
    """Apply a dealer's action that is possible at any step, or an action of the step under way."""
    if action.verb in AT_ANY_STEP:
        return AT_ANY_STEP[action.verb](state, action)
    kind = kind_of(state.frame)
    try:
        if action.verb in kind.verbs:
            if action.verb == TURN and action.word and action.word not in kind.places(state):
                raise RefusalError("no such place", word=action.word)
            return kind.apply(state, action)
        if action.verb == SHOW and action.cards and action.seat in may_show_early(state):
            return show_cards(state, action.player, action.cards)
        raise RefusalError("not now", asked=prompt(state))
    except RefusalError as refused:
        return stray_card(state, action, refused)


def _announce_all_in(before: State, after: State) -> State:
    """Announce every player whom an action has put all in."""
    for seat, player in enumerate(after.players):
        if player.all_in and not before.players[seat].all_in:
            bet = player.bet > before.players[seat].bet
            after = after.say(Reason("all in for" if bet else "all in", seat, amount=player.bet))
    return after
