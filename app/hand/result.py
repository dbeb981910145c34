"""The result of a hand: its awards, with their reasons."""

from __future__ import annotations

from app.cards.card import UNSEEN, Card
from app.dataclass import dataclass
from app.games.reasons import Reason
from app.ranking.plays import Play
from app.ranking.words import HandName


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card of a winning hand, and the card that it plays as if it is wild.

    For a wild card that other cards make together, ``card`` is UNSEEN and ``made_of`` are those cards.
    """

    card: Card
    plays_as: Card | None = None
    made_of: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """Chips that go to one player for a share of a pot, and why.

    ``hand`` is None if no hand was shown. ``plays`` are its cards; for each wild card among them that other cards make
    together, which is held as UNSEEN, ``made`` has those cards. ``why`` are the reasons on the screen; ``note`` are
    those also announced, why this is more than the share. ``line`` is the line of the layout that the hand uses, if
    any.
    """

    seat: int
    amount: int
    pot: int
    share: str
    hand: HandName | None
    why: tuple[Reason, ...]
    plays: tuple[Play, ...] = ()
    made: tuple[tuple[Card, ...], ...] = ()
    note: tuple[Reason, ...] = ()
    line: str = ""

    @property
    def cards(self) -> tuple[PlayedCard, ...]:
        """The cards of the winning hand, as a settlement shows them."""
        made = iter(self.made)
        return tuple(
            PlayedCard(held, plays_as if plays_as != held else None, next(made) if held == UNSEEN else ())
            for held, plays_as in self.plays
        )


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a hand.

    ``pots`` are the amounts awarded; in a hand run twice, the first ``first_board`` of them are on the first board, the
    others on the second. ``carried`` chips stay for the next hand, ``carried_why`` says why; ``why`` is the reason if
    no showdown decided. ``notes`` say which declarations failed, and what happened to a pot without a valid one.
    ``returned`` are the chips that each seat gets back from a void hand.
    """

    awards: tuple[Award, ...] = ()
    pots: tuple[int, ...] = ()
    carried: int = 0
    why: Reason | None = None
    carried_why: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    returned: tuple[tuple[int, int], ...] = ()
    first_board: int = 0

    def totals(self) -> dict[int, int]:
        """Return the chips that each winner gets, by seat, in the order of the awards."""
        totals: dict[int, int] = {}
        for award in self.awards:
            totals[award.seat] = totals.get(award.seat, 0) + award.amount
        return totals

    def hands(self, seat: int) -> tuple[HandName, ...]:
        """Return the hands that a seat won with; one that needed its kickers in one pot only is named with them."""
        named: dict[tuple[str, tuple[Play, ...]], HandName] = {}
        for award in self.awards:
            if award.seat == seat and award.hand is not None:
                before = named.get((award.share, award.plays), award.hand)
                named[award.share, award.plays] = max(before, award.hand, key=lambda hand: len(hand.text))
        return tuple(dict.fromkeys(named.values()))

    @property
    def pushes(self) -> tuple[tuple[int, int], ...]:
        """The chips to push, by seat, most first."""
        return tuple(sorted(self.totals().items(), key=lambda push: -push[1]))


@dataclass(frozen=True, slots=True)
class Decided:
    """Pots that one deal has decided, to be paid at the end, while the other pots are dealt for again.

    ``main``: the main pot is among the decided ones.
    """

    result: Result
    main: bool
