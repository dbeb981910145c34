"""Odds in words, with their assumptions, and why a hand has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.locales import percent_text
from app.odds.figures import Assumption, Estimate, Figure, NoOdds, Obstacle, Odds, View
from app.text import listing, sentence
from app.words.speaker import Speaker

#: In one line, all players are named with their odds up to this many.
MAX_NAMED = 4

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
    "payments left out": "Payments forced by up-cards are left out of the pot, and nobody folds over them.",
    "dealt again evenly": "A pot that is dealt for again is divided evenly.",
}

#: The same in brief, after "if".
GRANTED: Mapping[Assumption, str] = {
    "nobody folds or bets": "nobody folds or bets",
    "everyone stands pat": "everyone stands pat",
    "nobody buys": "nobody buys",
    "cards speak": "the cards speak",
    "highest turned up": "the highest cards are turned up",
    "extra cards taken": "extra cards are taken",
    "payments left out": "nobody pays for up-cards",
    "dealt again evenly": "pots dealt again are split",
}

OBSTACLES: Mapping[Obstacle, str] = {
    "hand is over": "the hand is over",
    "hand not turned up": "{name} has not turned up their hand",
    "table judges": "part of this game is left to the table",
    "up-card not entered": "one of {name}'s up-cards has not been entered",
    "turned down again": "{name} has turned up-cards face down",
    "discards come back": "the discards will be shuffled in and dealt again",
    "deck runs out": "the deck may run out before the end",
    "too many hands": "the cards of one player may make too many hands to compare",
    "draw under way": "cards are being drawn",
    "dealt again": "the hand will be dealt again",
    "choice to come": "players still have a choice that nobody can make for them: {step}",
    "not worked out": "the odds could not be worked out",
}


def all_in_label(view: View, assumptions: Sequence[Assumption]) -> str:
    """Return the heading of the odds at an all-in: the cards they are based on, and their assumptions."""
    head = "All in, by the open cards" if view == "shown" else "All in"
    return f"{head}, if {listing(map(GRANTED.__getitem__, assumptions))}" if assumptions else head


def all_in_text(players: Sequence[tuple[str, str]]) -> str:
    """Return each player's expectation at an all-in: ``Ann 62%, Bob 38%``. ``players`` are given best first.

    If there are many, only the leaders are named: ``Ann leads with 21%``.
    """
    if len(players) <= MAX_NAMED:
        return ", ".join(f"{name} {part}" for name, part in players)
    best = players[0][1]
    leaders = [name for name, part in players if part == best]
    return f"{listing(leaders)} {'lead' if len(leaders) > 1 else 'leads'} with {best}"


def no_odds_text(answer: NoOdds, speaker: Speaker) -> str:
    """Return why a hand has no odds, as a sentence."""
    step = "" if answer.step is None else answer.step.words().rstrip(".")
    return f"{sentence(OBSTACLES[answer.obstacle]).format(name=speaker.name(answer.seat), step=step)}."


def percent(estimate: Estimate) -> str:
    """Return a figure in percent: ``31.2%``."""
    return f"{100 * estimate.value:.1f}%"


def percent_with_error(estimate: Estimate) -> str:
    """Return a figure in percent with its standard error, if any: ``31.2% ±0.5``."""
    return percent(estimate) + (f" ±{100 * estimate.error:.1f}" if estimate.error else "")


def whole_percent(estimate: Estimate) -> str:
    """Return a figure in whole percent: ``<1%`` if it is small but not 0, ``>99%`` if it is high but not certain."""
    return percent_text(estimate.value)


def figure_text(figure: Figure) -> str:
    """Return how often a player wins: ``wins 58%, ties 8%, ±0.5``; the error is that of their share of the pot."""
    tie = f", ties {whole_percent(figure.tie)}" if figure.tie.value else ""
    error = f", ±{100 * figure.share.error:.1f}" if figure.share.error else ""
    return f"wins {whole_percent(figure.win)}{tie}{error}"


#: Up to this many players, all odds are given; with more, only those of a favourite ahead by this part of the pot.
MAX_GIVEN, AHEAD = 3, 0.03


def money_in_text(odds: Odds, speaker: Speaker) -> str:
    """Return the odds at which the last chips went in: ``The money went in at 62 : 38, Ann ahead of Bob.``"""
    seats = sorted(odds.seats, key=lambda seat: odds.seats[seat].share.value, reverse=True)
    first, *others = seats
    share = odds.seats[first].share
    if len(seats) > MAX_GIVEN and share.value - odds.seats[others[0]].share.value < AHEAD:
        return "Nobody was far ahead when the money went in."
    if len(seats) > MAX_GIVEN:
        return f"{speaker.name(first)} was the favourite at {whole_percent(share)} when the money went in."
    parts = [round(100 * odds.seats[seat].share.value) for seat in others]
    # A part of the pot that may stay for the next hand is nobody's.
    whole = round(100 * sum(odds.seats[seat].share.value for seat in seats))
    parts.insert(0, whole - sum(parts))
    ahead = parts[0] > parts[1] and share.value > odds.seats[others[0]].share.value
    against = "ahead of" if ahead else "against"
    at = " : ".join(map(str, parts))
    return f"The money went in at {at}, {speaker.name(first)} {against} {speaker.listed(others)}."
