"""The end of a hand as everybody sees it: the chips to push, and for each of them the pot, the share and the cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.cards.card import UNSEEN, Card, card_name, card_text
from app.hand.state import Award, State


@dataclass(frozen=True, slots=True)
class PlayView:
    """A card of a winning hand: its text and name, and the name of the card that it plays as when it is wild.

    What two cards make together is the unseen card (``??``) that plays as another; ``made_of`` are those two.
    """

    text: str
    name: str
    plays_as: str
    made_of: tuple[PlayView, ...] = ()


@dataclass(frozen=True, slots=True)
class AwardView:
    """Chips that one player was given, as the settlement shows it, with the cards that won them."""

    name: str
    amount: int
    pot: int
    share: str
    hand: str
    why: str
    plays: tuple[PlayView, ...]


@dataclass(frozen=True, slots=True)
class SettlementView:
    """The end of a hand: chips to push, most first, and every award behind them."""

    pushes: tuple[tuple[str, int], ...]
    awards: tuple[AwardView, ...]
    pots: tuple[int, ...]
    carried: int
    why: str


def settlement(state: State) -> SettlementView | None:
    """How the hand ended, which everybody may see; None while it goes on."""
    result = state.result
    if result is None:
        return None
    totals: dict[str, int] = {}
    for award in result.awards:
        totals[state.name(award.seat)] = totals.get(state.name(award.seat), 0) + award.amount
    awards = tuple(
        AwardView(
            state.name(one.seat),
            one.amount,
            one.pot,
            one.share,
            one.hand,
            one.why,
            _plays(one),
        )
        for one in result.awards
    )
    pushes = tuple(sorted(totals.items(), key=lambda item: -item[1]))
    return SettlementView(pushes, awards, result.pots, result.carried, result.why)


def _plays(award: Award) -> tuple[PlayView, ...]:
    made = iter(award.made)
    found = []
    for held, plays_as in award.plays:
        pair = next(made, ()) if held == UNSEEN else ()
        found.append(replace(_play(held, plays_as), made_of=tuple(_play(card, card) for card in pair)))
    return tuple(found)


def _play(held: Card, plays_as: Card) -> PlayView:
    return PlayView(card_text(held), card_name(held), card_name(plays_as) if plays_as != held else "")
