"""Drawing and twisting: some cards go, as many come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN, cards_text
from app.games.steps import cards_word, count_word
from app.games.steps.draw import Draw
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import check_new, give, read_cards, supply, throw, turn_named
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import Frame, State
from app.hand.steps import StepKind, plays
from app.hand.steps.deal import seat_of
from app.hand.turns import affordable, not_your_turn, paid, passed_over, yes_or_no


@dataclass(frozen=True, slots=True)
class Drawing:
    """``waiting``: seats that have not drawn, in order. ``bought``: the first of them has paid for it.

    ``owed``: cards to be dealt, each as a seat and whether it comes up.
    """

    waiting: tuple[int, ...]
    bought: bool = False
    owed: tuple[tuple[int, bool], ...] = ()


@plays(Draw)
class DrawKind(StepKind):
    """One player after the other: pay if it costs, discard, take as many."""

    verbs = frozenset({"pay", "no", "sd", "dh", "up"})

    def begin(self, state: State) -> State:
        waiting = tuple(seat for seat in state.live if state.players[seat].cards)
        if price_chips(_spec(state).price, state):
            poor = [seat for seat in waiting if affordable(state, seat, _spec(state).price) is None]
            state = passed_over(state, poor, _spec(state).price, " for a new card")
            waiting = tuple(seat for seat in waiting if seat not in poor)
        return state.with_memory(Drawing(waiting))

    def finished(self, state: State) -> bool:
        memory = _memory(state)
        return not memory.waiting and not memory.owed

    def prompt(self, state: State) -> Prompt:
        spec, memory = _spec(state), _memory(state)
        label = f"{state.frame.label}: {'twist' if spec.price != 'free' else 'draw'}"
        if _dealing(state):
            return self._deal_prompt(state, label)
        seat = memory.waiting[0]
        name = state.name(seat)
        price = price_chips(spec.price, state)
        if price and not memory.bought:
            return Prompt("offer", label, f"{name}: a new card for {price}?", yes_or_no(seat, price), seat)
        asks = tuple(self._discards(state, seat))
        text = f"{name} discards" if price else f"{name} draws, or stands pat"
        return Prompt("offer", label, text, asks, seat)

    def call(self, state: State) -> str:
        spec, memory = _spec(state), _memory(state)
        if _dealing(state) or memory.bought:
            return ""
        name = state.name(memory.waiting[0])
        if price := price_chips(spec.price, state):
            return f"{name} may take a new card for {price}"
        if spec.stack:
            return f"{name} may throw the top card away for a new one"
        cards = f"up to {count_word(spec.most)} cards" if spec.most > 1 else "a card"
        ace = f", {count_word(spec.ace_most)} with an ace showing" if spec.ace_most else ""
        return f"{name} may replace {cards.replace('card', 'down card') if spec.from_down else cards}{ace}"

    def _discards(self, state: State, seat: int) -> list[Ask]:
        spec, player = _spec(state), state.players[seat]
        who = seat_text(seat)
        asks = [] if price_chips(spec.price, state) else [Ask(f"{who} sd", "Stands pat", seat)]
        if spec.shown:
            return [*asks, Ask(f"{who} sd CARDS", "Discards", seat, low=1, high=min(spec.limit, len(player.cards)))]
        unseen = player.down.count(UNSEEN)
        for count in range(1, min(spec.limit, unseen) + 1):
            ace = ", showing an ace" if count > spec.most else ""
            asks.append(Ask(f"{who} sd {'??' * count}", f"{count} down{ace}", seat))
        known = [card for card in player.down if card != UNSEEN] + ([] if spec.from_down else list(player.up))
        if len(known) > 1 and spec.limit > 1:
            asks.append(Ask(f"{who} sd CARDS", "Discards", seat, low=1, high=min(spec.limit, len(player.cards))))
        elif any(card != UNSEEN for card in player.down):
            asks.append(Ask(f"{who} sd CARD", "A down card", seat))
        elif not spec.from_down:
            asks += [Ask(f"{who} sd {cards_text([card])}", f"Up-card {cards_text([card])}", seat) for card in player.up]
        return asks

    def _deal_prompt(self, state: State, label: str) -> Prompt:
        memory = _memory(state)
        seat = memory.owed[0][0]
        faces = [up for at, up in memory.owed if at == seat]
        name, who = state.name(seat), seat_text(seat)
        if not faces[0]:
            ask = Ask(f"d dh {who} {'??' * ([*faces, True]).index(True)}", "Dealt", seat)
            text = f"Deal {name} {cards_word(len(faces))} face down"
            return Prompt("dealt", label, text, (ask,), seat, (ask.action,))
        asks = [Ask(f"d dh {who} CARD", "Up-card", seat)]
        if _spec(state).take_down and state.players[seat].down:
            asks.append(Ask(f"{who} up CARD", "Turns one up", seat))
        return Prompt("card", label, f"{name}'s new up-card", tuple(asks), seat)

    def apply(self, state: State, action: Action) -> State | Refusal:
        if action.verb == "dh":
            return self._deal(state, action)
        if action.verb == "up":
            return self._take_down(state, action)
        memory, spec = _memory(state), _spec(state)
        if _dealing(state) or not memory.waiting:
            return Refusal(f"{state.name(memory.owed[0][0])} is still to be dealt a card")
        seat = memory.waiting[0]
        if problem := not_your_turn(state, action, seat, "draw"):
            return problem
        price = price_chips(spec.price, state)
        if action.verb in ("pay", "no"):
            if not price or memory.bought:
                return Refusal("there is nothing to pay for now")
            if action.verb == "no":
                return state.with_memory(replace(memory, waiting=memory.waiting[1:]))
            after = paid(state, seat, action, price, "a new card")
            return after if isinstance(after, Refusal) else after.with_memory(replace(memory, bought=True))
        if price and not memory.bought:
            return Refusal(f"a new card costs {price}, to be paid first")
        return self._throw(state, action, seat)

    def _throw(self, state: State, action: Action, seat: int) -> State | Refusal:
        memory, spec = _memory(state), _spec(state)
        cards = read_cards(action.words) if action.words else ()
        if isinstance(cards, Refusal):
            return cards
        if memory.bought and not cards:
            return Refusal("which card goes? the new one is paid for")
        if len(cards) > spec.limit:
            return Refusal(f"at most {spec.limit} may be replaced, not {len(cards)}")
        if spec.shown and UNSEEN in cards:
            return Refusal("the discards of this game are turned up: name them")
        if spec.from_down and set(cards) & set(state.players[seat].up):
            return Refusal("only down cards may be replaced")
        thrown = throw(state, seat, cards)
        if isinstance(thrown, Refusal):
            return thrown
        state, gone = thrown
        owed = tuple((seat, one.up and spec.like_for_like) for one in gone)
        after = Drawing(memory.waiting[1:], owed=(*memory.owed, *sorted(owed)))
        state = state.with_memory(after)
        return supply(state, len(after.owed)) if _dealing(state) else state

    def _deal(self, state: State, action: Action) -> State | Refusal:
        memory = _memory(state)
        if not _dealing(state):
            return Refusal("nobody is to be dealt a card now")
        seat = seat_of(state, action.words[:1])
        if isinstance(seat, Refusal):
            return seat
        faces = [up for at, up in memory.owed if at == seat]
        cards = read_cards(action.words[1:])
        if isinstance(cards, Refusal):
            return cards
        if len(cards) > len(faces):
            if not faces:
                return Refusal(f"no card is due to {state.name(seat)} now")
            return Refusal(f"{state.name(seat)} is owed {cards_word(len(faces))}, not {len(cards)}")
        if any(up and card == UNSEEN for card, up in zip(cards, faces, strict=False)):
            return Refusal("it comes face up: name the card")
        if problem := check_new(state, cards):
            return problem
        owed = list(memory.owed)
        for card, up in zip(cards, faces, strict=False):
            state = give(state, seat, card, up)
            owed.remove((seat, up))
        return state.with_memory(replace(memory, owed=tuple(owed)))

    def _take_down(self, state: State, action: Action) -> State | Refusal:
        memory = _memory(state)
        seat = cast(int, action.seat)
        if not _spec(state).take_down or (seat, True) not in memory.owed or not _dealing(state):
            return Refusal(f"{state.name(seat)} has no card to turn up now")
        turned = turn_named(state, seat, action.words)
        if isinstance(turned, Refusal):
            return turned
        owed = tuple((at, up and at != seat) for at, up in memory.owed)
        return turned.with_memory(replace(memory, owed=owed))

    def brings_up(self, state: State, frame: Frame) -> bool:
        memory = cast(Drawing, frame.memory)
        return cast(Draw, frame.spec).like_for_like and bool(memory.waiting or memory.owed)

    def deals(self) -> bool:
        return True


def _spec(state: State) -> Draw:
    return cast(Draw, state.frame.spec)


def _memory(state: State) -> Drawing:
    return cast(Drawing, state.frame.memory)


def _dealing(state: State) -> bool:
    memory = _memory(state)
    return bool(memory.owed) and (not _spec(state).together or not memory.waiting)
