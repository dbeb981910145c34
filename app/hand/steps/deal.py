"""Dealing a street to the players, and cards to the middle."""

from __future__ import annotations

from typing import TypeVar

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.layout import Laid, spoken_place, spoken_places
from app.games.reasons import Reason
from app.games.steps import Spec
from app.games.steps.deal import Common, Deal
from app.hand.action import DEAL, TURN, TURN_UP, TWICE, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, middle_prompt
from app.hand.cards import (
    announce_burns,
    check_new,
    check_new_up,
    give,
    left_in_deck,
    not_yet_dealt,
    place_centre,
    place_common,
    supply,
    turn_up,
)
from app.hand.chips import ante_again
from app.hand.settlement.twice import run_twice, why_not_twice
from app.hand.state import State, partner_of
from app.hand.steps import StepKind, add_at, kind_of, plays
from app.hand.steps.buy import Buyers


@dataclass(frozen=True, slots=True)
class Dealing:
    """The number of cards ``given`` on this street by seat, and the seats ``served``.

    ``ways`` are how each seat's cards come, by the letters of :class:`Deal`. ``common`` is the number of common cards
    that follow. ``turned`` are the seats that have turned a card up, and so take their next one down.
    """

    given: tuple[int, ...]
    served: tuple[int, ...]
    ways: tuple[str, ...]
    common: int = 0
    turned: frozenset[int] = frozenset()


@plays(Deal)
class DealKind(StepKind[Deal, Dealing]):
    """Cards to each live player; they are accepted in any order, as the table may have dealt them."""

    verbs = frozenset({DEAL, TURN, TURN_UP})
    deals = True

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        state = ante_again(state, spec.antes) if spec.antes else state
        dealt_in = state.dealt_in
        ways = tuple(_way(state, seat, spec) if seat in dealt_in else "" for seat in state.setup.seats)
        served = tuple(seat for seat in dealt_in if ways[seat])
        needed = sum(len(ways[seat]) for seat in served)
        state = supply(state, needed)
        dealing = Dealing((0,) * len(state.players), served, ways)
        return state.with_memory(dealing) if left_in_deck(state) >= needed else _short_deck(state, dealing)

    def finished(self, state: State) -> bool:
        return not self.waiting(state) and not self.memory(state).common

    def prompt(self, state: State) -> Prompt:
        memory = self.memory(state)
        waiting = self.waiting(state)
        if not waiting:
            return middle_prompt(Question("common card"), "common card")
        asks = tuple(ask for seat in waiting for ask in self._asks(state, seat, self._due(state, seat)))
        first = waiting[0]
        due = self._due(state, first)
        run = tuple(ask.action for ask in asks)
        if not memory.turned and not any(ask.takes for ask in asks):
            # One tap deals down cards to all; on some streets each player then chooses the face of the next card.
            return Prompt("dealt", Question("down cards", count=len(run[0].cards)), asks, first, run)
        if not due.strip("d"):
            return Prompt("dealt", Question("next card down", first), asks, first, run[:1])
        downs = len(due) - len(due.lstrip("d"))
        if not asks[0].takes:
            question = Question("next card down", first)
        elif due[0] == "c":
            question = Question("chooses the next card", first)
        elif downs and not any(memory.given):
            question = Question("down cards, then an up-card", first, count=downs)
        else:
            question = Question("next up-card", first)
        return Prompt("card", question, asks, first)

    def question_aloud(self, state: State) -> Question | None:
        memory = self.memory(state)
        waiting = self.waiting(state)
        if not waiting or memory.turned or len(waiting) < len(memory.served):
            return None
        if not all(self._due(state, seat).startswith("c") for seat in waiting):
            return None
        return Question("chooses the next card", waiting[0])

    def _asks(self, state: State, seat: int, due: str) -> list[Ask]:
        downs = len(due) - len(due.lstrip("d"))
        dark = Action(DEAL, to=seat, cards=(UNSEEN,) * downs)
        if due[downs : downs + 1] == "u":
            return [Ask(dark, TakesCards("deck"), manner="up-card")]
        if downs:
            return [Ask(dark, manner="dealt")]
        if seat in self.memory(state).turned:
            return [Ask(replace(dark, cards=(UNSEEN,)), manner="dealt")]
        asks = [Ask(dark, TakesCards("deck"), manner="takes it up")]
        if state.players[seat].down:
            asks.append(Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns one up"))
        return asks

    def apply(self, state: State, action: Action) -> State:
        memory = self.memory(state)
        if action.verb == TURN_UP:
            seat = action.player
            if not self._due(state, seat).startswith("c") or seat not in self.waiting(state):
                raise RefusalError("no card to turn up", seat)
            if seat in memory.turned:
                raise RefusalError("turned one up already", seat)
            return self.remember(turn_up(state, seat, action.cards), turned=memory.turned | {seat})
        common = memory.common and not self.waiting(state)
        if action.verb == TURN:
            if not common:
                raise RefusalError("no card to the middle now")
            if len(action.cards) != 1:
                raise RefusalError("one common card")
            check_new_up(state, action.cards)
            return self.remember(place_common(state, action.cards[0]), common=memory.common - 1)
        if common:
            raise RefusalError("common card instead")
        return self._deal(state, action.target, action.cards)

    def _deal(self, state: State, seat: int, cards: tuple[Card, ...]) -> State:
        memory = self.memory(state)
        if not state.players[seat].live:
            raise RefusalError("folded and dealt no more", seat)
        if seat not in memory.served:
            partner = partner_of(state, seat)
            if partner is not None:
                raise RefusalError("hand lies with partner", seat, seats=(partner,))
            raise RefusalError("no card due on this street", seat)
        due = self._due(state, seat)
        if cards and not due:
            raise RefusalError("had every card of this street", seat)
        if len(cards) > len(due):
            raise RefusalError("too many cards", seat, count=len(due), amount=len(cards))
        unknown_up = any(way == "u" and card == UNSEEN for card, way in zip(cards, due, strict=False))
        if unknown_up and not state.setup.gaps:
            raise RefusalError("comes face up")
        check_new(state, cards)
        for card, way in zip(cards, due, strict=False):
            if way == "c" and (card == UNSEEN) != (seat in memory.turned):
                raise RefusalError("takes it up or turns one up" if card == UNSEEN else "next one comes down", seat)
            state = give(state, seat, card, up=way == "u" or (way == "c" and card != UNSEEN))
        return self.remember(state, given=add_at(memory.given, seat, len(cards)), turned=memory.turned - {seat})

    def brings_up(self, state: State) -> bool:
        memory = self.memory(state)
        ups = (self._due(state, seat).strip("d") for seat in memory.served if state.players[seat].live)
        return bool(memory.common) or any(ups)

    def run_out(self, state: State) -> State:
        memory, waiting = self.memory(state), self.waiting(state)
        if self.finished(state):
            return state
        common = 0
        if waiting and state.setup.house.short_deck == "common card":
            missing = max(len(self._due(state, seat)) for seat in waiting)
            common = min(memory.common + missing, left_in_deck(state))
        ways = tuple(way[:count] for way, count in zip(memory.ways, memory.given, strict=True))
        if common:
            state = _announce_common(state, common)
        else:
            begun = any(memory.given)
            ruling = "short_deck" if waiting else ""
            why = Reason("nobody else is dealt a card" if begun else "nobody is dealt a card", ruling=ruling)
            state = state.say(why)
        return self.remember(state, ways=ways, common=common)

    def cards_due(self, state: State) -> int:
        return sum(len(self._due(state, seat)) for seat in self.waiting(state)) + self.memory(state).common

    def _due(self, state: State, seat: int) -> str:
        """Return how a seat's remaining cards of this street come, a letter each."""
        memory = self.memory(state)
        return memory.ways[seat][memory.given[seat] :]

    def waiting(self, state: State) -> list[int]:
        served = self.memory(state).served
        return [seat for seat in served if state.players[seat].live and self._due(state, seat)]


def _short_deck(state: State, dealing: Dealing) -> State:
    """Begin a street for which the deck, even with the discards, is too short.

    Rounds are dealt as long as there is a card for everybody. By the house rule, each missing round then becomes one
    common card, or the stub is dealt as far as it goes.
    """
    shares = state.setup.house.short_deck == "common card"
    state = announce_burns(state, sum(map(len, dealing.ways)))
    left, most = left_in_deck(state), max(map(len, dealing.ways))
    dealt = [0] * len(dealing.ways)
    common = 0
    for number in range(most):
        due = [seat for seat in dealing.served if len(dealing.ways[seat]) > number]
        # A round is dealt in full only if that leaves one card for each round after it.
        if shares and left < len(due) + most - 1 - number:
            common += min(left, 1)
            left -= min(left, 1)
            continue
        for seat in due[:left]:
            dealt[seat] += 1
        left -= min(left, len(due))
    ways = tuple(way[:count] for way, count in zip(dealing.ways, dealt, strict=True))
    if common:
        state = _announce_common(state, common)
    elif any(ways):
        state = state.say(Reason("dealt as far as they go", ruling="short_deck"))
    else:
        # Centre cards and extra cards may have used up even the common card.
        state = state.say(Reason("nobody is dealt a card"))
    served = tuple(seat for seat in dealing.served if ways[seat])
    return state.with_memory(replace(dealing, served=served, ways=ways, common=common))


def _announce_common(state: State, count: int) -> State:
    return state.say(Reason("one common card" if count == 1 else "common cards", ruling="short_deck"))


def _way(state: State, seat: int, spec: Deal) -> str:
    """Return how a seat's cards come on this street, a letter each; empty for a seat that gets none."""
    player = state.players[seat]
    if spec.holding and len(player.cards) > spec.holding:
        return ""
    bought = bool(spec.bought) and seat in state.recall(Buyers).of(spec.bought)
    cards = spec.bought_cards if bought else spec.cards
    return cards.replace("n", "u" if player.down else "d")


def common_card_may_come(state: State) -> bool:
    """Return whether a street of down cards still to come may become one common card, face up.

    A fold before then leaves more cards for the others.
    """
    if state.setup.house.short_deck != "common card":
        return False
    left, burns = left_in_deck(state) + state.discards - cards_due(state), state.setup.house.burns
    waiting = [frame.spec for frame in reversed(state.frames) if not frame.begun]
    streets = [spec for spec in (*waiting, *state.game.script[state.next_step :]) if isinstance(spec, Deal)]
    return any(
        street.cards == "d"
        and 0 < left - burns * (at + 1) - sum(len(before.cards) for before in streets[:at]) * players < players
        for at, street in enumerate(streets)
        for players in range(2, len(state.live) + 1)
    )


def cards_due(state: State) -> int:
    """Return how many cards the steps under way still have to deal; no extra card may use these."""
    begun = [frame for frame in state.frames if frame.begun and frame.memory is not None]
    due = sum(kind_of(frame).cards_due(replace(state, frames=(frame,))) for frame in begun)
    return due + not_yet_dealt(state)


S = TypeVar("S", bound=Spec)


class MiddleKind(StepKind[S, int]):
    """Cards face up in the middle, one tap each. The memory is the number still to come."""

    verbs = frozenset({TURN})

    def finished(self, state: State) -> bool:
        return self.memory(state) == 0

    def run_out(self, state: State) -> State:
        left = self.memory(state)
        return state.say(Reason("none is turned up")).with_memory(0) if left else state

    def cards_due(self, state: State) -> int:
        return self.memory(state)

    def prompt(self, state: State) -> Prompt:
        return middle_prompt(Question("cards to the middle", count=self.memory(state)))

    def apply(self, state: State, action: Action) -> State:
        left = self.memory(state)
        if len(action.cards) > left:
            raise RefusalError("too many to the middle", count=left, amount=len(action.cards))
        check_new_up(state, action.cards)
        for card in action.cards:
            state = self.place(state, card)
        return state.with_memory(left - len(action.cards))

    def place(self, state: State, card: Card) -> State:
        """Return the state with a card put in the middle."""
        raise NotImplementedError


#: The question names the places to choose from, if there are at most this many.
MAX_NAMED = 4


@plays(Common)
class CommonKind(MiddleKind[Common]):
    """Common cards, or cards for nobody; with places, cards that already lie face down in the layout."""

    verbs = frozenset({TURN, TWICE})
    deals = True

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        if spec.places:
            return state.with_memory(min(spec.count, len(self.places(state))))
        state = supply(state, spec.count)
        count = min(spec.count, left_in_deck(state))
        if count < spec.count:
            state = announce_burns(state, spec.count)
            state = state.say(Reason("dealt as far as they go" if count else "none is turned up"))
        return state.with_memory(count)

    def places(self, state: State) -> tuple[str, ...]:
        """Return the places of this step whose cards are still face down."""
        laid = state.recall(Laid).cards
        return tuple(name for name in self.spec(state).place_names if name not in laid)

    def prompt(self, state: State) -> Prompt:
        places = self.places(state)
        if not places:
            return self._off_the_deck(state)
        left = self.memory(state)
        in_order = state.game.layout.face_up and left == len(places)
        choice = places[:1] if in_order else places
        asks = tuple(Ask(Action(TURN, word=name), TakesCards("deck"), manner="to place") for name in choice)
        question = Question("turns up one of many")
        if in_order:  # cards off the deck for all of these places: there is nothing to choose
            question = Question("cards to places", count=left, words=tuple(spoken_places(places)))
        elif len(places) <= MAX_NAMED:
            question = Question("turns up a place", words=tuple(map(spoken_place, places)))
        return Prompt("card", question, asks)

    def _off_the_deck(self, state: State) -> Prompt:
        if state.board_number:
            return middle_prompt(Question("cards to a board", count=self.memory(state), pot=state.board_number))
        asked = super().prompt(state)
        if why_not_twice(state, self.memory(state)):
            return asked
        return replace(asked, asks=(*asked.asks, Ask(Action(TWICE), manner="runs it twice")))

    def apply(self, state: State, action: Action) -> State:
        if action.verb == TWICE:
            if refusal := why_not_twice(state, self.memory(state)):
                raise refusal
            return run_twice(state)
        if action.word and len(action.cards) != 1:
            raise RefusalError("one card to a place")
        if not action.word:
            return super().apply(state, action)
        check_new_up(state, action.cards)
        state = self._lay(state, action.word, action.cards[0])
        return state.with_memory(self.memory(state) - 1)

    def place(self, state: State, card: Card) -> State:
        if self.spec(state).places:
            return self._lay(state, self.places(state)[0], card)
        return self._put(state, card)

    def run_out(self, state: State) -> State:
        return state if self.spec(state).places else super().run_out(state)

    def cards_due(self, state: State) -> int:
        return 0 if self.spec(state).places else super().cards_due(state)

    def _lay(self, state: State, name: str, card: Card) -> State:
        """Turn up the card in a place."""
        return self._put(state.with_note(Laid({**state.recall(Laid).cards, name: card})), card)

    def _put(self, state: State, card: Card) -> State:
        if self.spec(state).shown:
            return replace(state, cards_dealt=state.cards_dealt + 1)
        return place_common(state, card) if self.spec(state).own else place_centre(state, card)
