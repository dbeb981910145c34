"""Cards for sale to one player at a time: from a row of open cards, or off the deck."""

from __future__ import annotations

from typing import Literal

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps import Price
from app.games.steps.market import Market
from app.hand.action import DEAL, DECLINE, DISCARD, TAKE, TURN, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, middle_prompt
from app.hand.betting.sizes import price_chips
from app.hand.cards import (
    deal_to,
    discard_offered,
    give,
    give_seen_down,
    lay_out,
    left_in_deck,
    pick_up,
    supply,
    throw,
)
from app.hand.chips import can_pay, pay_dead
from app.hand.state import State
from app.hand.steps import plays
from app.hand.steps.buy import Offered, OfferKind


@dataclass(frozen=True, slots=True)
class Shopping(Offered):
    """An offer, and the face of the card that the next player has ``thrown`` away to get a new one, if any."""

    thrown: Literal["", "up", "down"] = ""


@plays(Market)
class MarketKind(OfferKind[Market, Shopping]):
    """The row is filled, then the next player takes a card from it or off the deck, and pays for it at once."""

    verbs = frozenset({TURN, TAKE, DECLINE, DISCARD, DEAL})
    deals = True

    def begin(self, state: State) -> State:
        state, able = self.open_to(state, self.with_cards(state), "for a card")
        return self._stock(state.with_memory(Shopping(able)))

    def is_open_to(self, state: State, seat: int) -> bool:
        could = self._missing(state) or self._on_offer(state, seat)
        return bool(could) and super().is_open_to(state, seat)

    def resume(self, state: State) -> State:
        if not left_in_deck(state) and not state.offered_cards:
            return self.run_out(state)
        resumed = super().resume(state)
        # The next player has not thrown a card, even if one who has can no longer pay.
        same = self.waiting(resumed)[:1] == self.waiting(state)[:1]
        return resumed if same else self.remember(resumed, thrown="")

    def run_out(self, state: State) -> State:
        if not self.waiting(state):
            return state
        return self.remember(state.say(Reason("nobody else is dealt a card")), waiting=())

    def cards_due(self, state: State) -> int:
        return self._missing(state) or min(len(self.waiting(state)), 1)

    def end(self, state: State) -> State:
        script = state.game.script[state.next_step :]
        following = next((step for step in script if step.joins_street or step.starts_street), None)
        if self.spec(state).stays and isinstance(following, Market):
            return state
        return discard_offered(state)

    def prompt(self, state: State) -> Prompt:
        if self._missing(state):
            return middle_prompt(self._question(state))
        seat, thrown = self.waiting(state)[0], self.memory(state).thrown
        asks = [self._ask(state, seat, card, price) for card, price in self._on_offer(state, seat).items()]
        asks = self._throws(state, seat) if self._choosing(state) else asks
        if self.spec(state).may_stand and not thrown:
            asks.append(Ask(Action(DECLINE, seat), manner="stands"))
        off_the_deck = any(ask.action.verb == DEAL and ask.takes for ask in asks)
        return Prompt("card" if off_the_deck else "offer", self._question(state), tuple(asks), seat)

    def question_aloud(self, state: State) -> Question | None:
        return None if self._missing(state) or self.memory(state).thrown else self._question(state)

    def _question(self, state: State) -> Question:
        seat, single = self.waiting(state)[0], len(self.spec(state).row) == 1
        if missing := self._missing(state):
            return Question("turns up an offer", seat) if single else Question("fills the row", count=missing)
        if self._choosing(state):
            return Question("may change a card", seat)
        return (
            Question("keeps it or not", seat, cards=state.offered_cards) if single else Question("takes a card", seat)
        )

    def _choosing(self, state: State) -> bool:
        """Return whether the next player must first choose a card to throw away for a new one."""
        return self.spec(state).swap and not self.memory(state).thrown

    def _throws(self, state: State, seat: int) -> list[Ask]:
        player, pick = state.players[seat], Action(DISCARD, seat)
        asks = [Ask(replace(pick, cards=(card,)), manner="up-card") for card in player.up]
        if UNSEEN in player.down:
            asks.append(Ask(replace(pick, cards=(UNSEEN,)), manner="down", chips=1))
        if set(player.down) - {UNSEEN}:
            asks.append(Ask(pick, TakesCards("hand"), manner="a down card"))
        return asks

    def _ask(self, state: State, seat: int, card: Card | None, price: int) -> Ask:
        """Return the ask for a card of the row or, for None, for one off the deck."""
        spec, chips = self.spec(state), price or None
        single = len(spec.row) == 1
        if card is not None:
            manner = "buys" if price else "keeps" if single else "takes"
            return Ask(Action(TAKE, seat, cards=(card,)), manner=manner, chips=chips)
        manner = "passes it on" if single else "off the deck"
        if spec.face == "up":
            return Ask(Action(DEAL, to=seat), TakesCards("deck"), manner=manner, chips=chips)
        return Ask(Action(DEAL, to=seat, cards=(UNSEEN,)), manner=manner, chips=chips)

    def apply(self, state: State, action: Action) -> State:
        missing = self._missing(state)
        if action.verb == TURN:
            return lay_out(state, action.cards, missing)
        if missing:
            raise RefusalError("first a card to the middle")
        seat, choosing = self.waiting(state)[0], self._choosing(state)
        if action.about != seat:
            raise RefusalError("turn", seat, word="take a card")
        if action.verb == DECLINE:
            if not self.spec(state).may_stand or self.memory(state).thrown:
                raise RefusalError("has to take a card", seat)
            return self.next_seat(state)
        if action.verb != DISCARD:
            if choosing:
                raise RefusalError("throws a card first", seat)
            return self._take(state, action, seat)
        if not choosing:
            raise RefusalError("nothing to discard", seat)
        if len(action.cards) != 1:
            raise RefusalError("wrong number of discards", seat, count=1, amount=len(action.cards))
        state, (gone,) = throw(state, seat, action.cards)
        return self.remember(state, thrown="up" if gone.up else "down")

    def _take(self, state: State, action: Action, seat: int) -> State:
        if len(action.cards) != 1:
            raise RefusalError("owed fewer cards", seat, count=1, amount=len(action.cards))
        offer, (card,) = self._on_offer(state, seat), action.cards
        wanted = card if action.verb == TAKE else None
        if wanted not in offer:
            raise RefusalError("takes a card in the middle", seat)
        if price := offer[wanted]:
            state = pay_dead(state, seat, price).say(Reason("pays for it", seat, amount=price))
        if wanted is None:
            return self.next_seat(deal_to(state, seat, action.cards, (self.spec(state).face == "up",)))
        state = pick_up(state, card)
        hidden = self.memory(state).thrown == "down"
        return self.next_seat(give_seen_down(state, seat, card) if hidden else give(state, seat, card, up=True))

    def next_seat(self, state: State) -> State:
        return self._stock(super().next_seat(self.remember(state, thrown="")))

    def _stock(self, state: State) -> State:
        """Shuffle in the discards if the deck cannot fill the row and sell one more card."""
        return supply(state, self._free_places(state) + 1) if self.waiting(state) else state

    def _free_places(self, state: State) -> int:
        return max(0, len(self.spec(state).row) - len(state.offered_cards))

    def _missing(self, state: State) -> int:
        """Return how many cards must be laid in the row now, before the next player takes one."""
        at_rest = self.waiting(state) and not self.memory(state).thrown
        return min(self._free_places(state), left_in_deck(state)) if at_rest else 0

    def _on_offer(self, state: State, seat: int) -> dict[Card | None, int]:
        """Return the cards that a seat can afford now, with their prices: of the row, and None for one off the deck."""
        spec = self.spec(state)
        row = zip(state.offered_cards, spec.row, strict=False)
        offer: dict[Card | None, int] = {card: self._chips(state, cost) for card, cost in row}
        last = spec.last_takes and self.waiting(state)[-1:] == (seat,)
        if left_in_deck(state) and not (last and offer):
            offer[None] = self._chips(state, spec.deck)
        return {card: price for card, price in offer.items() if can_pay(state, seat, price)}

    def _price(self, state: State) -> int:
        """Return the price of the cheapest card."""
        return min(self._chips(state, cost) for cost in self.spec(state).costs)

    def _chips(self, state: State, cost: Price) -> int:
        """Return a card's cost in chips: a multiple of the step's price, or a price by its name."""
        unit = self.spec(state).price if isinstance(cost, int) else cost
        return price_chips(unit, state) * (cost if isinstance(cost, int) else 1)
