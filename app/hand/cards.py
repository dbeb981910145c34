"""The facts of cards: a card lies in one place only, and goes where the table says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.games.table import UpCard
from app.hand.event import DeckShort
from app.hand.once_up import kept_by, lacking, note_shuffled, note_thrown
from app.hand.refusal import Place, Refusal
from app.hand.state import Held, Player, State


def one_named(cards: tuple[Card, ...]) -> Card | Refusal:
    """Return the one card, named, of an action that takes one."""
    if len(cards) != 1 or cards[0] == UNSEEN:
        return Refusal("one card by name")
    return cards[0]


def check_new(state: State, cards: tuple[Card, ...], seat: int | None = None) -> Refusal | None:
    """Return why these cards cannot have come off the deck, or be a seat's unseen ones; None when they can."""
    new: set[Card] = set()
    for card in cards:
        if card == UNSEEN:
            continue
        if card not in state.game.deck.cards():
            return Refusal("not in this deck", cards=(card,))
        if card in new:
            return Refusal("card named twice", cards=(card,))
        if card in state.seen:
            return Refusal("card lies elsewhere", cards=(card,), place=where_is(state, card))
        owner = kept_by(state, card, seat, frozenset(new))
        if owner is not None:
            return Refusal("card lay open elsewhere", owner, cards=(card,))
        new.add(card)
    return None


def check_new_up(state: State, cards: tuple[Card, ...]) -> Refusal | None:
    """Return why these cards cannot come off the deck face up; None when they can."""
    return Refusal("comes face up") if UNSEEN in cards else check_new(state, cards)


def where_is(state: State, card: Card) -> Place:
    """Return where a card lies that is known."""
    for seat, player in enumerate(state.players):
        for held in player.cards:
            if held.card == card:
                return Place(seat, held.up)
    if card in state.common_cards or card in state.offered_cards:
        return Place(in_middle=True)
    owner = kept_by(state, card, None)
    return Place(None if owner is None or state.players[owner].shown else owner)


def give(state: State, seat: int, card: Card, up: bool) -> State:
    """Return the state with one more card in a seat's hand, counted among the up-cards if it lies face up."""
    player = state.players[seat]
    downs = player.downs_dealt + (not up)
    held = Held(card, up, down_number=0 if up else downs)
    state = state.with_player(seat, cards=(*player.cards, held), downs_dealt=downs, shown=False)
    state = replace(state, cards_dealt=state.cards_dealt + 1)
    return _note_up(state, card, seat) if up else state


def deal_to(state: State, seat: int, cards: tuple[Card, ...], faces: Iterable[bool]) -> State | Refusal:
    """Return the state with cards off the deck in a seat's hand, face up where ``faces`` say so, or why not."""
    dealt = list(zip(cards, faces, strict=False))
    if any(up and card == UNSEEN for card, up in dealt):
        return Refusal("comes face up")
    if problem := check_new(state, cards):
        return problem
    for card, up in dealt:
        state = give(state, seat, card, up)
    return state


def turn_up(state: State, seat: int, card: Card) -> State | Refusal:
    """Return the state with a down card of a seat turned up; a card not known before takes an unseen one's place."""
    cards = state.players[seat].cards
    at = next((n for n, held in enumerate(cards) if not held.up and held.card == card), None)
    if at is None:
        if problem := check_new(state, (card,), seat):
            return problem
        at = next((n for n, held in enumerate(cards) if not held.up and held.card == UNSEEN), None)
    if at is None:
        return Refusal("no such down card" if state.players[seat].down else "no down card left", seat)
    turned = (*cards[:at], replace(cards[at], card=card, up=True), *cards[at + 1 :])
    return _note_up(state.with_player(seat, cards=turned), card, seat)


def turn_named(state: State, seat: int, cards: tuple[Card, ...]) -> State | Refusal:
    """Return the state with the one down card that an action names turned up, or why not."""
    card = one_named(cards)
    return card if isinstance(card, Refusal) else turn_up(state, seat, card)


def place_common(state: State, card: Card) -> State:
    """Return the state with a card face up in the middle that belongs to every hand."""
    state = replace(state, common_cards=(*state.common_cards, card), cards_dealt=state.cards_dealt + 1)
    return _note_up(state, card, None)


def place_centre(state: State, card: Card) -> State:
    """Return the state with a card face up in the middle that belongs to nobody."""
    return _note_up(replace(state, cards_dealt=state.cards_dealt + 1), card, None)


def follow_with_centre(state: State, card: Card) -> State:
    """Return the state with a card in the middle, for nobody, that is turned up because of the last up-card.

    It follows that card on its street, however late it comes.
    """
    placed = place_centre(state, card)
    if not state.up_cards:
        return placed
    return replace(placed, up_cards=(*state.up_cards, replace(placed.up_cards[-1], street=state.up_cards[-1].street)))


def _note_up(state: State, card: Card, seat: int | None) -> State:
    beside = () if seat is None else tuple(sorted({*state.players[seat].up} - {card}))
    return replace(state, up_cards=(*state.up_cards, UpCard(card, seat, state.streets, beside=beside)))


def left_in_deck(state: State) -> int:
    """Return how many cards the deck still holds."""
    return len(state.game.deck.cards()) - state.cards_dealt


def throw(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[State, tuple[Held, ...]] | Refusal:
    """Return the state with cards of a seat thrown away, and the cards as held. UNSEEN throws an unknown down card.

    Which of several unknown ones it is, nobody can say: it counts as the one that came first.

    A named card that was not known is one of the unseen ones, shown as it goes. Thrown cards are out of play until
    the deck runs out and they are shuffled in again.
    """
    held = list(state.players[seat].cards)
    thrown = []
    for card in cards:
        at = next((n for n, own in enumerate(held) if own.card == card and (card != UNSEEN or not own.up)), None)
        if at is None and card != UNSEEN:
            if problem := check_new(state, (card,), seat):
                return problem
            at = next((n for n, own in enumerate(held) if own.card == UNSEEN and not own.up), None)
        if at is None:
            return Refusal("no more unseen cards" if card == UNSEEN else "no such card", seat)
        thrown.append(replace(held.pop(at), card=card))
    state = note_thrown(state.with_player(seat, cards=tuple(held), shown=False), seat, cards)
    known = frozenset(card for card in cards if card != UNSEEN)
    return replace(state, dead_cards=state.dead_cards | known, discards=state.discards + len(cards)), tuple(thrown)


def burn(state: State) -> State:
    """Return the state with as many cards burnt as the house burns, as long as one is left to deal."""
    burns = state.setup.house.burns
    if left_in_deck(state) <= burns:
        return state
    return replace(state, cards_dealt=state.cards_dealt + burns, burnt=state.burnt + burns)


def announce_burns(state: State, needed: int) -> State:
    """Announce the burnt cards if the deck is too short only for them."""
    left = left_in_deck(state)
    if not left < needed <= left + state.burnt:
        return state
    return state.say(Because("cards burnt", count=state.burnt, ruling="burns"))


def lay_off(state: State, card: Card) -> State:
    """Return the state with a card off the deck laid with the discards, seen by all."""
    dead = state.dead_cards | {card}
    return replace(state, dead_cards=dead, cards_dealt=state.cards_dealt + 1, discards=state.discards + 1)


def supply(state: State, needed: int) -> State:
    """Return the state with the discards shuffled into the deck if it holds fewer cards than are needed now."""
    if left_in_deck(state) >= needed or not state.discards:
        return state
    state = note_shuffled(state).announce(DeckShort("shuffle the discards"))
    return replace(state, cards_dealt=state.cards_dealt - state.discards, discards=0, dead_cards=frozenset())


def has_shown(player: Player) -> bool:
    """Return whether all of a player's cards are known to the table."""
    return player.shown or not player.down


def show_cards(state: State, seat: int, cards: tuple[Card, ...]) -> State | Refusal:
    """Return the state with all of a seat's cards shown, in the order received; refuse what contradicts the table."""
    player = state.players[seat]
    if UNSEEN in cards:
        return Refusal("shown cards must be named")
    if len(cards) != len(player.cards):
        return Refusal("wrong number of cards shown", seat, count=len(player.cards), amount=len(cards))
    if unnamed := Counter(_known(player)) - Counter(cards):
        return Refusal("known card is missing", seat, cards=(next(iter(unnamed)),))
    if twice := Counter(cards) - Counter(set(cards)):
        return Refusal("card named twice", cards=(next(iter(twice)),))
    if problem := check_new(state, tuple(card for card in cards if card not in _known(player)), seat):
        return problem
    missing, thrown = lacking(state, seat, cards)
    if len(missing) > thrown:
        return Refusal("cards that lay open are missing", seat, cards=missing, count=thrown)
    held = tuple(replace(before, card=card) for before, card in zip(player.cards, _placed(player, cards), strict=True))
    return state.with_player(seat, cards=held, shown=True)


def _known(player: Player) -> list[Card]:
    return [held.card for held in player.cards if held.card != UNSEEN]


def _placed(player: Player, cards: tuple[Card, ...]) -> list[Card]:
    """Return the cards by place: unseen places take those not known before, in order."""
    known = set(_known(player))
    new = iter([card for card in cards if card not in known])
    return [next(new) if held.card == UNSEEN else held.card for held in player.cards]
