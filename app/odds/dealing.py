"""Dealing the rest of a hand many times and letting the engine judge, in any game.

If the remaining cards always go to the same places, they are filled into the finished hand directly; otherwise the
moves are made one at a time, with what each up-card sets off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from math import inf, lcm, perm
from random import Random

from app.cards.card import RANKS, UNSEEN, Card, has_rank, rank_order
from app.dataclass import dataclass, replace
from app.games.layout import Laid
from app.games.rules.wild import current_wilds
from app.games.steps import Spec
from app.games.steps.interrupts import CentreCard, MustFold, OfferCard, Rainout, Redeal
from app.hand.cards import follow_with_centre, give, left_in_deck, turn_up
from app.hand.flow import player_cards, set_off_by_deal, set_off_by_showdown, set_off_by_ups, view_table
from app.hand.settlement.contest import Scores, pot_without_mucks
from app.hand.settlement.judge import judge_pots
from app.hand.settlement.pots import Pot, contenders, pots_of
from app.hand.settlement.shares import amounts_of
from app.hand.state import State, fold
from app.odds.ahead import Ahead, DealEnds, Move, Pending, ToMiddle, ToSeat, TurnsUp, can_buy, make_move
from app.odds.figures import End, Ends, Part, PotEnd

#: Up to this many possible deals are all judged, once each.
MAX_COUNTED = 20_000


def unknown_cards(state: State) -> tuple[Card, ...]:
    """Return the unseen cards of the deck, in order."""
    return tuple(sorted(state.game.deck.cards() - state.seen))


def deal_and_judge(ahead: Ahead, deals: int, seed: int) -> Ends:
    """Judge ``deals`` random deals, or every possible one if there are no more than that (or ``MAX_COUNTED``)."""
    state = ahead.state
    unknown, judge = unknown_cards(state), Judge(state)
    counts: Counter[End] = Counter()
    exact = False
    if ahead.fixed:
        fill = Fill(replace(ahead, state=judge.prepared(state)))
        count = len(fill.slots)
        exact = perm(len(unknown), count) <= min(deals, MAX_COUNTED)
        dealt: Iterable[Sequence[Card]] = (
            permutations(unknown, count) if exact else samples(unknown, count, deals, seed)
        )
        for cards in dealt:
            counts[judge.end(fill.with_cards(cards))] += 1
    else:
        for cards in samples(unknown, len(unknown), deals, seed):
            counts[_end_of(judge, ahead, iter(cards))] += 1
    return Ends(counts, judge.pots, judge.amounts, exact, judge.again)


def possible_deals(ahead: Ahead) -> float:
    """Return the number of ways to deal the unknown cards; infinity if the deal is not fixed."""
    return perm(len(unknown_cards(ahead.state)), len(Fill(ahead).slots)) if ahead.fixed else inf


def samples(unknown: Sequence[Card], count: int, deals: int, seed: int) -> Iterator[list[Card]]:
    """Yield ``count`` of the unknown cards in random order, once for each deal."""
    random = Random(seed)
    for _ in range(deals):
        yield random.sample(unknown, count)


class Judge:
    """The engine's judgment of hands from one starting point, in chips scaled to divide evenly."""

    def __init__(self, state: State) -> None:
        pots, shares = [pot_without_mucks(state, pot) for pot in pots_of(state)], len(state.game.shares)
        # A pot divides evenly by any number of shares, and a share by any number of seats, so that no tie leaves an odd
        # chip.
        self.unit = 2 * lcm(*range(1, shares + 1)) * lcm(*range(1, len(state.players) + 1))
        self.amounts = tuple(pot.amount for pot in pots)
        self.pots = tuple(replace(pot, amount=max(pot.amount, 1) * self.unit) for pot in pots)
        self.again = False
        self._live = len(state.live)
        self._setup = replace(state.setup, house=replace(state.setup.house, chip_unit=1))

    def prepared(self, state: State) -> State:
        """Return a hand with a chip unit of 1, so that scaled chips divide evenly."""
        return state if state.setup is self._setup else replace(state, setup=self._setup)

    def end(self, state: State) -> End:
        """Return who wins what at the end of a hand."""
        return self.judged(Scores(self.prepared(state)))

    def stopped(self, again: bool) -> End:
        """Return the end of a hand without a showdown: each pot is split if dealt ``again``, otherwise it stays."""
        return tuple(self._evenly(pot) if again else PotEnd((), pot.amount) for pot in self.pots)

    def judged(self, scores: Scores) -> End:
        """Return who wins what by these scores."""
        state, pots = scores.state, self.pots
        if len(state.live) < self._live:  # some were made to fold
            pots = tuple(replace(pot, seats=contenders(state, pot.seats)) for pot in pots)
        ends = []
        for pot, outcome in zip(pots, judge_pots(scores, pots), strict=True):
            if outcome.again is not None:
                ends.append(self._evenly(pot))
                continue
            parts = []
            for part in outcome.cut.parts:
                chips = dict(sorted(amounts_of(state, part).items()))
                parts.append(Part(part.share.name, tuple(chips), tuple(chips.values())))
            ends.append(PotEnd(tuple(parts), outcome.cut.carried))
        return tuple(ends)

    def _evenly(self, pot: Pot) -> PotEnd:
        self.again = True
        seats = tuple(sorted(pot.seats))
        return PotEnd((Part("", seats, (pot.amount // len(seats),) * len(seats)),))


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot for an unknown card: in a seat's hand, among the up-cards, on the board or in a place of the layout."""

    seat: int | None = None
    at: int = 0
    up_at: int | None = None
    common_at: int | None = None
    place: str = ""


class Fill:
    """A finished hand with slots for the cards that nobody knows yet."""

    def __init__(self, ahead: Ahead) -> None:
        state = ahead.state
        slots = [
            Slot(seat, at)
            for seat in state.live
            for at, held in enumerate(state.players[seat].cards)
            if held.card == UNSEEN
        ]
        for move in ahead.moves:
            if isinstance(move, ToSeat):
                up_at = len(state.up_cards) if move.up else None
                slots.append(Slot(move.seat, len(state.players[move.seat].cards), up_at))
            elif isinstance(move, ToMiddle):
                up_at = None if move.shown else len(state.up_cards)
                common_at = len(state.common_cards) if move.own and not move.shown else None
                slots.append(Slot(None, 0, up_at, common_at, move.place))
            state = make_move(state, move)
        self.state = state
        self.slots = tuple(slots)
        self._table = view_table(state)

    def with_cards(self, cards: Sequence[Card]) -> State:
        """Return the finished hand with these cards in its slots, in order."""
        state, players, laid = self.state, list(self.state.players), dict(self.state.recall(Laid).cards)
        ups, common = list(state.up_cards), list(state.common_cards)
        hands = {seat: list(players[seat].cards) for seat in state.live}
        for slot, card in zip(self.slots, cards, strict=True):
            hand = [] if slot.seat is None else hands[slot.seat]
            if slot.up_at is not None:
                beside = sorted({held.card for held in hand if held.up} - {UNSEEN})
                ups[slot.up_at] = replace(ups[slot.up_at], card=card, beside=tuple(beside))
            if hand:
                hand[slot.at] = replace(hand[slot.at], card=card)
            if slot.common_at is not None:
                common[slot.common_at] = card
            if slot.place:
                laid[slot.place] = card
        for seat, hand in hands.items():
            players[seat] = replace(players[seat], cards=tuple(hand), shown=True)
        notes = {**state.notes, Laid: Laid(laid)}
        end = replace(state, players=tuple(players), up_cards=tuple(ups), common_cards=tuple(common), notes=notes)
        if not state.game.wild:
            return end
        table = replace(
            self._table, seats=tuple(map(player_cards, players)), ups=end.up_cards, common=end.common_cards, notes=notes
        )
        return replace(end, wild=current_wilds(state.game.wild, table))


class OutOfCardsError(Exception):
    """A deal that needs more cards than the deck holds."""


def _next(cards: Iterator[Card]) -> Card:
    card = next(cards, None)
    if card is None:
        raise OutOfCardsError
    return card


class StoppedError(Exception):
    """The end of a hand without a showdown: the hand is dealt ``again``, or its pot stays for the next one."""

    def __init__(self, again: bool) -> None:
        super().__init__(again)
        self.again = again


def _end_of(judge: Judge, ahead: Ahead, cards: Iterator[Card]) -> End:
    """Return the outcome of a hand that is played out with these cards."""
    try:
        return judge.end(played_out(ahead, cards))
    except StoppedError as stopped:
        return judge.stopped(stopped.again)


def played_out(ahead: Ahead, cards: Iterator[Card]) -> State:
    """Return the finished hand, after its moves and everything that up-cards set off.

    ``cards`` are the unknown ones, in the order they come: first those that players hold, then those off the deck.
    """
    state = ahead.state
    for seat in state.live:
        hand = state.players[seat].cards
        known = tuple(replace(held, card=_next(cards)) if held.card == UNSEEN else held for held in hand)
        state = state.with_player(seat, cards=known)
    for move in ahead.moves:
        state = _after_move(state, move, cards)
    state = _all_set_off(state, set_off_by_showdown(state), cards)
    return replace(state, wild=current_wilds(state.game.wild, view_table(state))) if state.game.wild else state


def _after_move(state: State, move: Move, cards: Iterator[Card]) -> State:
    before = state
    match move:
        case ToSeat(seat) if not state.players[seat].live:
            return state
        case ToSeat() | ToMiddle():
            state = make_move(state, move, _next(cards))
        case TurnsUp(seat, count, newest):
            for card in _highest_down(state, seat, count, newest) if state.players[seat].live else ():
                state = turn_up(state, seat, (card,))
        case Pending(spec):
            return _after_set_off(state, spec, cards)
        case DealEnds(more_ups):
            table = replace(view_table(state), more_ups=more_ups)
            return _all_set_off(state, set_off_by_deal(state, table), cards)
        case _:
            return make_move(state, move)
    return _after_ups(state, len(before.up_cards), cards)


def _highest_down(state: State, seat: int, count: int, newest: int) -> list[Card]:
    """Return the down cards that a seat turns up: the highest, or all of them."""
    player = state.players[seat]
    earlier = player.downs_dealt - newest if newest else 0
    old = set(state.first_down(seat, earlier)) if earlier > 0 else set()
    down = [card for card in player.down if card not in old] or list(player.down)
    down.sort(key=height_key(state), reverse=True)
    return down[: count or len(down)]


def height_key(state: State) -> Callable[[Card], tuple[int, int]]:
    """Return a sort key for hole cards; a joker, which nobody turns up, is lowest."""
    aces_low = state.game.ranking.aces_low or state.setup.house.low_hole_ace == "low"

    def height(card: Card) -> tuple[int, int]:
        rank, suit = rank_order(card)
        if not has_rank(card):
            return -2, suit
        return -1 if aces_low and RANKS[rank] == "A" else rank, suit

    return height


def _after_ups(state: State, seen: int, cards: Iterator[Card]) -> State:
    """Return the state after everything set off by the up-cards from index ``seen`` on."""
    if not state.game.triggers or len(state.up_cards) == seen:
        return state
    return _all_set_off(state, set_off_by_ups(state, range(seen, len(state.up_cards))), cards)


def _all_set_off(state: State, specs: Iterable[Spec], cards: Iterator[Card]) -> State:
    for spec in specs:
        state = _after_set_off(state, spec, cards)
    return state


def _after_set_off(state: State, spec: Spec, cards: Iterator[Card]) -> State:
    """Return the state after a step that an up-card sets off; payments do not matter here."""
    before = len(state.up_cards)
    match spec:
        case Redeal():
            raise StoppedError(again=True)
        case Rainout():
            raise StoppedError(again=False)
        case MustFold(seat) if state.players[seat].live and len(state.live) > 1:
            return fold(state, seat)
        case OfferCard(seat) if can_buy(state, spec) and left_in_deck(state):
            return _after_ups(give(state, seat, _next(cards), spec.face == "up"), before, cards)
        case CentreCard() if left_in_deck(state):
            return _after_ups(follow_with_centre(state, _next(cards)), before, cards)
    return state
