"""Steps in which the table does something and the app is told when it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN
from app.games.steps import count_word
from app.games.steps.table_steps import Common, Pass, Physical, Trade, TurnAllUp, TurnDown
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import check_new, place_centre, place_common, read_cards, supply, turn_named
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import Frame, Held, State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, paid


class _Done(StepKind):
    """One button, "Done", and then what ``carry_out`` makes of it."""

    verbs = frozenset({"ok"})

    def begin(self, state: State) -> State:
        return state.with_memory(False)

    def finished(self, state: State) -> bool:
        return bool(state.frame.memory)

    def prompt(self, state: State) -> Prompt:
        return Prompt("done", state.frame.label, self.call(state), (Ask("d ok", "Done"),), run=("d ok",))

    def call(self, state: State) -> str:
        return state.frame.spec.words().rstrip(".")

    def apply(self, state: State, action: Action) -> State | Refusal:
        if action.words:
            return Refusal("'ok' takes no further words")
        return self.carry_out(state).with_memory(True)

    def carry_out(self, state: State) -> State:
        """What being done changes."""
        return state


@plays(Physical)
class PhysicalKind(_Done):
    """Stacks are ordered, cards are looked at: nothing that the app would know."""


@plays(TurnDown)
class TurnDownKind(_Done):
    """Up-cards go down among the others, and from there nobody can say any more which card is which."""

    def carry_out(self, state: State) -> State:
        for seat in state.live:
            held = tuple(Held(UNSEEN, up=False) if one.up else one for one in state.players[seat].cards)
            state = state.with_player(seat, cards=held)
        return state


@plays(Pass)
class PassKind(_Done):
    """All down cards go round among those still in; up-cards stay."""

    def carry_out(self, state: State) -> State:
        seats = state.live
        passed = [tuple(held for held in state.players[seat].cards if not held.up) for seat in seats]
        kept = [tuple(held for held in state.players[seat].cards if held.up) for seat in seats]
        step = 1 if cast(Pass, state.frame.spec).to == "left" else -1
        for at, hand in enumerate(passed):
            to = (at + step) % len(seats)
            state = state.with_player(seats[to], cards=kept[to] + hand)
        return state


@dataclass(frozen=True, slots=True)
class Trading:
    """How many trades each seat has made, and whether trading is over."""

    made: tuple[int, ...]
    over: bool = False


@plays(Trade)
class TradeKind(StepKind):
    """Each payment is one trade; what was traded nobody knows, so every card of a trader may be another now."""

    verbs = frozenset({"pay", "ok"})

    def begin(self, state: State) -> State:
        return state.with_memory(Trading((0,) * len(state.players)))

    def finished(self, state: State) -> bool:
        return _trading(state).over

    def prompt(self, state: State) -> Prompt:
        spec, memory = cast(Trade, state.frame.spec), _trading(state)
        asks = [Ask("d ok", "Done")]
        for seat in state.live:
            price = affordable(state, seat, spec.price)
            if memory.made[seat] < spec.most and price is not None:
                asks.append(Ask(f"{seat_text(seat)} pay {price}", f"{state.name(seat)} pays {price}", seat))
        price = price_chips(spec.price, state)
        text = f"Each trade costs both players {price}. Done when trading is over"
        return Prompt("offer", "Trading", text, tuple(asks))

    def call(self, state: State) -> str:
        spec = cast(Trade, state.frame.spec)
        price = price_chips(spec.price, state)
        return f"Trading is open: each trade costs both players {price}, up to {count_word(spec.most)} trades each"

    def apply(self, state: State, action: Action) -> State | Refusal:
        spec, memory = cast(Trade, state.frame.spec), _trading(state)
        if action.verb == "ok":
            return state.with_memory(replace(memory, over=True))
        seat = cast(int, action.seat)
        if not state.players[seat].live:
            return Refusal(f"{state.name(seat)} has folded")
        if memory.made[seat] >= spec.most:
            return Refusal(f"{state.name(seat)} has made {count_word(spec.most)} trades already")
        price = affordable(state, seat, spec.price)
        if price is None:
            return Refusal(f"{state.name(seat)} cannot pay for a trade")
        after = paid(state, seat, action, price, "a trade")
        if isinstance(after, Refusal):
            return after
        held = tuple(one if one.up else replace(one, card=UNSEEN) for one in after.players[seat].cards)
        made = tuple(n + (at == seat) for at, n in enumerate(memory.made))
        return after.with_player(seat, cards=held).with_memory(replace(memory, made=made))


def _trading(state: State) -> Trading:
    return cast(Trading, state.frame.memory)


@plays(TurnAllUp)
class TurnAllUpKind(StepKind):
    """Everybody's down cards are named, one tap a card."""

    verbs = frozenset({"up"})

    def finished(self, state: State) -> bool:
        return not _covered(state)

    def prompt(self, state: State) -> Prompt:
        waiting = _covered(state)
        asks = tuple(Ask(f"{seat_text(seat)} up CARD", "Turns up", seat) for seat in waiting)
        text = f"{state.name(waiting[0])} turns all cards up"
        return Prompt("roll", f"{state.frame.label}: turn up", text, asks, waiting[0])

    def call(self, state: State) -> str:
        return "Everyone turns all their cards up"

    def apply(self, state: State, action: Action) -> State | Refusal:
        return turn_one_up(state, cast(int, action.seat), action)

    def brings_up(self, state: State, frame: Frame) -> bool:
        return bool(_covered(state))

    def deals(self) -> bool:
        return True


def turn_one_up(state: State, seat: int, action: Action) -> State | Refusal:
    """The state with the one card that the action names turned up by the seat, or why not."""
    if not state.players[seat].live:
        return Refusal(f"{state.name(seat)} has folded")
    return turn_named(state, seat, action.words)


def _covered(state: State) -> list[int]:
    return [seat for seat in state.live if state.players[seat].down]


@plays(Common)
class CommonKind(StepKind):
    """Cards face up in the middle, one tap each."""

    verbs = frozenset({"db"})

    def begin(self, state: State) -> State:
        count = cast(Common, state.frame.spec).count
        return supply(replace(state, deals=state.deals + 1), count).with_memory(count)

    def finished(self, state: State) -> bool:
        return cast(int, state.frame.memory) == 0

    def prompt(self, state: State) -> Prompt:
        return Prompt("card", f"{state.frame.label}: deal", "A card to the middle", (Ask("d db CARD", "Middle"),))

    def apply(self, state: State, action: Action) -> State | Refusal:
        left = cast(int, state.frame.memory)
        cards = read_cards(action.words)
        if isinstance(cards, Refusal):
            return cards
        if len(cards) > left:
            return Refusal(f"{left} more to the middle, not {len(cards)}")
        if UNSEEN in cards:
            return Refusal("it comes face up: name the card")
        if problem := check_new(state, cards):
            return problem
        place = place_common if cast(Common, state.frame.spec).own else place_centre
        for card in cards:
            state = place(state, card)
        return state.with_memory(left - len(cards))

    def brings_up(self, state: State, frame: Frame) -> bool:
        return bool(frame.memory)

    def deals(self) -> bool:
        return True
