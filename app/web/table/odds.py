"""The odds of a hand as screens draw them: a bar for each player still in, and sentences."""

from __future__ import annotations

from collections.abc import Mapping

from app.dataclass import dataclass
from app.odds.figures import Figure, NoOdds, Odds
from app.words.odds import figure_text, whole_percent


@dataclass(frozen=True, slots=True)
class SeatOdds:
    """A player's expectation: their part of the pot in ``percent``, as ``text`` beside the bar and in ``words``."""

    percent: float
    text: str
    words: str


def seat_odds(odds: Odds | NoOdds | None) -> Mapping[int, SeatOdds]:
    """Return the bars of a hand by seat; empty without odds."""
    return {seat: _bar(figure) for seat, figure in odds.seats.items()} if isinstance(odds, Odds) else {}


def _bar(figure: Figure) -> SeatOdds:
    text = whole_percent(figure.share)
    return SeatOdds(round(100 * figure.share.value, 1), text, f"{text} of the pot: {figure_text(figure)}")
