"""The result of a hand: the awards, and why."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.ranking import HandName


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card of a winning hand, and the card that it plays as when it is wild.

    What two cards make together is the unseen card that plays as another; ``made_of`` are those two.
    """

    card: Card
    plays_as: Card | None = None
    made_of: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """Chips that go to one player, from which pot and for which share, and why.

    ``plays`` are the cards of the winning hand: the card held and the card it plays as, the same unless it is wild.
    The card held is the unseen one where two cards make a wild one; ``made`` are those two, for each. ``hand`` is None
    where no hand was shown. ``why`` are the reasons to be read; ``note`` those of them that the table hears too: why
    this is more than the share. ``line`` is the line of the layout that the hand uses, if it uses one.
    """

    seat: int
    amount: int
    pot: int
    share: str
    hand: HandName | None
    why: tuple[Because, ...]
    plays: tuple[tuple[Card, Card], ...] = ()
    made: tuple[tuple[Card, Card], ...] = ()
    note: tuple[Because, ...] = ()
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

    ``pots`` are the amounts that were awarded; where the hand was run twice, so many of them on the ``first_board``,
    and the others on the second. ``carried`` chips stay for the next hand, ``carried_why`` says why;
    ``why`` is the reason where no showdown decided. ``notes`` say which declarations failed, and what was done with a
    pot that nobody's declaration held. ``returned`` are the chips that each seat gets back of a hand that is void.
    """

    awards: tuple[Award, ...] = ()
    pots: tuple[int, ...] = ()
    carried: int = 0
    why: Because | None = None
    carried_why: tuple[Because, ...] = ()
    notes: tuple[Because, ...] = ()
    returned: tuple[tuple[int, int], ...] = ()
    first_board: int = 0

    def totals(self) -> dict[int, int]:
        """Return the chips that each winner gets, by seat, in the order of the awards."""
        totals: dict[int, int] = {}
        for award in self.awards:
            totals[award.seat] = totals.get(award.seat, 0) + award.amount
        return totals

    @property
    def pushes(self) -> tuple[tuple[int, int], ...]:
        """The chips to push, by seat, most first."""
        return tuple(sorted(self.totals().items(), key=lambda push: -push[1]))


@dataclass(frozen=True, slots=True)
class Decided:
    """Pots that a deal has decided before those left were dealt again for the others; they are paid at the end.

    ``main``: the main pot is one of them.
    """

    result: Result
    main: bool
