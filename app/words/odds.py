"""Odds in words: what is taken for granted, and why a hand has none."""

from __future__ import annotations

from collections.abc import Mapping

from app.odds.figures import Assumption, Estimate, NoOdds, Obstacle, View
from app.text import sentence
from app.words.speaker import Speaker

VIEWS: Mapping[View, str] = {
    "shown": "from what the table knows",
    "open": "hands turned up",
    "looked back": "looking back, with all cards that were shown",
}

ASSUMPTIONS: Mapping[Assumption, str] = {
    "nobody folds or bets": "Nobody folds or bets from here on.",
    "everyone stands pat": "Everyone stands pat.",
    "nobody buys": "Nobody buys anything.",
    "cards speak": "Each share goes to the best hand for it, as if the cards spoke.",
    "highest turned up": "Whoever turns a card up turns up their highest.",
    "extra cards taken": "Everyone who can pay for an extra card takes it; its price is left out of the pot.",
    "payments left out": "What up-cards make players pay is left out of the pot, and nobody folds for it.",
    "dealt again evenly": "A pot that is dealt for again is divided evenly.",
}

OBSTACLES: Mapping[Obstacle, str] = {
    "hand is over": "the hand is over",
    "hand not turned up": "{name} has not turned up a hand",
    "table judges": "a part of this game is left to the table",
    "up-card not entered": "an up-card of {name} has not been entered",
    "turned down again": "{name} has turned down cards that lay open",
    "discards come back": "the discards will be shuffled in and dealt again",
    "draw under way": "cards are being drawn",
    "dealt again": "the hand is to be dealt again",
    "choice to come": "players still have a choice that nobody can make for them: {step}",
    "not worked out": "the odds could not be worked out",
}


def assumption_text(assumption: Assumption) -> str:
    """Return what is taken for granted, as a sentence."""
    return ASSUMPTIONS[assumption]


def no_odds_text(answer: NoOdds, speaker: Speaker) -> str:
    """Return why a hand has no odds, as a sentence."""
    step = "" if answer.step is None else answer.step.words().rstrip(".")
    return f"{sentence(OBSTACLES[answer.obstacle].format(name=speaker.name(answer.seat), step=step))}."


def percent(estimate: Estimate) -> str:
    """Return a figure in percent: ``31.2%``."""
    return f"{100 * estimate.value:.1f}%"


def percent_with_error(estimate: Estimate) -> str:
    """Return a figure in percent with its standard error, ``31.2% ±0.5``; without where it is exact."""
    return percent(estimate) + (f" ±{100 * estimate.error:.1f}" if estimate.error else "")
