"""From one question to the next: steps begin and end, triggers fire, wild cards change, the hand ends."""

from __future__ import annotations

from dataclasses import replace

from app.games.rules.wild import WildPart, combine
from app.games.steps import Spec
from app.games.steps.showdown import Showdown
from app.games.table import Table
from app.hand.betting.rounds import Round, collect
from app.hand.settlement.uncontested import only_partners_left, win_alone
from app.hand.settling import settlement_call
from app.hand.state import Frame, Result, State, table_of
from app.hand.steps import kind_of


def advance(state: State) -> State:
    """The state moved on to where somebody has to do something, or to its end."""
    while state.result is None:
        if only_partners_left(state):
            # Partners share the pot, but not a bet of one of them that nobody has called.
            if len(state.live) > 1 and state.frames and isinstance(state.frame.memory, Round):
                state = collect(state)
            state = replace(state, result=win_alone(state))
        elif not state.frames:
            state = _next_step(state)
        elif not state.frame.begun:
            state = refresh(state)
            begun = replace(state.frame, begun=True)
            state = kind_of(begun).begin(replace(state, frames=(*state.frames[:-1], begun)))
        else:
            # What is wild may hang on the very card that finishes the step: the last one shown at the showdown.
            state = refresh(state)
            resumed = kind_of(state.frame).resume(state)
            if resumed is not state:
                state = resumed
            elif kind_of(state.frame).finished(state):
                state = _end_step(state)
            else:
                return _call(state)
    return settle(state, state.result)


def _call(state: State) -> State:
    """The state with the question said aloud, where the table needs to hear it and has not yet."""
    text = kind_of(state.frame).call(state)
    if text == state.frame.called:
        return state
    return replace(state, frames=(*state.frames[:-1], replace(state.frame, called=text))).say(text)


def after_cards(state: State, before: State) -> State:
    """The state with the steps pushed that the up-cards new since ``before`` set off."""
    new = state.ups[len(before.ups) :]
    if not new:
        return state
    table = view_table(state)
    for up in new:
        for trigger in state.game.triggers:
            state = state.push(*trigger.on_up(table, up))
    return state


def settle(state: State, result: Result) -> State:
    """The state when the hand is over: chips pushed, nothing left in the middle, the result announced."""
    totals: dict[int, int] = {}
    for award in result.awards:
        totals[award.seat] = totals.get(award.seat, 0) + award.amount
    state = state.say(*settlement_call(state, result))
    for seat, player in enumerate(state.players):
        stack = None if player.stack is None else player.stack + totals.get(seat, 0)
        state = state.with_player(seat, stack=stack, bet=0, put=0)
    state = replace(state, frames=(), dead=(), opener=None, opener_why="", result=result)
    return replace(state, setup=replace(state.setup, carried=0))


def refresh(state: State) -> State:
    """The state with its wild cards worked out anew, and what has changed announced."""
    table = view_table(state)
    now = combine(rule.wild(table) for rule in state.game.wild)
    before = state.wild.parts or (WildPart(),) * len(now.parts)
    news = []
    for part, old in zip(now.parts, before, strict=True):
        if _public(part) != _public(old):
            news.append(part.news)
        news += [text for seat, text in part.own.items() if text != old.own.get(seat)]
    return replace(state, wild=now).say(*news)


def view_table(state: State) -> Table:
    """The cards as the rules see them at this moment."""
    later = any(getattr(spec, "brings_up", False) for spec in state.game.script[state.at :])
    here = any(_brings_up(state, frame) for frame in state.frames)
    table = table_of(state, street_open=here, more_ups=here or later)
    if not table.more_ups and state.frames and state.frame.begun and kind_of(state.frame).deals():
        # The deal is about to end: what its end turns up is still to come.
        return replace(table, more_ups=any(getattr(spec, "brings_up", False) for spec in _set_off(state, table)))
    return table


def _set_off(state: State, table: Table) -> list[Spec]:
    """The steps that the end of a deal asks for."""
    return [spec for trigger in state.game.triggers for spec in trigger.on_dealt(table)]


def _brings_up(state: State, frame: Frame) -> bool:
    if not frame.begun:
        return bool(getattr(frame.spec, "brings_up", False))
    return kind_of(frame).brings_up(state, frame)


def _public(part: WildPart) -> tuple[object, ...]:
    """What of a part is everybody's business: a change in one player's hole is not announced."""
    return part.cards, part.bugs, part.next_up, part.names, part.sentence, part.note


def _next_step(state: State) -> State:
    spec = state.game.script[state.at]
    frame = Frame(spec, street=state.game.streets[state.at], label=state.game.labels[state.at])
    state = replace(state, at=state.at + 1, frames=(frame,))
    if isinstance(spec, Showdown):
        table = view_table(state)
        for trigger in state.game.triggers:
            state = state.push(*trigger.before_showdown(table))
    return state


def _end_step(state: State) -> State:
    kind = kind_of(state.frame)
    state = kind.end(state)
    if state.result is not None:
        return state
    street, label = state.frame.street, state.frame.label
    state = replace(state, frames=state.frames[:-1])
    if kind.deals():
        pushed = _set_off(state, view_table(state))
        frames = tuple(Frame(spec, street=street, label=label) for spec in reversed(pushed))
        state = replace(state, frames=(*state.frames, *frames))
    return state
