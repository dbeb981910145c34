"""The end of a hand as everybody sees it: the chips to push, and for each of them the pot, the share and the cards."""

from __future__ import annotations

from dataclasses import dataclass

from app.cards.card import UNSEEN, Card
from app.games.because import Because
from app.hand.state import Award, State
from app.ranking import HandName


@dataclass(frozen=True, slots=True)
class PlayView:
    """A card of a winning hand, and the card that it plays as when it is wild.

    What two cards make together is the unseen card that plays as another; ``made_of`` are those two.
    """

    card: Card
    plays_as: Card | None = None
    made_of: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class AwardView:
    """Chips that one player was given, as the settlement shows it, with the cards that won them."""

    seat: int
    name: str
    amount: int
    pot: int
    share: str
    hand: HandName | None
    why: tuple[Because, ...]
    plays: tuple[PlayView, ...]


@dataclass(frozen=True, slots=True)
class SettlementView:
    """The end of a hand: chips to push, by seat and most first, and every award behind them.

    ``why`` is the reason where no showdown decided, ``carried_why`` is why chips stay; ``notes`` say which
    declarations failed. ``returned`` are the chips that go back, by seat, where the hand is void.
    """

    pushes: tuple[tuple[int, int], ...]
    awards: tuple[AwardView, ...]
    pots: tuple[int, ...]
    carried: int
    why: Because | None
    carried_why: tuple[Because, ...]
    notes: tuple[Because, ...]
    returned: tuple[tuple[int, int], ...] = ()


def settlement(state: State) -> SettlementView | None:
    """Return how the hand ended, which everybody may see; None while it goes on."""
    result = state.result
    if result is None:
        return None
    awards = tuple(
        AwardView(
            award.seat,
            state.name(award.seat),
            award.amount,
            award.pot,
            award.share,
            award.hand,
            award.why,
            _plays(award),
        )
        for award in result.awards
    )
    pushes = tuple(sorted(result.totals().items(), key=lambda push: -push[1]))
    return SettlementView(
        pushes,
        awards,
        result.pots,
        result.carried,
        result.why,
        result.carried_why,
        result.notes,
        result.returned,
    )


def _plays(award: Award) -> tuple[PlayView, ...]:
    made = iter(award.made)
    return tuple(
        PlayView(held, plays_as if plays_as != held else None, next(made) if held == UNSEEN else ())
        for held, plays_as in award.plays
    )
