"""The way of an action: a state and a line of text go in, the next state or a refusal comes out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.games.rules.wild import listing
from app.hand.action import Action, ActionError, parse_action
from app.hand.ask import Prompt
from app.hand.flow import advance, after_cards
from app.hand.refusal import Refusal
from app.hand.settlement.pots import paid_antes
from app.hand.showing import show
from app.hand.state import Player, Result, Setup, State
from app.hand.steps import kind_of


class SetupError(ValueError):
    """A hand that cannot be dealt: too few or too many players, or stacks that make no sense."""


def start(setup: Setup) -> State:
    """The state after the antes, at the first question. Raises :class:`SetupError` when it cannot be dealt."""
    least, most = setup.game.players
    count = len(setup.names)
    if not least <= count <= most:
        raise SetupError(f"{setup.game.name} is for {least} to {most} players, not {count}")
    if setup.game.even and count % 2:
        raise SetupError(f"{setup.game.name} needs an even number of players, not {count}")
    if not len(setup.stacks) == len(setup.antes) == count:
        raise SetupError("there must be one stack and one ante for each player")
    if len(set(setup.names)) < count:
        raise SetupError("two players have the same name")
    if any(stack is not None and stack < 1 for stack in setup.stacks):
        raise SetupError("a player without chips is not dealt in")
    if min(setup.antes) < 0 or setup.carried < 0:
        raise SetupError("chips cannot be below 0")
    players = []
    for name, stack, ante in zip(setup.names, setup.stacks, paid_antes(setup), strict=True):
        left = None if stack is None else stack - ante
        players.append(Player(name, left, put=ante, all_in=left == 0))
    state = State(setup, tuple(players))
    if setup.carried:
        state = state.say(f"{setup.carried} in the pot from the hand before")
    if broke := [player.name for player in players if player.all_in]:
        state = state.say(f"{listing(broke)} {'is' if len(broke) == 1 else 'are'} all in for the ante")
    return advance(state)


def play(state: State, action: Action | str) -> State | Refusal:
    """The state after an action, or why it is refused; a refusal changes nothing.

    ``action`` may be a line of text, as a record has it.
    """
    if isinstance(action, str):
        try:
            action = parse_action(action)
        except ActionError as problem:
            return Refusal(str(problem))
    if state.result is not None:
        return Refusal("the hand is over")
    if action.seat is not None and action.seat not in state.setup.seats:
        return Refusal(f"there is no p{action.seat + 1} at this table")
    numbered = replace(state, count=state.count + 1)
    after = _apply(numbered, action)
    if isinstance(after, Refusal):
        return after
    if action.ruling:
        advice = _apply(numbered, replace(action, ruling=False))
        if isinstance(advice, Refusal):
            after = after.say(f"Dealer's ruling: it stands, although {advice.reason}")
    after = _all_in(numbered, after)
    return advance(after if after.result else after_cards(after, numbered))


def replay(setup: Setup, actions: Iterable[Action | str]) -> tuple[State, Refusal | None]:
    """The state after the actions, up to the first that is refused, and that refusal.

    ``state.count`` tells how many were taken. Raises :class:`SetupError` as :func:`start` does.
    """
    state = start(setup)
    for action in actions:
        after = play(state, action)
        if isinstance(after, Refusal):
            return state, after
        state = after
    return state, None


def prompt(state: State) -> Prompt:
    """What is asked for now."""
    if state.result is not None:
        return Prompt("over", "Settlement", "The hand is over")
    return kind_of(state.frame).prompt(state)


def legal(state: State) -> tuple[str, ...]:
    """The actions that the step asks for, as they would be written.

    ``CARD``, ``CARDS`` and ``PLAYERS`` stand for what is to be named, ``4..98`` for an amount. A redeal, a misdeal, an
    early show of all-in hands and the dealer's rulings are possible beside them.
    """
    return tuple(ask.action for ask in prompt(state).asks)


def _apply(state: State, action: Action) -> State | Refusal:
    if action.seat is None and action.verb in ("redeal", "misdeal"):
        if action.words:
            return Refusal(f"{action.verb!r} takes no further words")
        return _redeal(state) if action.verb == "redeal" else _misdeal(state)
    kind = kind_of(state.frame)
    if action.verb in kind.verbs:
        return kind.apply(state, action)
    if action.verb == "sm" and action.words and action.seat in state.live and len(state.bettors) < 2:
        return show(state, action.seat, action.words)
    return Refusal(f"not now. Next: {prompt(state).text}")


def _all_in(before: State, after: State) -> State:
    """The state with it said that the action took somebody's last chips."""
    for seat, player in enumerate(after.players):
        if player.all_in and not before.players[seat].all_in:
            chips = f" for {player.bet}" if player.bet > before.players[seat].bet else ""
            after = after.say(f"{player.name} is all in{chips}")
    return after


def _redeal(state: State) -> State:
    """Thrown in and dealt again: the pot stays, who folded stays out."""
    players = tuple(
        replace(player, bet=0, cards=(), declared=None, shown=False, mucked=False, sets=()) for player in state.players
    )
    clean = State(
        state.setup,
        players,
        dead=state.dead,
        earlier=state.earlier,
        announcements=state.announcements,
        count=state.count,
    )
    return clean.say(f"Dealt again for the same pot of {state.pot}")


def _misdeal(state: State) -> State:
    """Void: every chip goes back where it came from."""
    setup = state.setup
    for seat, stack in enumerate(setup.stacks):
        state = state.with_player(seat, stack=stack, bet=0, put=0, all_in=False)
    state = replace(state, dead=(), result=Result(carried=setup.carried, why="misdeal"))
    return state.say("Misdeal: every chip goes back")
