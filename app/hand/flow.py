"""Running a hand from one question to the next: steps begin and end, triggers fire, wild cards change."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from app.cards.card import Card, rank_order
from app.dataclass import replace
from app.games.reasons import Reason
from app.games.rules.wild import WildPart, current_wilds
from app.games.steps import ANTE_PRICES, PotPrice, Spec, prices_of
from app.games.steps.showdown import Showdown
from app.games.streets import begins_street, burns_before
from app.games.table import PlayerCards, Table, UpCard
from app.hand.betting.rounds import collect_bets, round_under_way
from app.hand.betting.sizes import price_chips
from app.hand.cards import burn
from app.hand.chips import close_payments
from app.hand.event import Asked
from app.hand.result import Result
from app.hand.settlement.judge import settlement_events, win_alone, with_decided
from app.hand.state import Frame, Player, State, is_uncontested
from app.hand.steps import kind_of
from app.hand.steps.deal import common_card_may_come


def advance(state: State) -> State:
    """Run the hand forward until someone has to act, or until it ends."""
    while state.result is None:
        if is_uncontested(state, state.live):
            # Partners share the pot, but not one partner's uncalled bet.
            if len(state.live) > 1 and round_under_way(state):
                state = collect_bets(state)
            state = replace(state, result=win_alone(state))
        elif not state.frames:
            state = _next_step(state)
        elif not state.frame.begun:
            state = refresh(state)
            if _begins_street(state, state.frame):
                state = replace(state, streets=state.streets + 1)
                state = burn(state) if burns_before(state.game.script, state.next_step - 1) else state
            state = state.with_frame(begun=True, step=state.count, pot=state.pot, bettors=state.bettors)
            state = _announce_missing_ante(kind_of(state.frame).begin(state), prices_of(state.frame.spec))
        else:
            # Wild cards may depend on the very card that finishes the step: the last one shown at the showdown.
            state = refresh(state)
            resumed = kind_of(state.frame).resume(state)
            if resumed is not state:
                state = resumed
            elif kind_of(state.frame).finished(state):
                state = _count_next(state) if state.frame.turned else _end_step(state)
            else:
                return _announce_question(state)
    return settle(state, state.result)


def _announce_missing_ante(state: State, prices: Iterable[PotPrice]) -> State:
    """If the step costs an ante in a hand without antes, announce the price that is charged instead."""
    antes = [price for price in prices if price in ANTE_PRICES]
    if not antes or state.setup.stakes.ante or kind_of(state.frame).finished(state):
        return state
    price = price_chips(antes[0], state)
    return state.say(Reason("no ante" if price else "no ante, nothing", amount=price, ruling="ante_price"))


def _announce_question(state: State) -> State:
    """Announce the question of the step under way, unless it was the last one asked or need not be asked aloud."""
    question = kind_of(state.frame).question_aloud(state)
    if question == state.frame.asked:
        return state
    state = state.with_frame(asked=question)
    return state.say(Asked(question)) if question is not None else state


def after_cards(state: State, before: State) -> State:
    """Push the steps set off by the up-cards that came since ``before``, in order.

    Cards turned up together count once the last is up, unless the house counts them as tapped.
    """
    seen = range(len(before.up_cards), len(state.up_cards))
    if not seen:
        return state
    if state.setup.house.turn_order != "as tapped" and kind_of(state.frame).together(state):
        turned = tuple(replace(state.up_cards[at], together=seen.start + 1) for at in seen)
        return replace(state, up_cards=before.up_cards).with_frame(turned=(*state.frame.turned, *turned))
    return state.push(*set_off_by_ups(state, seen))


def set_off_by_ups(state: State, numbers: Iterable[int]) -> list[Spec]:
    """Return the steps that these up-cards set off, in order; each card's triggers see only the cards before it."""
    table, ups = view_table(state), state.up_cards
    return [
        spec
        for at in numbers
        for trigger in state.game.triggers
        for spec in trigger.on_up(replace(table, ups=ups[: at + 1]), ups[at])
    ]


def _count_next(state: State) -> State:
    """Count one of the cards turned up together: by seat from the dealer's left, each player's highest card first.

    The steps it sets off are finished before the next card counts, as if the cards had been turned one by one.
    """
    first, *others = sorted(state.frame.turned, key=_counting_order)
    if not others and first.together == len(state.up_cards) + 1:
        first = replace(first, together=0)  # it was the only one
    first = replace(first, beside=_beside(state, first, others))
    counted = replace(state, up_cards=(*state.up_cards, first)).with_frame(turned=tuple(others))
    return counted.push(*set_off_by_ups(counted, [len(state.up_cards)]))


def _beside(state: State, up: UpCard, waiting: list[UpCard]) -> tuple[Card, ...]:
    """Return the up-cards beside a card when it counts, without those that count after it."""
    not_yet = {up.card, *(other.card for other in waiting)}
    return () if up.seat is None else tuple(sorted(set(state.players[up.seat].up) - not_yet))


def _counting_order(up: UpCard) -> tuple[int, int, int]:
    rank, suit = rank_order(up.card)
    return (-1 if up.seat is None else up.seat), -rank, -suit


def settle(state: State, result: Result) -> State:
    """End the hand: push the chips, leave nothing in the middle, announce the result."""
    state = state.say(*settlement_events(state, result))
    if state.decided is not None:
        result = with_decided(state.decided, result)
    totals = result.totals()
    for seat, player in enumerate(state.players):
        # The dealer's count of an untracked stack holds for this hand only.
        known = None if state.setup.stacks[seat] is None else player.stack
        stack = None if known is None else known + totals.get(seat, 0)
        state = state.with_player(seat, stack=stack, bet=0, committed=0)
    antes = (0,) * len(state.players)
    return replace(
        state,
        frames=(),
        carried=0,
        antes=antes,
        dead_money=(),
        decided=None,
        opener=None,
        opener_why=None,
        result=result,
    )


def refresh(state: State) -> State:
    """Update the wild cards, and announce changes."""
    table = view_table(state)
    now = current_wilds(state.game.wild, table)
    before = state.wild.parts or (WildPart(),) * len(now.parts)
    news = []
    for part, old in zip(now.parts, before, strict=True):
        # If nothing wild can follow any longer, that is news too.
        if part.news and (_public(part) != _public(old) or (part.news.none_follows and part.news != old.news)):
            news.append(part.news)
        news += [own for seat, own in part.own.items() if own != old.own.get(seat)]
    return replace(state, wild=now).say(*news)


def view_table(state: State) -> Table:
    """Return the cards as the rules see them at this moment."""
    table = _dealt_table(state)
    if table.more_ups or not any(spec.starts_street for spec in _later(state)):
        return table
    # Another deal is still to come, and its end may turn up cards.
    return replace(table, more_ups=_any_up(set_off_by_deal(state, table)))


def player_cards(player: Player) -> PlayerCards:
    """Return a player's cards as the rules see them."""
    return PlayerCards(player.name, not player.folded, player.up, player.down_as_known)


def _dealt_table(state: State) -> Table:
    """Return the cards as the rules see them when a deal ends, before any cards that its end turns up."""
    later = _later(state)
    bringing = [frame for frame in state.frames if _brings_up(state, frame)]
    # Up-cards of a street that has not begun belong to the next one.
    waiting = any(not frame.begun and _begins_street(state, frame) for frame in state.frames)
    street_open = any(frame.begun or not _begins_street(state, frame) for frame in bringing)
    street_open = street_open or (not waiting and _any_up(_rest_of_street(state)))
    more_ups = bool(bringing) or _any_up(later) or common_card_may_come(state)
    table = Table(
        seats=tuple(map(player_cards, state.players)),
        ups=state.up_cards,
        common=state.common_cards,
        street=state.streets,
        notes=state.notes,
        street_open=street_open,
        more_ups=more_ups,
        low_hole_ace=state.game.ranking.aces_low or state.setup.house.low_hole_ace == "low",
        from_0_2=state.setup.from_0_2,
    )
    if not table.more_ups and state.frames and state.frame.begun and kind_of(state.frame).deals:
        # The deal is about to end, and its end may turn up cards.
        return replace(table, more_ups=_any_up(set_off_by_deal(state, table)))
    return table


def _later(state: State) -> tuple[Spec, ...]:
    return state.game.script[state.next_step :]


def _rest_of_street(state: State) -> list[Spec]:
    """Return the steps to come before the next street."""
    script = state.game.script
    steps = takewhile(lambda at: not begins_street(script, at), range(state.next_step, len(script)))
    return [script[at] for at in steps]


def _begins_street(state: State, frame: Frame) -> bool:
    """Return whether the cards of a step under way are the first of a street."""
    at = state.next_step - 1
    script = state.game.script
    return at >= 0 and frame.spec is script[at] and begins_street(script, at)


def set_off_by_deal(state: State, table: Table) -> list[Spec]:
    """Return the steps that the end of a deal sets off."""
    return [spec for trigger in state.game.triggers for spec in trigger.on_dealt(table)]


def _any_up(specs: Iterable[Spec]) -> bool:
    return any(spec.brings_up for spec in specs)


def _brings_up(state: State, frame: Frame) -> bool:
    if not frame.begun or frame.turned:
        return frame.spec.brings_up
    return kind_of(frame).brings_up(replace(state, frames=(frame,)))


def _public(part: WildPart) -> tuple[object, ...]:
    """Return what all can see of a part: a change in one player's hole cards is not announced."""
    return part.cards, part.bugs, part.next_up, part.says


def _next_step(state: State) -> State:
    at = state.next_step
    spec = state.game.script[at]
    frame = Frame(spec, label=state.game.labels[at] or f"Round {state.rounds + 1}")
    state = replace(state, next_step=at + 1, frames=(frame,))
    return state.push(*set_off_by_showdown(state)) if isinstance(spec, Showdown) else state


def set_off_by_showdown(state: State) -> list[Spec]:
    """Return the steps that come before the showdown."""
    table = view_table(state)
    return [spec for trigger in state.game.triggers for spec in trigger.before_showdown(table)]


def _end_step(state: State) -> State:
    kind = kind_of(state.frame)
    state = kind.end(close_payments(state))
    if state.result is not None:
        return state
    if kind.deals:
        left = replace(state, frames=state.frames[:-1])
        state = state.push_after(*set_off_by_deal(left, _dealt_table(left)))
    return replace(state, frames=state.frames[:-1])
