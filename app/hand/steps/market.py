"""Cards of an open row, or off the deck, for one player after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.steps.market import Market
from app.hand.action import DEAL, DECLINE, DISCARD, PAY, TAKE, TURN, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, middle_prompt, one_tap_prompt
from app.hand.betting.sizes import pay_price, price_chips
from app.hand.cards import check_new_up, deal_to, give, give_seen_down, left_in_deck, supply, throw
from app.hand.chips import can_pay, pay_dead, take_back_payment
from app.hand.state import State
from app.hand.steps import plays
from app.hand.steps.buy import Offered, OfferKind


@dataclass(frozen=True, slots=True)
class Shopping(Offered):
    """An offer, and how the card lay that the next player has ``thrown`` away for a new one, if any."""

    thrown: Literal["", "up", "down"] = ""


@plays(Market)
class MarketKind(OfferKind[Market, Shopping]):
    """The row is filled, then the next player takes a card. One that is paid for off the deck is dealt at once."""

    verbs = frozenset({TURN, TAKE, PAY, DECLINE, DISCARD, DEAL})
    deals = True
    item = "a card off the deck"
    doing = "take a card"

    def begin(self, state: State) -> State:
        asked = [seat for seat in state.live if state.players[seat].cards]
        state, able = self.open_to(state, asked, "for a card")
        return self._stock(state.with_memory(Shopping(able)))

    def is_open_to(self, state: State, seat: int) -> bool:
        could = self._missing(state) or self._on_offer(state, seat)
        return bool(could) and state.players[seat].live and super().is_open_to(state, seat)

    def resume(self, state: State) -> State:
        gone = not left_in_deck(state) and not state.offered_cards
        return self.run_out(state) if gone else super().resume(state)

    def run_out(self, state: State) -> State:
        memory = self.memory(state)
        if not memory.waiting:
            return state
        if memory.bought:
            state = take_back_payment(state, memory.waiting[0], self.spec(state).deck * self._unit(state))
        state = state.say(Because("nobody else is dealt a card"))
        return self.remember(state, waiting=(), bought=False, thrown="")

    def cards_due(self, state: State) -> int:
        return self._missing(state) or int(self.memory(state).bought)

    def end(self, state: State) -> State:
        script = state.game.script[state.next_step :]
        following = next((step for step in script if step.joins_street or step.starts_street), None)
        if self.spec(state).stays and isinstance(following, Market):
            return state
        left = state.offered_cards
        dead, discards = state.dead_cards.union(left), state.discards + len(left)
        return replace(state, offered_cards=(), dead_cards=dead, discards=discards)

    def prompt(self, state: State) -> Prompt:
        if missing := self._missing(state):
            return middle_prompt(Question("fills the row", count=missing))
        spec, memory = self.spec(state), self.memory(state)
        seat = memory.waiting[0]
        if memory.bought:
            ask = self._deal_ask(state, "up-card" if spec.face == "up" else "dealt")
            if spec.face == "down":
                return one_tap_prompt("dealt", Question("next card down", seat), ask)
            return Prompt("card", Question("next up-card", seat), (ask,), seat)
        if spec.swap and not memory.thrown:
            asks = self._throws(state, seat)
        else:
            asks = [self._ask(state, card, price) for card, price in self._on_offer(state, seat).items()]
        if spec.may_stand and not memory.thrown:
            asks.append(Ask(Action(DECLINE, seat), manner="stands"))
        off_the_deck = any(ask.action.verb == DEAL and ask.takes for ask in asks)
        return Prompt("card" if off_the_deck else "offer", self._question(state), tuple(asks), seat)

    def call(self, state: State) -> Question | None:
        memory = self.memory(state)
        return None if self._missing(state) or memory.bought or memory.thrown else self._question(state)

    def _question(self, state: State) -> Question:
        spec, memory = self.spec(state), self.memory(state)
        if spec.swap and not memory.thrown:
            return Question("may change a card", memory.waiting[0])
        if len(spec.row) == 1:
            return Question("keeps it or not", memory.waiting[0], cards=state.offered_cards)
        return Question("takes a card", memory.waiting[0])

    def _throws(self, state: State, seat: int) -> list[Ask]:
        """Return the asks for the card that is thrown away."""
        player, pick = state.players[seat], Action(DISCARD, seat)
        asks = [Ask(replace(pick, cards=(card,)), manner="up-card") for card in player.up]
        if UNSEEN in player.down:
            asks.append(Ask(replace(pick, cards=(UNSEEN,)), manner="down", chips=1))
        if set(player.down) - {UNSEEN}:
            asks.append(Ask(pick, TakesCards("hand"), manner="a down card"))
        return asks

    def _ask(self, state: State, card: Card, price: int) -> Ask:
        """Return the ask for a card of the row, or for one off the deck."""
        seat, one = self.memory(state).waiting[0], len(self.spec(state).row) == 1
        if card != UNSEEN:
            manner = "buys" if price else "keeps" if one else "takes"
            return Ask(Action(TAKE, seat, cards=(card,)), manner=manner, chips=price or None)
        manner = "passes it on" if one else "off the deck"
        if price:
            return Ask(Action(PAY, seat, amount=price), manner=manner, chips=price)
        return self._deal_ask(state, manner)

    def _deal_ask(self, state: State, manner: str) -> Ask:
        deal = Action(DEAL, to=self.memory(state).waiting[0])
        if self.spec(state).face == "up":
            return Ask(deal, TakesCards("deck"), manner=manner)
        return Ask(replace(deal, cards=(UNSEEN,)), manner=manner)

    def apply(self, state: State, action: Action) -> State:
        missing = self._missing(state)
        if action.verb == TURN:
            return self._fill(state, action.cards, missing)
        if missing:
            raise RefusalError("first a card to the middle")
        spec, memory = self.spec(state), self.memory(state)
        seat, cards = memory.waiting[0], action.cards
        if action.about != seat:
            raise RefusalError("turn", seat, word=self.doing)
        if memory.bought and action.verb != DEAL:
            raise RefusalError("still to be dealt", seat)
        choosing = spec.swap and not memory.thrown
        if action.verb == DECLINE:
            if not spec.may_stand or memory.thrown:
                raise RefusalError("has to take a card", seat)
            return self._next(state)
        if action.verb != DISCARD and not choosing:
            return self._take(state, action)
        if action.verb != DISCARD:
            raise RefusalError("throws a card first", seat)
        if not choosing:
            raise RefusalError("nothing to discard", seat)
        if len(cards) != 1:
            raise RefusalError("wrong number of discards", seat, count=1, amount=len(cards))
        state, (gone,) = throw(state, seat, cards)
        return self.remember(state, thrown="up" if gone.up else "down")

    def _fill(self, state: State, cards: tuple[Card, ...], missing: int) -> State:
        if not missing:
            raise RefusalError("no more to the middle")
        if len(cards) > missing:
            raise RefusalError("too many to the middle", count=missing, amount=len(cards))
        check_new_up(state, cards)
        row, dealt = (*state.offered_cards, *cards), state.cards_dealt + len(cards)
        return replace(state, offered_cards=row, cards_dealt=dealt)

    def _take(self, state: State, action: Action) -> State:
        """Take a card of the row, pay for one off the deck, or be dealt it."""
        memory, price = self.memory(state), self.spec(state).deck * self._unit(state)
        seat, offer = memory.waiting[0], self._on_offer(state, memory.waiting[0])
        card = action.cards[0] if action.verb == TAKE else UNSEEN
        if not memory.bought and (card not in offer or (action.verb == TAKE and card == UNSEEN)):
            raise RefusalError("takes a card in the middle", seat)
        if action.verb == TAKE:
            return self._sell(state, seat, card, offer[card])
        if action.verb == PAY and not price:
            raise RefusalError("nothing to pay for")
        if action.verb == PAY:
            return self.remember(pay_price(state, action, price, self.item), bought=True)
        if price and not memory.bought:
            raise RefusalError("pay for the new card first", amount=price)
        if len(action.cards) != 1:
            raise RefusalError("owed fewer cards", seat, count=1, amount=len(action.cards))
        return self._next(deal_to(state, seat, action.cards, (self.spec(state).face == "up",)))

    def _sell(self, state: State, seat: int, card: Card, price: int) -> State:
        """Give a seat a card of the row, which came off the deck when it was laid there."""
        if price:
            state = pay_dead(state, seat, price).say(Because("pays for it", seat, amount=price))
        left = tuple(other for other in state.offered_cards if other != card)
        state = replace(state, offered_cards=left, cards_dealt=state.cards_dealt - 1)
        hidden = self.memory(state).thrown == "down"
        return self._next(give_seen_down(state, seat, card) if hidden else give(state, seat, card, up=True))

    def _next(self, state: State) -> State:
        return self._stock(self.next_seat(self.remember(state, thrown="")))

    def _stock(self, state: State) -> State:
        """Shuffle the discards in where the deck cannot fill the row and sell a card."""
        return supply(state, self._free_places(state) + 1) if self.waiting(state) else state

    def _free_places(self, state: State) -> int:
        return max(0, len(self.spec(state).row) - len(state.offered_cards))

    def _missing(self, state: State) -> int:
        """Return how many cards are laid in the row now, before the next player takes one."""
        memory = self.memory(state)
        at_rest = not memory.bought and not memory.thrown and memory.waiting
        return min(self._free_places(state), left_in_deck(state)) if at_rest else 0

    def _on_offer(self, state: State, seat: int) -> dict[Card, int]:
        """Return what a seat can have and pay for now, with its price: cards of the row, and UNSEEN off the deck."""
        spec, unit = self.spec(state), self._unit(state)
        offer = {card: count * unit for card, count in zip(state.offered_cards, spec.row, strict=False)}
        last = spec.last_takes and self.memory(state).waiting[-1:] == (seat,)
        if left_in_deck(state) and not (last and offer):
            offer[UNSEEN] = spec.deck * unit
        return {card: price for card, price in offer.items() if can_pay(state, seat, price)}

    def _unit(self, state: State) -> int:
        return price_chips(self.spec(state).price, state)

    def _price(self, state: State) -> int:
        """Return the least that a card costs."""
        spec = self.spec(state)
        return min(*spec.row, spec.deck) * self._unit(state)
