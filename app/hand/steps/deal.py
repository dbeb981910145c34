"""Dealing a street."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN
from app.games.steps import cards_word
from app.games.steps.deal import Deal
from app.hand.action import Action, ActionError, parse_seat, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import check_new, give, left_in_deck, place_common, read_cards, supply, turn_named
from app.hand.folding import partner_of
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.hand.steps import StepKind, plays


@dataclass(frozen=True, slots=True)
class Dealing:
    """What has been dealt on this street: cards by seat, who is served and how, or one common card for all.

    ``turned``: seats that have turned a card up to take their next one down (choose before).
    """

    given: tuple[int, ...]
    served: tuple[int, ...]
    ways: tuple[str, ...]
    common: bool = False
    done: bool = False
    turned: frozenset[int] = frozenset()


@plays(Deal)
class DealKind(StepKind):
    """Cards to each live player in turn; a seat may be dealt out of turn, since the table may have done so."""

    verbs = frozenset({"dh", "db", "up"})

    def begin(self, state: State) -> State:
        spec = _spec(state.frame)
        state = replace(state, deals=state.deals + 1)
        ways = tuple(_way(state, seat, spec) for seat in state.setup.seats)
        served = tuple(seat for seat in state.live if ways[seat])
        needed = sum(len(ways[seat]) for seat in served)
        state = supply(state, needed)
        left = left_in_deck(state)
        short = left < needed
        # A short deck: one common card face up for all, or by house rule what is left, as far as it goes.
        if left < 1:
            # Centre cards and extra cards may have used up even the one that all would share.
            state = state.say("The deck is out: nobody is dealt a card")
            return state.with_memory(Dealing((0,) * len(state.players), (), ways))
        common = short and len(spec.cards) == 1 and state.setup.house.short_deck == "common card"
        if common:
            state = state.say("The deck is short: one common card, face up, for everyone")
        elif short:
            served = served[: left // max(len(ways[seat]) for seat in served)]
            state = state.say("The deck is short: the last cards are dealt as far as they go")
        return state.with_memory(Dealing((0,) * len(state.players), served, ways, common))

    def finished(self, state: State) -> bool:
        memory = _memory(state.frame)
        return memory.done if memory.common else not _waiting(state)

    def prompt(self, state: State) -> Prompt:
        frame = state.frame
        memory = _memory(frame)
        label = f"{frame.label}: deal"
        if memory.common:
            return Prompt("card", label, "One common card for everyone", (Ask("d db CARD", "Common card"),))
        waiting = _waiting(state)
        asks = []
        for seat in waiting:
            rest = memory.ways[seat][memory.given[seat] :]
            asks += self._asks(state, seat, rest)
        first = waiting[0]
        name = state.name(first)
        due = [memory.ways[seat][memory.given[seat] :] for seat in waiting]
        if not memory.turned and not any("CARD" in ask.action for ask in asks):
            # Down cards for everybody in one tap; on some streets a card follows that each may choose for.
            what = cards_word(asks[0].action.count("??"))
            run = tuple(ask.action for ask in asks)
            return Prompt("dealt", label, f"Deal {what} face down to each player", tuple(asks), first, run)
        if not due[0].strip("d"):
            return Prompt("dealt", label, f"{name}'s card face down", tuple(asks), first, (asks[0].action,))
        text = f"{name}'s up-card"
        if "CARD" not in asks[0].action:
            text = f"{name}'s card face down"
        elif due[0][0] == "c":
            text = f"{name}: the next card up, or turn one up and take it down"
        return Prompt("card", label, text, tuple(asks), first)

    def call(self, state: State) -> str:
        memory = _memory(state.frame)
        waiting = _waiting(state)
        if memory.common or memory.turned or len(waiting) < len(memory.served):
            return ""
        if not all(memory.ways[seat][memory.given[seat] :].startswith("c") for seat in waiting):
            return ""
        return f"{state.name(waiting[0])} first: the next card up, or turn one up and take it down"

    def _asks(self, state: State, seat: int, rest: str) -> list[Ask]:
        who = seat_text(seat)
        downs = len(rest) - len(rest.lstrip("d"))
        following = rest[downs : downs + 1]
        dark = "??" * downs
        if following == "u":
            return [Ask(f"d dh {who} {dark}CARD", "Up-card", seat)]
        if following == "" or downs:
            return [Ask(f"d dh {who} {dark}", "Dealt", seat)]
        if seat in _memory(state.frame).turned:
            return [Ask(f"d dh {who} ??", "Dealt", seat)]
        asks = [Ask(f"d dh {who} CARD", "Takes it up", seat)]
        if state.players[seat].down:
            asks.append(Ask(f"{who} up CARD", "Turns one up", seat))
        return asks

    def apply(self, state: State, action: Action) -> State | Refusal:
        memory = _memory(state.frame)
        if action.verb == "up":
            return self._choose_down(state, action)
        if action.verb == "db":
            if not memory.common:
                return Refusal("no card goes to the middle now")
            cards = read_cards(action.words)
            if isinstance(cards, Refusal):
                return cards
            if len(cards) != 1:
                return Refusal("one common card is dealt, not more")
            problem = check_new(state, cards)
            return problem or place_common(state, cards[0]).with_memory(replace(memory, done=True))
        return self._deal(state, action)

    def _deal(self, state: State, action: Action) -> State | Refusal:
        memory = _memory(state.frame)
        if memory.common:
            return Refusal("the deck is short: one common card is dealt to the middle")
        seat = seat_of(state, action.words[:1])
        if isinstance(seat, Refusal):
            return seat
        if not state.players[seat].live:
            return Refusal(f"{state.name(seat)} has folded and is dealt no more cards")
        rest = memory.ways[seat][memory.given[seat] :]
        if seat not in memory.served:
            partner = partner_of(state, seat)
            if partner is not None:
                return Refusal(f"{state.name(seat)}'s hand lies with {state.name(partner)}")
            return Refusal(f"no card is due to {state.name(seat)} on this street")
        cards = read_cards(action.words[1:])
        if isinstance(cards, Refusal):
            return cards
        if len(cards) > len(rest):
            if not rest:
                return Refusal(f"{state.name(seat)} has had every card of this street")
            return Refusal(f"{state.name(seat)} gets {len(rest)} more on this street, not {len(cards)}")
        if problem := check_new(state, cards):
            return problem
        for card, way in zip(cards, rest, strict=False):
            if way == "c" and (card == UNSEEN) != (seat in memory.turned):
                if card == UNSEEN:
                    return Refusal(f"{state.name(seat)} takes the next card up, or first turns one up")
                return Refusal(f"{state.name(seat)} has turned a card up: the next one comes down")
            state = give(state, seat, card, up=way == "u" or (way == "c" and card != UNSEEN))
        given = tuple(n + len(cards) * (at == seat) for at, n in enumerate(memory.given))
        return state.with_memory(replace(memory, given=given, turned=memory.turned - {seat}))

    def _choose_down(self, state: State, action: Action) -> State | Refusal:
        memory = _memory(state.frame)
        seat = cast(int, action.seat)
        rest = memory.ways[seat][memory.given[seat] :]
        if not rest.startswith("c") or seat not in _waiting(state):
            return Refusal(f"{state.name(seat)} has no card to turn up now")
        if seat in memory.turned:
            return Refusal(f"{state.name(seat)} has turned a card up already")
        turned = turn_named(state, seat, action.words)
        if isinstance(turned, Refusal):
            return turned
        return turned.with_memory(replace(memory, turned=memory.turned | {seat}))

    def brings_up(self, state: State, frame: Frame) -> bool:
        memory = _memory(frame)
        if memory.common:
            return not memory.done
        return any(
            memory.ways[seat][memory.given[seat] :].strip("d") for seat in memory.served if state.players[seat].live
        )

    def deals(self) -> bool:
        return True


def _spec(frame: Frame) -> Deal:
    return cast(Deal, frame.spec)


def _memory(frame: Frame) -> Dealing:
    return cast(Dealing, frame.memory)


def _waiting(state: State) -> list[int]:
    memory = _memory(state.frame)
    return [seat for seat in memory.served if state.players[seat].live and memory.given[seat] < len(memory.ways[seat])]


def _way(state: State, seat: int, spec: Deal) -> str:
    """How a seat's cards come on this street; empty for a seat that gets none."""
    player = state.players[seat]
    if not player.live or (spec.holding and len(player.cards) > spec.holding):
        return ""
    # Partners hold one hand between them: who gave their cards to it is dealt no more.
    if any(seat in team for team in state.teams) and not player.cards:
        return ""
    bought = spec.bought and seat in state.bought.get(spec.bought, frozenset())
    cards = spec.bought_cards if bought else spec.cards
    return cards.replace("n", "u" if player.down else "d")


def cards_due(state: State) -> int:
    """How many cards the streets under way still have to deal: an extra card may not take them."""
    due = 0
    for frame in state.frames:
        if isinstance(frame.spec, Deal) and frame.begun:
            under = replace(state, frames=(frame,))
            memory = _memory(frame)
            due += sum(len(memory.ways[seat]) - memory.given[seat] for seat in _waiting(under))
    return due


def seat_of(state: State, words: tuple[str, ...]) -> int | Refusal:
    """The seat that the first word of a deal names, or why it names none."""
    try:
        seat = parse_seat(words[0] if words else "")
    except ActionError as problem:
        return Refusal(str(problem))
    if seat not in state.setup.seats:
        return Refusal(f"there is no p{seat + 1} at this table")
    return seat
