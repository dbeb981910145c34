"""Bets on the pad: legal bets, runs of one action by several players, and acts out of order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from app.hand.action import ALL_IN, BET, CALL, DECLINE, FOLD, STACK, Action
from app.hand.ask import Ask, Preset, Refusal, TakesAmount
from app.hand.betting.rounds import round_of, round_under_way, still_to_act, to_call
from app.hand.notation import write_action, write_ask
from app.hand.play import play, prompt
from app.hand.state import State
from app.hand.view import sealed
from app.web.pad.parts import (
    OUT_OF_ORDER,
    Button,
    Pad,
    PadContext,
    Range,
    button_for,
    button_of,
    focus_text,
    ranges_of,
    run_text,
)
from app.words.speaker import Speaker
from app.words.table import all_text, grouped_text

#: Usual amounts, as steps above the least.
_STEPS = (0, 1, 2, 4, 9)

#: The kinds of run, with the verb of their action.
_RUNS = {"check": CALL, "call": CALL, "fold": FOLD}


def bets_pad(context: PadContext) -> Pad:
    """Return the bets of the player to act, or the runs that bring the action to a later player in focus."""
    state, seat = context.state, context.prompt.seat
    if context.focus.arm in state.bettors and context.focus.arm != seat:
        return _run_to(context, context.focus.arm)
    # An uncounted stack has no all-in button: its chips are counted, and the amount typed.
    asks = [ask for ask in context.prompt.asks if ask.action.verb != ALL_IN]
    return context.pad(
        "bet",
        seat,
        modes=(*check_or_call_round(context), out_of_order_button(seat)),
        choices=answer_buttons(asks, context.speaker),
        ranges=ranges_of(context.prompt.asks, context.speaker),
        armable=_bettors_but(state, seat),
    )


def answer_buttons(asks: Sequence[Ask], speaker: Speaker) -> tuple[Button, ...]:
    """Return a button for each answer; for a range, one for each preset, or else for some low amounts."""
    buttons: list[Button] = []
    for ask in asks:
        if (takes := ask.amount) is None:
            buttons.append(button_of(ask, speaker))
            continue
        steps = (takes.least + step for step in _STEPS)
        usual = (Preset(ask.manner, amount) for amount in steps if takes.most is None or amount <= takes.most)
        buttons += [button_for(ask, preset) for preset in takes.presets or usual]
    return tuple(buttons)


def _run_to(context: PadContext, target: int) -> Pad:
    runs = runs_to(context.state, target, context.leaving)
    return context.pad(
        "run",
        target,
        text=f"On to {context.name(target)}?" if runs else f"{context.name(target)}, out of turn",
        choices=(*runs, *fold_out_of_turn(context, target)),
        modes=(Button("No", arm=str(context.prompt.seat)), out_of_order_button(target)),
        armable=_bettors_but(context.state, target),
    )


def _bettors_but(state: State, seat: int | None) -> dict[int, str]:
    return {other: str(other) for other in state.bettors if other != seat}


def runs_to(state: State, target: int, leaving: Collection[int]) -> list[Button]:
    """Return the runs that bring the action to a seat in this betting round: ``2 fold: Ann, Bob``.

    Players at the ``leaving`` seats are not named, since they fold automatically.
    """
    runs = []
    for what in _RUNS:
        if actions := _run(state, target, what, leaving):
            names = [state.name(action.player) for action in actions]
            runs.append(Button(grouped_text(what, names), run_text(actions)))
    return runs


def check_or_call_round(context: PadContext) -> tuple[Button, ...]:
    """Return the button that ends the round with a check or call by everyone still to act.

    Empty if only one player is, if only some of them have to call, or if neither is legal.
    """
    # A check or call gives no player another turn, so the players still to act are known without playing it.
    left = tuple(
        seat for seat in still_to_act(context.state) if seat == context.prompt.seat or seat not in context.leaving
    )
    calls = {to_call(context.state, seat) > 0 for seat in left}
    may = any(ask.action.verb == CALL for ask in context.prompt.asks)
    if len(left) < 2 or len(calls) > 1 or not may:
        return ()
    words = all_text("call" if True in calls else "check", len(left))
    return (Button(words, run_text([Action(CALL, seat) for seat in left])),)


def all_decline(state: State) -> tuple[Button, ...]:
    """Return the button that declines an offer for all players still asked; empty if only one is asked."""
    return () if sealed(state) else for_everyone(state, lambda ask: ask.action.verb == DECLINE)


def all_out(state: State) -> tuple[Button, ...]:
    """Return the button that declares out for all players who have yet to declare; empty if only one has."""
    return for_everyone(
        state, lambda ask: ask.action.word == "out" and state.players[ask.action.player].declared is None
    )


def for_everyone(state: State, wanted: Callable[[Ask], bool]) -> tuple[Button, ...]:
    """Return the button that gives the wanted answer for all players still asked; empty if only one can."""
    question, what = prompt(state).question, ""
    actions: dict[int, Action] = {}
    while state.result is None:
        asked = prompt(state)
        ask = next((ask for ask in asked.asks if wanted(ask) and ask.action.player not in actions), None)
        if ask is None or not asked.question.is_like(question):
            break
        after = play(state, ask.action)
        if isinstance(after, Refusal):
            break
        what = ask.action.word or ask.manner
        actions[ask.action.player] = ask.action
        state = after
    if len(actions) < 2:
        return ()
    return (Button(all_text(what, len(actions)), run_text(actions.values())),)


def _run(state: State, target: int, what: str, leaving: Collection[int]) -> Sequence[Action]:
    """Return the same action for each player before the target; empty if that does not bring the action there.

    If all others fold, the target wins. Players at the ``leaving`` seats fold, except the one to act now.
    """
    actions: list[Action] = []
    round_number = state.rounds
    while round_under_way(state) and state.rounds == round_number:
        seat = prompt(state).seat
        if seat == target:
            return actions
        if seat is None:
            return []
        action = Action(_RUNS[what], seat)
        if actions and seat in leaving:
            action = Action(FOLD, seat)
        elif what != "fold" and (what == "call") != (to_call(state, seat) > 0):
            return []
        else:
            actions.append(action)
        after = play(state, action)
        if isinstance(after, Refusal):
            return []
        if after.live == (target,):
            return actions
        state = after
    return []


def out_of_order_button(seat: int | None) -> Button:
    """Return the button that opens the pad for what a seat may do out of order."""
    return Button("Out of order", arm=focus_text(seat, OUT_OF_ORDER))


def fold_out_of_turn(context: PadContext, seat: int) -> tuple[Button, ...]:
    """Return the button that folds a hand out of turn; empty if that is not possible."""
    fold = Action(FOLD, seat, ruling=True)
    if (
        round_under_way(context.state) is None
        or seat == context.prompt.seat
        or isinstance(play(context.state, fold), Refusal)
    ):
        return ()
    return (Button(f"{context.name(seat)} folds out of turn", write_action(fold), tone="fold"),)


def out_of_order_pad(context: PadContext) -> Pad:
    """Return the acts out of order that the dealer may let stand; a bet against the rules is refused first."""
    state, looked_at = context.state, (context.focus.arm, context.prompt.seat, *context.state.live)
    seat = next(seat for seat in looked_at if seat is not None and seat in state.live)
    player = state.players[seat]
    stack = Ask(Action(STACK, to=seat), TakesAmount(0, None))
    ranges = [Range("Chips left", write_ask(stack), 0, None)]
    if round_under_way(state) and player.can_bet:
        level = round_of(state).level
        most = None if player.stack is None else player.bet + player.stack
        if most is None or most > level:
            bet = Ask(Action(BET, seat), TakesAmount(level + 1, most), manner="raise to" if level else "bet")
            ranges = [*ranges_of([bet], context.speaker), *ranges]
    return context.pad(
        "bet",
        seat,
        label="Somebody else? Tap their seat",
        text=f"{player.name}, out of order",
        modes=(Button("Back", arm=str(seat)),),
        choices=fold_out_of_turn(context, seat),
        ranges=tuple(ranges),
        armable={other: focus_text(other, OUT_OF_ORDER) for other in state.live if other != seat},
    )
