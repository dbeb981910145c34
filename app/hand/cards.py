"""Dealing, turning up, discarding and showing cards; each card is in one place only.

An up-card that was turned down again (:class:`OnceUp`) stays with its owner until the owner discards it, and can reach
another player only after the discards are shuffled into the deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass, replace
from app.games.layout import Laid
from app.games.reasons import Reason
from app.games.steps.hands import Build
from app.games.steps.showdown import Showdown
from app.games.table import UpCard
from app.hand.ask import Place, RefusalError
from app.hand.state import Held, Player, State, partner_of


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """One player's up-cards that were turned down, and how many unseen cards that player has ``thrown`` away since.

    ``shuffled`` counts the thrown cards that went back into the deck.
    """

    cards: frozenset[Card] = frozenset()
    thrown: int = 0
    shuffled: int = 0


@dataclass(frozen=True, slots=True)
class OnceUp:
    """The up-cards that each seat has turned down again, in games where the table remembers them."""

    by_seat: Mapping[int, TurnedDown] = field(default_factory=dict)


def one_named(cards: tuple[Card, ...]) -> Card:
    """Return the card of an action that names exactly one."""
    if len(cards) != 1 or cards[0] == UNSEEN:
        raise RefusalError("one card by name")
    return cards[0]


def check_new(state: State, cards: Iterable[Card], seat: int | None = None) -> None:
    """Refuse cards that cannot have come off the deck or, with a ``seat``, cannot be among its unseen cards."""
    new: set[Card] = set()
    for card in cards:
        if card == UNSEEN:
            continue
        if card not in state.game.deck.cards():
            raise RefusalError("not in this deck", cards=(card,))
        if card in new:
            raise RefusalError("card named twice", cards=(card,))
        if card in state.seen:
            raise RefusalError("card lies elsewhere", cards=(card,), place=where_is(state, card))
        owner = known_holder(state, card, seat, frozenset(new))
        if owner is not None:
            raise RefusalError("card lay open elsewhere", owner, cards=(card,))
        new.add(card)


def check_new_up(state: State, cards: tuple[Card, ...]) -> None:
    """Refuse cards that cannot come off the deck face up."""
    if UNSEEN in cards:
        raise RefusalError("comes face up")
    check_new(state, cards)


def where_is(state: State, card: Card) -> Place:
    """Return where a known card is."""
    for seat, player in enumerate(state.players):
        for held in player.cards:
            if held.card == card:
                return Place(seat, held.up)
    if card in state.offered_cards or any(card in board for board in state.boards):
        return Place(in_middle=True)
    owner = known_holder(state, card, None)
    return Place(None if owner is None or state.players[owner].shown else owner)


def give(state: State, seat: int, card: Card, up: bool) -> State:
    """Deal a card to a seat, noting an up-card."""
    player = state.players[seat]
    downs = player.downs_dealt + (not up)
    held = Held(card, up, down_number=0 if up else downs)
    state = state.with_player(seat, cards=(*player.cards, held), downs_dealt=downs, shown=False)
    state = replace(state, cards_dealt=state.cards_dealt + 1)
    return _note_up(state, card, seat) if up else state


def deal_to(state: State, seat: int, cards: tuple[Card, ...], faces: Iterable[bool]) -> State:
    """Deal cards to a seat, face up where ``faces`` say so."""
    dealt = list(zip(cards, faces, strict=False))
    if any(up and card == UNSEEN for card, up in dealt):
        raise RefusalError("comes face up")
    check_new(state, cards)
    for card, up in dealt:
        state = give(state, seat, card, up)
    return state


def turn_up(state: State, seat: int, cards: tuple[Card, ...]) -> State:
    """Turn up the one down card that an action names; if it was not known before, it replaces an unseen one."""
    card, held = one_named(cards), state.players[seat].cards
    at = _place_down(held, card)
    if at is None:
        check_new(state, (card,), seat)
        at = _place_down(held, UNSEEN)
    if at is None:
        raise RefusalError("no such down card" if state.players[seat].down else "no down card left", seat)
    turned = (*held[:at], replace(held[at], card=card, up=True), *held[at + 1 :])
    return _note_up(state.with_player(seat, cards=turned), card, seat)


def _place_down(cards: Iterable[Held], card: Card) -> int | None:
    return next((at for at, held in enumerate(cards) if not held.up and held.card == card), None)


def place_common(state: State, card: Card) -> State:
    """Put a card face up on the board, where it belongs to every hand."""
    state = replace(state, common_cards=(*state.common_cards, card), cards_dealt=state.cards_dealt + 1)
    return _note_up(state, card, None)


def place_centre(state: State, card: Card) -> State:
    """Put a card face up in the middle, where it belongs to nobody."""
    return _note_up(replace(state, cards_dealt=state.cards_dealt + 1), card, None)


def follow_with_centre(state: State, card: Card) -> State:
    """Put a card face up in the middle, for nobody, and count it on the street of the last up-card."""
    placed = place_centre(state, card)
    return replace(placed, up_cards=(*state.up_cards, replace(placed.up_cards[-1], street=state.up_cards[-1].street)))


def _note_up(state: State, card: Card, seat: int | None) -> State:
    beside = () if seat is None else tuple(sorted({*state.players[seat].up} - {card}))
    return replace(state, up_cards=(*state.up_cards, UpCard(card, seat, state.streets, beside=beside)))


def left_in_deck(state: State) -> int:
    """Return the number of cards in the stub, without those face down in the layout.

    In hands of version 0.3 it fell below 0 if the deck was called out while cards lay in the middle.
    """
    laid_out = len(state.game.layout.places) - len(state.recall(Laid).cards)
    left = len(state.game.deck.cards()) - state.cards_dealt - laid_out
    return left + not_yet_dealt(state) if state.setup.from_0_3 else max(0, left)


def not_yet_dealt(state: State) -> int:
    """Return how many cards in the middle do not count as dealt until taken: all in hands of version 0.3, else none."""
    return len(state.offered_cards) if state.setup.from_0_3 else 0


def throw(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, tuple[Held, ...]]:
    """Throw away a seat's cards; return the state, and the cards as they were held.

    UNSEEN throws away an unknown down card, the earliest, since nobody can say which. A named card not known before is
    one of the unseen ones, shown as it goes. Thrown cards are out of play until the discards are shuffled in.
    """
    held = list(state.players[seat].cards)
    thrown: list[Held] = []
    for card in cards:
        at = next((n for n, own in enumerate(held) if own.card == card and (card != UNSEEN or not own.up)), None)
        if at is None and card != UNSEEN:
            if card in (own.card for own in thrown) and not state.setup.from_0_3:
                raise RefusalError("card named twice", cards=(card,))
            check_new(state, (card,), seat)
            at = _place_down(held, UNSEEN)
        if at is None:
            raise RefusalError("no more unseen cards" if card == UNSEEN else "no such card", seat)
        thrown.append(replace(held.pop(at), card=card))
    state = state.with_player(seat, cards=tuple(held), shown=False)
    own = _turned_down(state, seat)
    if own.cards:
        unseen = own.thrown + cards.count(UNSEEN)
        state = _with_turned_down(state, seat, replace(own, cards=own.cards - set(cards), thrown=unseen))
    known = frozenset(cards) - {UNSEEN}
    return replace(state, dead_cards=state.dead_cards | known, discards=state.discards + len(cards)), tuple(thrown)


def burn(state: State) -> State:
    """Burn as many cards as the house rule says, if that leaves one to deal."""
    burns = state.setup.house.burns
    if left_in_deck(state) <= burns:
        return state
    return replace(state, cards_dealt=state.cards_dealt + burns, burnt=state.burnt + burns)


def announce_burns(state: State, needed: int) -> State:
    """Announce the burnt cards if only they leave the deck too short."""
    left = left_in_deck(state)
    if not left < needed <= left + state.burnt:
        return state
    return state.say(Reason("cards burnt", count=state.burnt, ruling="burns"))


def lay_out(state: State, cards: tuple[Card, ...], due: int) -> State:
    """Lay cards off the deck in the middle, face up, to be taken; refuse more than are ``due``."""
    if len(cards) > due:
        raise RefusalError("too many to the middle" if due else "no more to the middle", count=due, amount=len(cards))
    check_new_up(state, cards)
    offered = (*state.offered_cards, *cards)
    return replace(state, offered_cards=offered, cards_dealt=state.cards_dealt + len(cards))


def pick_up(state: State, card: Card) -> State:
    """Take a card from the middle, to be dealt instead of one off the deck."""
    left = tuple(other for other in state.offered_cards if other != card)
    return replace(state, offered_cards=left, cards_dealt=state.cards_dealt - 1)


def discard_offered(state: State) -> State:
    """Discard the offered cards that nobody has taken; everyone has seen them."""
    left = state.offered_cards
    dead, discards = state.dead_cards.union(left), state.discards + len(left)
    return replace(state, offered_cards=(), dead_cards=dead, discards=discards)


def supply(state: State, needed: int) -> State:
    """Shuffle the discards into the deck if it holds fewer cards than ``needed``."""
    if left_in_deck(state) >= needed or not state.discards:
        return state
    for seat, own in state.recall(OnceUp).by_seat.items():
        state = _with_turned_down(state, seat, replace(own, shuffled=own.thrown))
    state = state.say(Reason("shuffle the discards"))
    return replace(state, cards_dealt=state.cards_dealt - state.discards, discards=0, dead_cards=frozenset())


def has_shown(player: Player) -> bool:
    """Return whether all of a player's cards are known to the table."""
    return player.shown or not player.down


def show_cards(state: State, seat: int, cards: tuple[Card, ...]) -> State:
    """Show all of a seat's cards, in the order received; refuse cards that contradict the table."""
    player = state.players[seat]
    known = [held.card for held in player.cards if held.card != UNSEEN]
    if UNSEEN in cards:
        raise RefusalError("shown cards must be named" if set(cards) > {UNSEEN} else "shown face down")
    if len(cards) != len(player.cards):
        raise RefusalError("wrong number of cards shown", seat, count=len(player.cards), amount=len(cards))
    if unnamed := Counter(known) - Counter(cards):
        raise RefusalError("known card is missing", seat, cards=(next(iter(unnamed)),))
    if twice := Counter(cards) - Counter(set(cards)):
        raise RefusalError("card named twice", cards=(next(iter(twice)),))
    new = [card for card in cards if card not in known]
    check_new(state, new, seat)
    own = _turned_down(state, seat)
    missing = tuple(sorted(own.cards - set(cards)))
    if len(missing) > own.thrown:
        raise RefusalError("cards that lay open are missing", seat, cards=missing, count=own.thrown)
    unseen = iter(new)
    shown = (replace(held, card=next(unseen)) if held.card == UNSEEN else held for held in player.cards)
    return state.with_player(seat, cards=tuple(shown), shown=True)


def change_hand(state: State, seat: int, cards: tuple[Held, ...]) -> State:
    """Give a seat other cards; a player who has shown has to show again, except in hands of version 0.3."""
    shown = state.players[seat].shown and state.setup.from_0_3
    return state.with_player(seat, cards=cards, shown=shown)


def remember_up(state: State, seat: int) -> State:
    """Remember a seat's up-cards as they are turned down."""
    own = _turned_down(state, seat)
    return _with_turned_down(state, seat, replace(own, cards=own.cards.union(state.players[seat].up)))


def give_seen_down(state: State, seat: int, card: Card) -> State:
    """Deal a seat a card face down that all have seen: it is one of that seat's down cards, and of no other's."""
    own = _turned_down(state, seat)
    return _with_turned_down(give(state, seat, UNSEEN, up=False), seat, replace(own, cards=own.cards | {card}))


def forget_once_up(state: State) -> State:
    """Forget which cards were turned down, because players have passed cards to each other."""
    return state.with_note(OnceUp()) if state.recall(OnceUp).by_seat else state


def known_holder(state: State, card: Card, seat: int | None, others: frozenset[Card] = frozenset()) -> int | None:
    """Return the seat that must still hold a turned-down card, if ``seat`` (None: the deck) therefore cannot.

    ``others`` are cards revealed along with this one.
    """
    for owner, own in state.recall(OnceUp).by_seat.items():
        if card not in own.cards or (seat is not None and seat in (owner, partner_of(state, owner))):
            continue
        held = {held.card for held in state.players[owner].cards}
        gone = own.cards & (state.seen | others | {card}) - held
        if len(gone) > own.shuffled:
            return owner
    return None


def cards_held_elsewhere(state: State, seat: int | None) -> frozenset[Card]:
    """Return the turned-down cards that other players must still hold."""
    remembered = (own.cards for own in state.recall(OnceUp).by_seat.values())
    return frozenset(card for card in frozenset().union(*remembered) if known_holder(state, card, seat) is not None)


def may_stray(state: State) -> list[int]:
    """Return the seats that may get or show a card by mistake: their hands are still as they were dealt."""
    if isinstance(state.frame.spec, Showdown) or any(isinstance(spec, Build) for spec in state.game.script):
        return []
    players = ((seat, state.players[seat]) for seat in state.live)
    return [seat for seat, player in players if player.cards and not (player.shown or player.set_aside)]


def _turned_down(state: State, seat: int) -> TurnedDown:
    return state.recall(OnceUp).by_seat.get(seat, TurnedDown())


def _with_turned_down(state: State, seat: int, own: TurnedDown) -> State:
    return state.with_note(OnceUp({**state.recall(OnceUp).by_seat, seat: own}))
