"""Up-card events: the cards that set something off when they are dealt or turned face up.

Triggers and wild rules share this class, so that both count the same cards.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from app.cards.card import (
    Card,
    card_name,
    deck,
    has_rank,
    is_joker,
    parse_cards,
    rank_of,
    rank_plural,
    rank_word,
    suit_of,
    the_card,
)
from app.dataclass import dataclass, replace
from app.games.build import setting
from app.games.reasons import Reason
from app.games.rules.wild.follow import FollowPair
from app.games.table import Table, UpCard
from app.games.values import CardTexts, Count, RankLetters, rank_numbers
from app.text import listing, ordinal_word, with_article

Suit = Literal["", "club", "diamond", "heart", "spade"]

SUITS = ("club", "diamond", "heart", "spade")


@dataclass(frozen=True, slots=True)
class UpCardEvent:
    """Up-cards that set something off: any of the cards named, for any player.

    ``ranks``: cards of these ranks, one letter each (``T`` for ten).
    ``cards``: single cards, such as ``Qs``.
    ``suit``: cards of this suit.
    ``joker``: jokers.
    ``pair``: a card that pairs another of its owner's up-cards.
    ``count``: nothing happens until this many of these cards, in any mix, are up; from then on, each one sets it off.
    """

    ranks: RankLetters = setting("", "When one of these ranks lands face up")
    cards: CardTexts = setting("", "Or one of these cards")
    suit: Suit = setting(
        "",
        "Or any card of",
        names={"": "no suit", "club": "clubs", "diamond": "diamonds", "heart": "hearts", "spade": "spades"},
    )
    joker: bool = setting(False, "Or a joker", names={True: "a joker", False: "no joker"})
    pair: bool = setting(False, "Or an open pair", names={True: "an open pair", False: "no open pair"})
    count: Count = setting(1, "Counted from number")

    def __post_init__(self) -> None:
        if not (self.ranks or self.cards or self.suit or self.joker or self.pair):
            raise ValueError("say which up-cards it is about")

    def names(self, card: Card) -> bool:
        """Return whether a card is one of the named cards."""
        return card in _cards_named(self.ranks, self.cards, self.suit, self.joker)

    def matching(self, table: Table) -> list[UpCard]:
        """Return the matching up-cards of this deal, in the order they came."""
        return [up for at, up in enumerate(table.ups) if self._matches(table, at)]

    def happens(self, table: Table) -> bool:
        """Return whether the newest up-card sets off the event."""
        last = len(table.ups) - 1
        if last < 0 or not self._matches(table, last):
            return False
        return self.count == 1 or len(self.matching(table)) >= self.count

    def _matches(self, table: Table, at: int) -> bool:
        up = table.ups[at]
        return self.names(up.card) or (self.pair and self._makes_pair(replace(table, ups=table.ups[: at + 1]), up))

    def _makes_pair(self, table: Table, up: UpCard) -> bool:
        """Return whether the newest up-card makes a pair; a third of its rank counts."""
        return up.seat is not None and FollowPair(third=True).leads(table, up)

    def why(self, up: UpCard, *, owner: bool = False, name: str = "") -> Reason:
        """Return an up-card as the reason for its effect; ``owner`` mentions the player, ``name`` the event."""
        if not self.names(up.card):
            return Reason("pair up", up.seat, word=name)
        if not owner:
            return Reason("card up", cards=(up.card,), word=name)
        if up.card in parse_cards(self.cards):
            return Reason("has card up", up.seat, cards=(up.card,), word=name)
        if is_joker(up.card):
            return Reason("joker up", up.seat, word=name)
        if self.ranks and rank_of(up.card) in rank_numbers(self.ranks):
            return Reason("rank up", up.seat, ranks=(rank_of(up.card),), word=name)
        return Reason("suit up", up.seat, words=(self.suit,), word=name)

    def owner_text(self) -> str:
        """Return who sets off the event: ``a player who gets a seven face up or makes an open pair``."""
        gets = [f"gets {self._nouns()} face up"] if self._named else []
        pairs = [f"makes {self._open_pair()}"] if self.pair else []
        return f"a player who {' or '.join(gets + pairs)}{self.since()}"

    def table_text(self) -> str:
        """Return when the event happens: ``a seven comes face up or somebody makes an open pair``."""
        comes = [f"{self._nouns()} comes face up"] if self._named else []
        pairs = [f"somebody makes {self._open_pair()}"] if self.pair else []
        return " or ".join(comes + pairs)

    def counted_text(self) -> str:
        """Return when it has happened ``count`` times: ``a jack or a queen comes face up for the second time``."""
        words = self.table_text()
        mix = ", in any mix" * (" or " in words)
        return f"{words} for the {ordinal_word(self.count)} time{mix}" if self.count > 1 else words

    def since(self) -> str:
        """Return, in brackets, which of these cards is the first to count; empty if all do."""
        return f" (from the {ordinal_word(self.count)} on)" if self.count > 1 else ""

    def _open_pair(self) -> str:
        """Return the kind of pair that sets it off."""
        return "an open pair"

    @property
    def _named(self) -> bool:
        return bool(self.ranks or self.cards or self.suit or self.joker)

    def _nouns(self) -> str:
        nouns = [with_article(rank_word(rank)) for rank in rank_numbers(self.ranks)] if self.ranks else []
        nouns += [the_card(card) for card in parse_cards(self.cards)] if self.cards else []
        nouns += [with_article(self.suit)] if self.suit else []
        nouns += ["a joker"] if self.joker else []
        return listing(nouns, "or")


def missing_from(event: UpCardEvent, deck: frozenset[Card]) -> str:
    """Return which of an event's cards the deck lacks, as a reason; empty if it has them all."""
    if event.joker and not any(map(is_joker, deck)):
        return "there are no jokers in this game"
    return missing_cards(event.cards, deck) or missing_ranks(event.ranks, deck)


def missing_cards(text: str, deck: frozenset[Card]) -> str:
    """Return which of these single cards the deck lacks, as a reason; empty if it has them all."""
    for card in parse_cards(text):
        if card not in deck:
            return f"the {card_name(card).lower()} is not in the deck of this game"
    return ""


def missing_ranks(letters: str, deck: frozenset[Card]) -> str:
    """Return which of these ranks the deck lacks, as a reason; empty if it has them all."""
    held = {rank_of(card) for card in deck if has_rank(card)}
    for rank in rank_numbers(letters) if letters else ():
        if rank not in held:
            return f"there are no {rank_plural(rank)} in the deck of this game"
    return ""


@cache
def _cards_named(ranks: str, cards: str, suit: Suit, joker: bool) -> frozenset[Card]:
    numbers, named = rank_numbers(ranks) if ranks else (), parse_cards(cards)

    def is_named(card: Card) -> bool:
        if is_joker(card):
            return joker
        return rank_of(card) in numbers or SUITS[suit_of(card)] == suit

    return frozenset(card for card in deck(jokers=2) if card in named or is_named(card))
