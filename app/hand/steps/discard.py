"""Throwing cards away for good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from app.cards.card import UNSEEN
from app.games.steps import cards_word, count_word
from app.games.steps.draw import Discard
from app.hand.action import Action, seat_text
from app.hand.ask import Ask, Prompt
from app.hand.cards import read_cards, throw
from app.hand.chips import price_chips
from app.hand.refusal import Refusal
from app.hand.state import State
from app.hand.steps import StepKind, plays
from app.hand.turns import affordable, paid


@dataclass(frozen=True, slots=True)
class Discarding:
    """How many cards each seat still has to throw."""

    owed: tuple[int, ...]


@plays(Discard)
class DiscardKind(StepKind):
    """Everybody throws the same number of down cards, which nobody sees; one tap says that all have."""

    verbs = frozenset({"sd", "pay"})

    def begin(self, state: State) -> State:
        count = _spec(state).count
        owed = tuple(min(count, len(player.down)) if player.live and player.cards else 0 for player in state.players)
        return state.with_memory(Discarding(owed))

    def finished(self, state: State) -> bool:
        return not _waiting(state)

    def prompt(self, state: State) -> Prompt:
        spec, waiting = _spec(state), _waiting(state)
        label = f"{state.frame.label}: discard"
        asks = []
        for seat in waiting:
            owed = _owed(state)[seat]
            unseen = state.players[seat].down.count(UNSEEN)
            named = unseen < owed
            action = f"{seat_text(seat)} sd {'CARDS' if named else '??' * owed}"
            bound = owed if named else None
            asks.append(Ask(action, f"Discards {owed}", seat, low=bound, high=bound))
            if spec.keep_price != "free" and (price := affordable(state, seat, spec.keep_price)) is not None:
                asks.append(Ask(f"{seat_text(seat)} pay {price}", f"Pay {price}", seat))
        plain = all("sd ?" in ask.action for ask in asks)
        if spec.keep_price == "free" and plain:
            run = tuple(ask.action for ask in asks)
            return Prompt("done", label, f"Everyone discards {cards_word(spec.count)}", tuple(asks), run=run)
        text = f"{state.name(waiting[0])} discards {cards_word(_owed(state)[waiting[0]])}"
        if spec.keep_price != "free":
            text += f", or pays {price_chips(spec.keep_price, state)} to keep one"
        return Prompt("offer", label, text, tuple(asks), waiting[0])

    def call(self, state: State) -> str:
        spec = _spec(state)
        who = "Every pair" if state.teams else "Everyone"
        cards = f"{count_word(spec.count)} down cards" if spec.count > 1 else "a down card"
        kept = f", or pays {price_chips(spec.keep_price, state)} for each one kept" if spec.keep_price != "free" else ""
        return f"{who} discards {cards}{kept}"

    def apply(self, state: State, action: Action) -> State | Refusal:
        seat = cast(int, action.seat)
        owed = _owed(state)[seat]
        if not owed:
            return Refusal(f"{state.name(seat)} has nothing to discard now")
        if action.verb == "pay":
            return self._keep(state, action, seat)
        cards = read_cards(action.words)
        if isinstance(cards, Refusal):
            return cards
        if len(cards) != owed:
            return Refusal(f"{state.name(seat)} discards {owed}, not {len(cards)}")
        if set(cards) & set(state.players[seat].up):
            return Refusal("only down cards are discarded")
        thrown = throw(state, seat, cards)
        if isinstance(thrown, Refusal):
            return thrown
        return _paid_off(thrown[0], seat, owed)

    def _keep(self, state: State, action: Action, seat: int) -> State | Refusal:
        spec = _spec(state)
        if spec.keep_price == "free":
            return Refusal("no card can be kept for chips in this game")
        price = price_chips(spec.keep_price, state)
        after = paid(state, seat, action, price, "keeping a card")
        return after if isinstance(after, Refusal) else _paid_off(after, seat, 1)


def _paid_off(state: State, seat: int, count: int) -> State:
    owed = list(_owed(state))
    owed[seat] -= count
    return state.with_memory(replace(cast(Discarding, state.frame.memory), owed=tuple(owed)))


def _spec(state: State) -> Discard:
    return cast(Discard, state.frame.spec)


def _owed(state: State) -> tuple[int, ...]:
    return cast(Discarding, state.frame.memory).owed


def _waiting(state: State) -> list[int]:
    return [seat for seat in state.live if _owed(state)[seat]]
