"""Cards set aside as a second hand, and a pot in the middle of a hand that is played for with them alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.steps.hands import PlayForPot, SetAside
from app.games.steps.interrupts import Redeal
from app.hand.action import DONE, SET_ASIDE, Action
from app.hand.ask import Ask, Prompt, Question, RefusalError, TakesCards, cards_ask, done_prompt, one_tap_prompt
from app.hand.cards import check_new, throw
from app.hand.chips import behind, cut_payments, payable, put_in, take
from app.hand.event import Event
from app.hand.settlement.pots import Pot, divide_among, pots_of, tie_order
from app.hand.state import DeadMoney, State, out_of_the_hand
from app.hand.steps import StepKind, plays
from app.ranking import HandName, Shown, show_high


def set_aside(state: State, seat: int, cards: tuple[Card, ...], count: int) -> State:
    """Set cards of a seat aside as a second hand; unseen cards may stay unnamed."""
    player = state.players[seat]
    if len(cards) != count:
        raise RefusalError("wrong number set aside", seat, count=count, amount=len(cards))
    named = [card for card in cards if card != UNSEEN]
    held = Counter(held.card for held in player.cards)
    new = [card for card in named if not held[card]]
    if len(set(named)) < len(named):
        raise RefusalError("a card named twice")
    if len(new) + cards.count(UNSEEN) > held[UNSEEN]:
        raise RefusalError("does not hold these cards", seat)
    check_new(state, new, seat)
    # A player left without a down card, since the deck ran short, has none to set aside.
    if player.down and not any(card == UNSEEN or card not in player.up for card in cards):
        raise RefusalError("a down card must be set aside")
    return state.with_player(seat, set_aside=cards)


def name_set_aside(state: State, action: Action) -> State:
    """Name all the cards that a player has set aside, which the table sees."""
    state = set_aside(state, action.player, action.cards, len(state.players[action.player].set_aside))
    if UNSEEN in state.players[action.player].set_aside:
        raise RefusalError("shown cards must be named")
    return state


@dataclass(frozen=True, slots=True)
class SetAsideOutranks(Event):
    """A player's cards set aside turn out better than the rest, as they must not be."""

    seat: int
    apart: HandName
    rest: HandName


@dataclass(frozen=True, slots=True)
class ThrownApart:
    """The cards that players had set aside and named when they were thrown away, by seat.

    ``dealt`` and ``discards`` count the cards that had been dealt and thrown by then: after more, a hand has changed.
    """

    hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    dealt: int = 0
    discards: int = 0


def outranking(state: State, seat: int) -> SetAsideOutranks | None:
    """Return the event of a seat's cards set aside that outrank the rest; None when they do not, or are not known."""
    thrown = state.recall(ThrownApart)
    apart = state.players[seat].set_aside
    if not apart and (thrown.dealt, thrown.discards) == (state.cards_dealt, state.discards):
        apart = dict(thrown.hands).get(seat, ())
    rest = tuple(held.card for held in state.players[seat].cards if held.card not in apart)
    if not apart or not rest or UNSEEN in (*apart, *rest):
        return None
    first, second = shown_hand(state, seat, apart), shown_hand(state, seat, rest)
    return SetAsideOutranks(seat, first.hand, second.hand) if first.number >= second.number else None


def announce_outranking(state: State, *seats: int) -> State:
    """Announce which of these seats have set aside cards that are better than the rest."""
    found = (outranking(state, seat) for seat in seats)
    return state.announce(*(event for event in found if event is not None))


def shown_hand(state: State, seat: int, cards: tuple[Card, ...]) -> Shown:
    """Return a part of a seat's cards as a hand of its own."""
    wild = state.wild.for_seat(seat)
    return show_high(cards, wild, rules=state.high_rules, bugs=state.wild.bugs)


@dataclass(frozen=True, slots=True)
class WinsWithSetAside(Event):
    """A player wins the pot with the cards set aside, tied with others; without a ``hand``, alone and showing none.

    ``why`` says that it is more than an equal part.
    """

    seat: int
    amount: int
    hand: HandName | None
    tied: tuple[int, ...] = ()
    why: tuple[Because, ...] = ()


def set_aside_ask(state: State, seat: int, manner: str) -> Ask:
    """Return the ask for the cards that a seat has set aside, as many as it has."""
    count = len(state.players[seat].set_aside)
    return Ask(Action(SET_ASIDE, seat), TakesCards("hand", count, count), manner=manner)


@plays(SetAside)
class SetAsideKind(StepKind[SetAside, None]):
    """Everybody sets cards aside; unseen cards are taken on trust, in one tap."""

    verbs = frozenset({SET_ASIDE})

    def begin(self, state: State) -> State:
        for seat in state.live:
            state = state.with_player(seat, set_aside=())
        return state

    def waiting(self, state: State) -> list[int]:
        return [seat for seat in state.live if not state.players[seat].set_aside]

    def prompt(self, state: State) -> Prompt:
        count, question = self.spec(state).count, self.call(state)
        waiting = self.waiting(state)
        asks = [
            cards_ask(Action(SET_ASIDE, seat), count, state.players[seat].down.count(UNSEEN), manner="done")
            for seat in waiting
        ]
        if all(ask.takes is None for ask in asks):
            return one_tap_prompt("done", question, *asks)
        return Prompt("show", question, tuple(asks), waiting[0])

    def call(self, state: State) -> Question:
        return Question("sets aside", count=self.spec(state).count)

    def apply(self, state: State, action: Action) -> State:
        seat = action.player
        if seat not in state.live:
            raise out_of_the_hand(state, seat)
        state = set_aside(state, seat, action.cards, self.spec(state).count)
        if not action.ruling and outranking(state, seat) is not None:
            raise RefusalError("set aside must be worse", seat, overrulable=True)
        return state


@dataclass(frozen=True, slots=True)
class Playing:
    """Whether the one player who is in has taken the pot, and whether anybody has shown cards for it."""

    taken: bool = False
    shown: bool = False


@plays(PlayForPot)
class PlayForPotKind(StepKind[PlayForPot, Playing]):
    """Players who are in name the cards they set aside; one wins the pot, and the losers match it.

    One alone takes the pot without showing anything, and may name the two even so.
    """

    verbs = frozenset({SET_ASIDE, DONE})

    def begin(self, state: State) -> State:
        return state.with_memory(Playing())

    def waiting(self, state: State) -> list[int]:
        if self.memory(state).taken:
            return []
        return [seat for seat in _players(state) if UNSEEN in state.players[seat].set_aside]

    def prompt(self, state: State) -> Prompt:
        waiting = self.waiting(state)
        if len(_players(state)) == 1:
            return done_prompt(Question("alone in", waiting[0]))
        asks = tuple(set_aside_ask(state, seat, "shows") for seat in waiting)
        return Prompt("show", Question("shows the cards set aside", waiting[0]), asks, waiting[0])

    def call(self, state: State) -> Question | None:
        players = _players(state)
        if len(players) == 1:
            return Question("alone in", players[0])
        return Question("shows the cards set aside")

    def apply(self, state: State, action: Action) -> State:
        if action.verb == DONE:
            if len(_players(state)) > 1:
                raise RefusalError("not now", asked=self.prompt(state))
            return state.with_memory(Playing(taken=True))
        seat = action.player
        if seat not in self.waiting(state):
            raise RefusalError("nothing to show now", seat)
        return announce_outranking(name_set_aside(state, action).with_memory(Playing(shown=True)), seat)

    def end(self, state: State) -> State:
        players = _players(state)
        if not players:
            return state.push_after(Redeal(why=Because("nobody is in")))
        side_pots = self.spec(state).side_pots
        outcome = play_aside(state, players, side_pots=side_pots)
        shown = len(players) > 1 or self.memory(state).shown
        state = push_aside(state, outcome)
        for seat, amount in outcome.won.items():
            hand = shown_hand(state, seat, state.players[seat].set_aside).hand if shown else None
            why = outcome.why.get(seat, ())
            state = state.announce(WinsWithSetAside(seat, amount, hand, outcome.tied[seat], why))
        shut_out = [seat for seat in players if seat not in outcome.won and seat not in outcome.lost]
        state = state.say(*(Because("could match none", seat) for seat in shut_out))
        state = match_lost(state, outcome.lost)
        if outcome.left:
            return state.push_after(Redeal(why=Because("nobody in can win the rest")))
        # Who lost and has no chip to match with is a reason to deal again only where no side pots are made.
        if outcome.lost and (state.pot or not side_pots):
            return state.push_after(Redeal(why=Because("pot was matched")))
        return _next_game(state)


def _players(state: State) -> list[int]:
    """Return the seats that are in."""
    return [seat for seat in state.live if state.players[seat].declared == "in"]


@dataclass(frozen=True, slots=True)
class WonAside:
    """The chips ``won`` by seat, the seats they ``tied`` with, and ``why`` it is more than those get.

    ``lost`` are the chips that each loser has to match, ``left`` the pots that nobody who is in can win.
    """

    won: dict[int, int] = field(default_factory=dict)
    tied: dict[int, tuple[int, ...]] = field(default_factory=dict)
    why: dict[int, tuple[Because, ...]] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    left: list[Pot] = field(default_factory=list)


def play_aside(state: State, seats: Sequence[int], *, side_pots: bool) -> WonAside:
    """Judge the cards set aside by these seats: for the whole pot, or for each side pot among its players."""
    house = state.setup.house
    odd_chip = Because("odd chip of a tie", word=house.odd_chip_tie, ruling="odd_chip_tie")
    pots = [pot for pot in pots_of(state) if pot.amount] if side_pots else [Pot(state.pot, frozenset(seats))]
    outcome = WonAside()
    for pot in pots:
        playing = [seat for seat in seats if seat in pot.seats]
        if not playing:
            outcome.left.append(pot)
            continue
        winners = playing
        if len(playing) > 1:
            apart = {seat: state.players[seat].set_aside for seat in playing}
            numbers = {seat: shown_hand(state, seat, cards).number for seat, cards in apart.items()}
            best = max(numbers.values())
            winners = tie_order({seat: cards for seat, cards in apart.items() if numbers[seat] == best}, house)
        parts = divide_among(pot.amount, winners, house.chip_unit)
        for seat, chips in parts.items():
            others = set(outcome.tied.get(seat, ())) | set(winners) - {seat}
            outcome.won[seat] = outcome.won.get(seat, 0) + chips
            outcome.tied[seat] = tuple(sorted(others))
            if chips > min(parts.values()):
                outcome.why[seat] = (odd_chip,)
        for seat in playing:
            if seat not in winners:
                outcome.lost[seat] = outcome.lost.get(seat, 0) + pot.amount
    return outcome


def push_aside(state: State, outcome: WonAside) -> State:
    """Push the pots to their winners; the others stay for the players who could match them."""
    for seat, amount in outcome.won.items():
        stack = state.players[seat].stack
        state = state.with_player(seat, stack=None if stack is None else stack + amount, all_in=False)
    for seat in state.setup.seats:
        state = state.with_player(seat, committed=0, bet=0)
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in outcome.left)
    return replace(state, dead_money=dead, carried=0, antes=(0,) * len(state.players))


def match_lost(state: State, lost: Mapping[int, int]) -> State:
    """Make the losers pay what they lost, or as much as they have; each can win what their own chips could match."""
    paid = {seat: payable(state, seat, pot) for seat, pot in lost.items()}
    if not any(paid.values()):
        return state
    reach = {seat: behind(state, seat) for seat in state.live}
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in cut_payments(paid, reach))
    for seat, chips in paid.items():
        state = take(state, seat, chips)
        if chips:
            state = state.say(Because("matches all in" if chips < lost[seat] else "matches", seat, amount=chips))
    return replace(state, dead_money=(*state.dead_money, *dead))


def _next_game(state: State) -> State:
    """Start the next game: everyone antes again, and plays on with the rest of their hand."""
    named = []
    antes = [0] * len(state.players)
    for seat in state.live:
        player = state.players[seat]
        antes[seat] = payable(state, seat, state.setup.antes[seat])
        state = put_in(state, seat, antes[seat]).with_player(seat, bet=0, declared=None)
        if UNSEEN not in player.set_aside:
            named.append((seat, player.set_aside))
        try:
            state = throw(state, seat, player.set_aside)[0].with_player(seat, set_aside=())
        except RefusalError:
            continue
    state = state.with_note(ThrownApart(tuple(named), state.cards_dealt, state.discards))
    return replace(state, antes=tuple(antes)).say(Because("antes again"))
