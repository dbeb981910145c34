"""Discarding, drawing and twisting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from app.cards.card import ACE, UNSEEN, Card, has_rank, rank_of
from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.games.steps.draw import Discard, Draw
from app.hand.action import DEAL, DECLINE, DISCARD, PAY, TURN_UP, Action
from app.hand.ask import (
    Ask,
    Prompt,
    Question,
    RefusalError,
    TakesCards,
    cards_ask,
    check_turn,
    offer_asks,
    one_tap_prompt,
)
from app.hand.betting.sizes import can_afford, pay_price, price_chips
from app.hand.cards import check_new, deal_to, one_named, supply, throw, turn_up
from app.hand.chips import behind, can_pay, pay_dead
from app.hand.state import State, Teams
from app.hand.steps import StepKind, add_at, plays
from app.hand.steps.buy import Offered, OfferKind

#: How many more cards a player gets than were thrown away.
_EXTRA = {"as many": 0, "one more": 1, "one fewer": -1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Discards(Question):
    """Everyone (every pair, with ``teams``), or one player, discards ``count`` cards, as the step says.

    ``keep_price``: the price to keep one, if that is possible.
    """

    spec: Discard
    keep_price: int | None = None
    teams: bool = False


@plays(Discard)
class DiscardKind(StepKind[Discard, tuple[int, ...]]):
    """Everybody discards down cards, which nobody sees; one tap enters them all.

    The memory is the number of cards that each seat still has to discard.
    """

    verbs = frozenset({DISCARD, PAY})

    def begin(self, state: State) -> State:
        spec = self.spec(state)
        owed = [0] * len(state.players)
        for seat in state.live:
            if spec.down_to is None:
                owed[seat] = min(spec.count, self._may_go(state, seat))
            else:
                owed[seat] = max(0, len(state.first_down(seat, spec.of_first)) - spec.down_to)
        return state.with_memory(tuple(owed))

    def prompt(self, state: State) -> Prompt:
        spec, waiting, price = self.spec(state), self.waiting(state), self._keep_price(state)
        asks: list[Ask] = []
        for seat in waiting:
            asks += self._discards(state, seat)
            if price is not None and can_afford(state, seat, spec.keep_price):
                manner = "pay" if price else "keeps for nothing"
                asks.append(Ask(Action(PAY, seat, amount=price), manner=manner, chips=price))
        if price is None and len(asks) == len(waiting) and not any(ask.takes for ask in asks):
            return one_tap_prompt("done", self.question_aloud(state), *asks)
        owed = self._owed(state, waiting[0])
        question = Discards(seat=waiting[0], count=owed, keep_price=price, spec=spec)
        return Prompt("offer", question, tuple(asks), waiting[0])

    def question_aloud(self, state: State) -> Discards:
        spec, teams = self.spec(state), bool(state.recall(Teams).pairs)
        return Discards(count=spec.count, keep_price=self._keep_price(state), teams=teams, spec=spec)

    def _discards(self, state: State, seat: int) -> list[Ask]:
        spec, owed = self.spec(state), self._owed(state, seat)
        usual = discard_ask(state, seat, owed, spec.of_first)
        if not spec.up_too or not state.players[seat].up:
            return [usual]
        named = Ask(Action(DISCARD, seat), TakesCards("hand", owed, owed), manner="discards", chips=owed)
        if usual.takes:
            return [named]
        if owed > 1:
            return [replace(usual, manner="down"), replace(named, manner="up-cards too")]
        up = [Ask(Action(DISCARD, seat, cards=(card,)), manner="throws") for card in state.players[seat].up]
        return [replace(usual, manner="a down card"), *up]

    def apply(self, state: State, action: Action) -> State:
        seat = action.player
        owed = self._owed(state, seat)
        if not owed:
            raise RefusalError("nothing to discard", seat)
        if action.verb == DISCARD:
            spec = self.spec(state)
            state, done = discard(state, action, owed, spec.of_first, up_too=spec.up_too), owed
        else:
            price = self._keep_price(state)
            if price is None:
                raise RefusalError("no card can be kept for chips")
            state, done = pay_price(state, action, price, "keeping a card"), 1
        return state.with_memory(add_at(self.memory(state), seat, -done))

    def _keep_price(self, state: State) -> int | None:
        """Return the price for keeping a card; None if none can be kept."""
        price = self.spec(state).keep_price
        return None if price == "free" else price_chips(price, state)

    def _owed(self, state: State, seat: int) -> int:
        """Return how many cards a seat still has to discard, at most as many as it can: one may have been turned up."""
        return min(self.memory(state)[seat], self._may_go(state, seat))

    def _may_go(self, state: State, seat: int) -> int:
        """Return how many cards a seat can discard."""
        spec = self.spec(state)
        if spec.up_too:
            return len(state.players[seat].cards)
        return max(0, len(state.first_down(seat, spec.of_first)) - (spec.down_to or 0))

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if self._owed(state, seat)]


def discard_ask(state: State, seat: int, count: int, of_first: int) -> Ask:
    """Return the ask to discard ``count`` of a seat's first ``of_first`` down cards, or of all for 0."""
    unseen = state.first_down(seat, of_first).count(UNSEEN)
    return cards_ask(Action(DISCARD, seat), count, unseen, manner="discards", chips=count)


def discard(state: State, action: Action, count: int, of_first: int, *, up_too: bool = False) -> State:
    """Throw away exactly ``count`` cards: down cards, from the first ``of_first``, or any if ``up_too``."""
    seat, cards = action.player, action.cards
    if len(cards) != count:
        raise RefusalError("wrong number of discards", seat, count=count, amount=len(cards))
    if set(cards) & set(state.players[seat].up) and not up_too:
        raise RefusalError("only down cards are discarded")
    if set(cards) & set(state.players[seat].down) - {UNSEEN, *state.first_down(seat, of_first)}:
        raise RefusalError("only the first down cards", count=of_first)
    return throw(state, seat, cards)[0]


@dataclass(frozen=True, slots=True)
class Drawing(Offered):
    """The seats that have not drawn, and the new cards ``owed``, each as its seat and whether it comes up.

    ``to_show``: the seat of each discard to be turned up once all have drawn.
    """

    owed: tuple[tuple[int, bool], ...] = ()
    to_show: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """How many cards each seat replaced in the last draw."""

    by_seat: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDraw(Question):
    """A player may replace cards, as the step says: at least ``least``, with an ace up to ``ace_most`` unless it is 0.

    ``paid``: a new card is paid for, so one card must go. ``amount``: the price of each new card.
    """

    spec: Draw
    least: int = 0
    ace_most: int = 0
    paid: bool = False


@plays(Draw)
class DrawKind(OfferKind[Draw, Drawing]):
    """One player at a time pays the price, if any, discards and draws.

    Discards to be shown are turned up in the same order, once all have drawn.
    """

    verbs = frozenset({PAY, DECLINE, DISCARD, DEAL, TURN_UP})
    deals = True
    item = "a new card"
    doing = "draw"

    def begin(self, state: State) -> State:
        waiting = self.with_cards(state)
        if self.price(state):
            state, waiting = self.open_to(state, waiting, "for a new card")
        return state.with_note(Drawn()).with_memory(Drawing(waiting))

    def resume(self, state: State) -> State:
        state = super().resume(state)
        owed, asked = self.memory(state).owed, self.asked(state)
        if any(seat not in asked for seat, _ in owed):
            state = self.remember(state, owed=tuple((seat, up) for seat, up in owed if seat in asked))
        # Discards that have been shuffled into the deck can no longer be shown.
        shuffled = self.memory(state).to_show and not state.discards
        return self.remember(state, to_show=()) if shuffled else state

    def run_out(self, state: State) -> State:
        if not self._dealing(state):
            return state
        return self.remember(state.say(Reason("nobody else is dealt a card")), owed=())

    def finished(self, state: State) -> bool:
        memory = self.memory(state)
        return not memory.waiting and not memory.owed and not memory.to_show

    def prompt(self, state: State) -> Prompt:
        memory = self.memory(state)
        if self._dealing(state):
            return self._deal_prompt(state)
        if not memory.waiting:
            ask = Ask(Action(TURN_UP, memory.to_show[0]), TakesCards("deck"), manner="turns up a discard")
            return Prompt("roll", Question("turns up the discards", ask.seat), (ask,), ask.seat)
        seat, price = memory.waiting[0], self.price(state)
        if self._unpaid(state):
            return Prompt("offer", Question("may twist", seat, amount=price), offer_asks(seat, price), seat)
        return Prompt("offer", self._may_draw(state, seat), tuple(self._discards(state, seat)), seat)

    def question_aloud(self, state: State) -> Question | None:
        memory = self.memory(state)
        if self._dealing(state) or memory.bought:
            return None
        if not memory.waiting:
            return Question("turns up the discards", memory.to_show[0])
        seat = memory.waiting[0]
        twists = Question("may twist", seat, amount=self.price(state))
        return twists if self._unpaid(state) else self._may_draw(state, seat)

    def _may_draw(self, state: State, seat: int) -> MayDraw:
        spec = self.spec(state)
        ace_most = spec.ace_most if self._limit(state, seat) > spec.most else 0
        return MayDraw(
            seat=seat,
            least=self._least(state, seat),
            ace_most=ace_most,
            spec=spec,
            paid=self.memory(state).bought,
            amount=self.price(state) if spec.each else 0,
        )

    def _discards(self, state: State, seat: int) -> list[Ask]:
        spec, player, limit = self.spec(state), state.players[seat], self._limit(state, seat)
        pick, least = Action(DISCARD, seat), self._least(state, seat)
        asks = [] if least else [Ask(pick, manner="stands pat", then=self._dealt(seat, 0, spec))]
        draws = spec.gets == "as many" and (spec.from_down or not player.up)
        for count in range(max(1, least), min(limit, player.down.count(UNSEEN)) + 1):
            manner = "draws, showing an ace" if count > spec.most else "draws" if draws else "down"
            gone = replace(pick, cards=(UNSEEN,) * count)
            asks.append(Ask(gone, manner=manner, chips=count, then=self._dealt(seat, count, spec)))
        known_down = [card for card in player.down if card != UNSEEN]
        ups = () if spec.from_down else player.up
        if len(known_down) + len(ups) > 1 and limit > 1:
            most = min(limit, len(player.cards))
            asks.append(Ask(pick, TakesCards("hand", max(1, least), most), manner="discards"))
        elif known_down:
            asks.append(Ask(pick, TakesCards("hand"), manner="a down card"))
        else:
            asks += [Ask(replace(pick, cards=(card,)), manner="up-card") for card in ups]
        return asks

    def _dealt(self, seat: int, gone: int, spec: Draw) -> tuple[Action, ...]:
        """Return the deal that follows at once if the new cards come face down."""
        count = max(0, gone + _EXTRA[spec.gets])
        return () if spec.together or spec.up or not count else (Action(DEAL, to=seat, cards=(UNSEEN,) * count),)

    def _deal_prompt(self, state: State) -> Prompt:
        owed = self.memory(state).owed
        seat = owed[0][0]
        seats = list(dict.fromkeys(at for at, _ in owed))
        if len(seats) > 1 and not any(up for _, up in owed):
            run = tuple(Action(DEAL, to=at, cards=(UNSEEN,) * len(self._faces_owed(state, at))) for at in seats)
            deals = tuple(Ask(deal, manner="dealt") for deal in run)
            return Prompt("dealt", Question("new cards for all"), deals, seat, run)
        faces = self._faces_owed(state, seat)
        twist = self.spec(state).price != "free"
        if not faces[0]:
            downs = [*faces, True].index(True)
            question = Question("twist down" if twist else "new cards down", seat, count=len(faces))
            deal = Action(DEAL, to=seat, cards=(UNSEEN,) * downs)
            return one_tap_prompt("dealt", question, Ask(deal, manner="dealt"))
        asks = [Ask(Action(DEAL, to=seat), TakesCards("deck"), manner="up-card")]
        if self.spec(state).take_down and state.players[seat].down:
            asks.append(Ask(Action(TURN_UP, seat), TakesCards("down cards"), manner="turns one up"))
        return Prompt("card", Question("twist up" if twist else "new up-card", seat), tuple(asks), seat)

    def apply(self, state: State, action: Action) -> State:
        if action.verb == DEAL:
            return self._deal(state, action)
        memory = self.memory(state)
        if action.verb == TURN_UP:
            showing = memory.to_show and not memory.waiting and not memory.owed
            return self._show_discard(state, action) if showing else self._take_down(state, action)
        if self._dealing(state):
            raise RefusalError("still to be dealt", memory.owed[0][0])
        if not memory.waiting:
            raise RefusalError("discards are turned up now", memory.to_show[0])
        self.check_turn(state, action)
        unpaid = self._unpaid(state)
        if action.verb in (PAY, DECLINE):
            if not unpaid:
                raise RefusalError("nothing to pay for")
            return self.answer_offer(state, action)
        if unpaid:
            raise RefusalError("pay for the new card first", amount=self.price(state))
        return self._throw(state, action)

    def _throw(self, state: State, action: Action) -> State:
        memory, spec = self.memory(state), self.spec(state)
        seat, cards = action.player, action.cards
        if memory.bought and not cards:
            raise RefusalError("which card goes")
        if len(cards) < self._least(state, seat):
            raise RefusalError("too few replaced", count=self._least(state, seat), amount=len(cards))
        if len(cards) > spec.limit:
            raise RefusalError("too many replaced", count=spec.limit, amount=len(cards))
        if len(cards) > spec.most and not action.ruling and not self._may_keep_ace(state, seat, cards):
            raise RefusalError("keeps no ace", seat, count=spec.most, amount=len(cards), overrulable=True)
        if spec.each and not can_pay(state, seat, len(cards) * self.price(state)):
            raise RefusalError("behind", seat, amount=state.players[seat].stack or 0)
        if spec.from_down and set(cards) & set(state.players[seat].up):
            raise RefusalError("only down cards are replaced")
        state, gone = throw(state, seat, cards)
        drawn = state.recall(Drawn).by_seat
        times = drawn.get(seat, 0) + len(cards)
        state = state.with_note(Drawn({**drawn, seat: times}))
        if spec.each and cards and (price := len(cards) * self.price(state)):
            state = pay_dead(state, seat, price).say(Reason("pays for it", seat, amount=price))
        faces = sorted(spec.up or (held.up and spec.like_for_like) for held in gone)
        faces = [*faces, spec.up][: max(0, len(faces) + _EXTRA[spec.gets])]
        owed = (*memory.owed, *((seat, up) for up in faces))
        hidden = (seat,) * cards.count(UNSEEN) if spec.shown else ()
        again = bool(cards) and times < spec.times
        state = self.remember(state, bought=False) if again else self.next_seat(state)
        state = self.remember(state, owed=owed, to_show=(*memory.to_show, *hidden))
        return supply(state, len(owed)) if self._dealing(state) else state

    def _show_discard(self, state: State, action: Action) -> State:
        to_show = self.memory(state).to_show
        check_turn(action, to_show[0], "turn up the discards")
        card = one_named(action.cards)
        check_new(state, (card,))
        return self.remember(replace(state, dead_cards=state.dead_cards | {card}), to_show=to_show[1:])

    def _deal(self, state: State, action: Action) -> State:
        if not self._dealing(state):
            raise RefusalError("nobody is dealt a card now")
        seat, cards = action.target, action.cards
        faces = self._faces_owed(state, seat)
        if not faces:
            raise RefusalError("no card due now", seat)
        if len(cards) > len(faces):
            raise RefusalError("owed fewer cards", seat, count=len(faces), amount=len(cards))
        owed = list(self.memory(state).owed)
        for up in faces[: len(cards)]:
            owed.remove((seat, up))
        return self.remember(deal_to(state, seat, cards, faces), owed=tuple(owed))

    def _take_down(self, state: State, action: Action) -> State:
        """Turn a down card up, so that the new card comes face down."""
        owed, seat = self.memory(state).owed, action.player
        if not self.spec(state).take_down or (seat, True) not in owed or not self._dealing(state):
            raise RefusalError("no card to turn up", seat)
        state = turn_up(state, seat, action.cards)
        return self.remember(state, owed=tuple((at, up and at != seat) for at, up in owed))

    def _least(self, state: State, seat: int) -> int:
        """Return how many cards a seat must replace: as the step says, and at least one if a new card is paid for."""
        least = min(self.spec(state).least, len(state.players[seat].cards), self._limit(state, seat))
        return max(least, int(self.memory(state).bought))

    def _limit(self, state: State, seat: int) -> int:
        """Return how many cards a seat may replace: an ace kept allows more, and a price per card may allow fewer."""
        spec = self.spec(state)
        limit = spec.limit if self._may_keep_ace(state, seat, ()) else spec.most
        chips, price = behind(state, seat), self.price(state)
        return min(limit, chips // price) if spec.each and price and chips is not None else limit

    def _unpaid(self, state: State) -> bool:
        """Return whether the next player has yet to pay for the whole draw, or decline."""
        return bool(self.price(state)) and not self.spec(state).each and not self.memory(state).bought

    def _may_keep_ace(self, state: State, seat: int, thrown: tuple[Card, ...]) -> bool:
        """Return whether a seat may be keeping an ace: any unseen card may be one."""
        if not self.spec(state).ace_kept:
            return True
        held = [held.card for held in state.players[seat].cards]
        covered = held.count(UNSEEN) - sum(card == UNSEEN or card not in held for card in thrown)
        kept = [card for card in held if card not in thrown and has_rank(card)]
        return covered > 0 or any(rank_of(card) == ACE for card in kept)

    def _faces_owed(self, state: State, seat: int) -> list[bool]:
        """Return, for each card that a seat is owed, whether it comes up."""
        return [up for at, up in self.memory(state).owed if at == seat]

    def _dealing(self, state: State) -> bool:
        memory = self.memory(state)
        return bool(memory.owed) and (not self.spec(state).together or not memory.waiting)

    def cards_due(self, state: State) -> int:
        return len(self.memory(state).owed)
