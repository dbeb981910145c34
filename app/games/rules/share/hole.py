"""Shares for a card in the hole: Chicago, San Francisco, The Bitch."""

from __future__ import annotations

from typing import Literal

from app.cards.card import ACE, Card, card_name, card_text, has_rank, parse_card, rank_of, suit_of
from app.dataclass import dataclass
from app.games.rules.events import SUITS, Suit
from app.games.rules.share import Holding, Share, share_rules
from app.games.values import CardText, Name
from app.ranking.words import Shown


@share_rules.add("suit-in-hole")
@dataclass(frozen=True, slots=True)
class SuitInHole(Share):
    """The highest or lowest card of a suit, or of all, among a player's down cards.

    Up-cards do not count, and a wild card only has its own suit. A player without such a card cannot win the share.

    ``suit``: the suit, and the name of the share; empty for any card.
    ``end``: whether the highest or the lowest card wins.
    ``without``: a card that does not count, even in the hole; empty for none.
    ``ties``: whether players with cards of the same rank share it, or win nothing, or the best suit wins: spades before
    hearts, diamonds and clubs.
    ``ace``: whether an ace is high or low where the lowest card wins.
    """

    suit: Suit = "spade"
    end: Literal["high", "low"] = "high"
    without: CardText = ""
    ties: Literal["share", "win nothing", "go by suit"] = "share"
    ace: Literal["high", "low"] = "high"

    @property
    def name(self) -> str:
        return self.suit or "card"

    @property
    def tie_wins_nothing(self) -> bool:
        return self.ties == "win nothing"

    leaves_open = ("unclaimed_half",)

    def score(self, holding: Holding) -> int | None:
        card = self._card(holding)
        if card is None:
            return None
        number = rank_of(card) + 1 if self.end == "high" else 13 - self._height(rank_of(card))
        return 4 * number + suit_of(card) if self.ties == "go by suit" else number

    def show(self, holding: Holding) -> Shown:
        card = self._card(holding)
        if card is None:
            raise ValueError(f"there is no {self.name} in the hole")
        number = self.score(holding) or 0
        name = f"{card_name(card).lower()} in the hole"
        return Shown(score=number, name=name, plays=((card, card),), category=self.name, kickers="")

    def _card(self, holding: Holding) -> Card | None:
        best = max if self.end == "high" else min
        counted = [card for card in holding.down if card_text(card) != self.without]
        ranked = [card for card in counted if has_rank(card)]
        suited = [card for card in ranked if not self.suit or suit_of(card) == SUITS.index(self.suit)]
        rank = best(map(rank_of, suited), key=self._height, default=None)
        return max((card for card in suited if rank_of(card) == rank), key=suit_of, default=None)

    def _height(self, rank: int) -> int:
        """Return how high a rank counts."""
        return -1 if rank == ACE and (self.end, self.ace) == ("low", "low") else rank

    def prize(self) -> str:
        return f"the {self.end}est {self.name} in the hole"

    def lacks(self) -> tuple[str, str]:
        return f"has no {self.name} in the hole", f"nobody has a {self.name} in the hole"

    def words(self) -> str:
        notes = [f"an ace is {self.ace}"] if self.end == "low" else []
        ties = {"win nothing": "a tie wins nothing", "go by suit": "a tie goes by suit, spades best"}
        notes += [ties[self.ties]] if self.ties in ties else []
        text = f"{self.prize()} ({'; '.join(notes)})" if notes else self.prize()
        if self.without:
            text += f", the {card_name(parse_card(self.without)).lower()} not counted"
        return text


@share_rules.add("card-in-hole")
@dataclass(frozen=True, slots=True)
class CardInHole(Share):
    """A single card in the hole (The Bitch).

    ``card``: the card.
    ``name``: the name of the share, for declarations, rulings and records.
    """

    card: CardText = "Qs"
    name: Name = "queen"

    leaves_open = ("unclaimed_half",)

    def score(self, holding: Holding) -> int | None:
        return 1 if parse_card(self.card) in holding.down else None

    def show(self, holding: Holding) -> Shown:
        card = parse_card(self.card)
        return Shown(score=1, name=self.words(), plays=((card, card),), category=self.name, kickers="")

    def lacks(self) -> tuple[str, str]:
        return f"does not have {self.words()}", f"nobody has {self.words()}"

    def words(self) -> str:
        return f"the {card_name(parse_card(self.card)).lower()} in the hole"
