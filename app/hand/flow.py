"""From one question to the next: steps begin and end, triggers fire, wild cards change, the hand ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

from app.games.rules.wild import WildPart, combine
from app.games.steps import Spec
from app.games.steps.showdown import Showdown
from app.games.table import Table
from app.hand.betting.rounds import collect, round_under_way
from app.hand.event import Asked, WildChanged
from app.hand.settlement.events import settlement_events
from app.hand.settlement.uncontested import only_partners_left, win_alone
from app.hand.state import Frame, Result, State, table_of
from app.hand.steps import kind_of


def advance(state: State) -> State:
    """Run the hand forward until someone has to act, or until it ends."""
    while state.result is None:
        if only_partners_left(state):
            # Partners share the pot, but not a bet of one of them that nobody has called.
            if len(state.live) > 1 and round_under_way(state):
                state = collect(state)
            state = replace(state, result=win_alone(state))
        elif not state.frames:
            state = _next_step(state)
        elif not state.frame.begun:
            state = refresh(state)
            begun = replace(state.frame, begun=True)
            state = kind_of(begun).begin(replace(state, frames=(*state.frames[:-1], begun)))
        else:
            # What is wild may depend on the very card that finishes the step: the last one shown at the showdown.
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
    """Put the question to the table aloud, where it needs to be heard and has not been yet."""
    question = kind_of(state.frame).call(state)
    if question == state.frame.asked:
        return state
    state = replace(state, frames=(*state.frames[:-1], replace(state.frame, asked=question)))
    return state.announce(Asked(question)) if question is not None else state


def after_cards(state: State, before: State) -> State:
    """Return the state with the steps pushed that the up-cards new since ``before`` set off."""
    new = state.up_cards[len(before.up_cards) :]
    if not new:
        return state
    table = view_table(state)
    for up in new:
        for trigger in state.game.triggers:
            state = state.push(*trigger.on_up(table, up))
    return state


def settle(state: State, result: Result) -> State:
    """End the hand: push the chips, leave nothing in the middle, announce the result."""
    totals = result.totals()
    state = state.announce(*settlement_events(state, result))
    for seat, player in enumerate(state.players):
        stack = None if player.stack is None else player.stack + totals.get(seat, 0)
        state = state.with_player(seat, stack=stack, bet=0, committed=0)
    return replace(state, frames=(), carried=0, dead_money=(), opener=None, opener_why=None, result=result)


def refresh(state: State) -> State:
    """Work the wild cards out again, and announce what has changed."""
    table = view_table(state)
    now = combine(rule.wild(table) for rule in state.game.wild)
    before = state.wild.parts or (WildPart(),) * len(now.parts)
    news = []
    for part, old in zip(now.parts, before, strict=True):
        if part.news is not None and (_public(part) != _public(old) or _ends_unheard(part, old)):
            news.append(part.news)
        news += [own for seat, own in part.own.items() if own != old.own.get(seat)]
    return replace(state, wild=now).announce(*map(WildChanged, news))


def view_table(state: State) -> Table:
    """Return the cards as the rules see them at this moment."""
    later = state.game.script[state.next_step :]
    bringing = [frame for frame in state.frames if _brings_up(state, frame)]
    # The up-cards of a deal that has not begun yet are of the next street.
    waiting = any(not frame.begun and frame.spec.starts_street for frame in state.frames)
    same_street = () if waiting else tuple(takewhile(lambda spec: not spec.starts_street, later))
    street_open = any(frame.begun or not frame.spec.starts_street for frame in bringing) or _any_up(same_street)
    table = table_of(state, street_open=street_open, more_ups=bool(bringing) or _any_up(later))
    if not table.more_ups and state.frames and state.frame.begun and kind_of(state.frame).deals:
        # The deal is about to end: what its end turns up is still to come.
        return replace(table, more_ups=_any_up(_set_off(state, table)))
    return table


def _set_off(state: State, table: Table) -> list[Spec]:
    """Return the steps that the end of a deal asks for."""
    return [spec for trigger in state.game.triggers for spec in trigger.on_dealt(table)]


def _any_up(specs: Iterable[Spec]) -> bool:
    return any(spec.brings_up for spec in specs)


def _brings_up(state: State, frame: Frame) -> bool:
    if not frame.begun:
        return frame.spec.brings_up
    return kind_of(frame).brings_up(replace(state, frames=(frame,)))


def _public(part: WildPart) -> tuple[object, ...]:
    """Return what of a part is everybody's business: a change in one player's hole is not announced."""
    return part.cards, part.bugs, part.next_up, part.names, part.clause, part.because


def _ends_unheard(part: WildPart, old: WildPart) -> bool:
    """Return whether it has become certain that nothing wild follows, although nothing was wild before."""
    return part.news is not None and part.news.none_follows and part.news != old.news


def _next_step(state: State) -> State:
    at = state.next_step
    spec = state.game.script[at]
    frame = Frame(spec, street=state.game.streets[at], label=state.game.labels[at])
    state = replace(state, next_step=at + 1, frames=(frame,))
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
    if kind.deals:
        pushed = _set_off(state, view_table(state))
        frames = tuple(Frame(spec, street=street, label=label) for spec in reversed(pushed))
        state = replace(state, frames=(*state.frames, *frames))
    return state
