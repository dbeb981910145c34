"""The report behind all pages of statistics: a season, its figures with names, and their links."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from flask import request, url_for

from app.dataclass import dataclass
from app.games.catalog import Catalog
from app.night.db import now
from app.night.history import statistics
from app.night.history.luck import start_luck_thread
from app.night.history.statistics import HandStatistics
from app.night.models import Night
from app.night.people.roster import Person
from app.night.play.games import all_games
from app.statistics.figures import Figures, ListedHand
from app.text import counted, listing

YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Period:
    """A period, as in the form: the first and the last day, and the ``problem`` with the days entered.

    ``whole``: the day of the very first night, None if the period includes it.
    """

    first: date
    last: date
    problem: str = ""
    whole: date | None = None

    @property
    def asked(self) -> dict[str, str]:
        """The dates as query parameters for links; empty for the default year."""
        default = default_period()
        return {} if (self.first, self.last) == (default.first, default.last) else self.dates

    @property
    def dates(self) -> dict[str, str]:
        """The dates as query parameters."""
        return {"from": self.first.isoformat(), "to": self.last.isoformat()}


def default_period() -> Period:
    """Return the last year."""
    today = now().astimezone().date()
    return Period(today - YEAR, today)


def period() -> Period:
    """Return the season in the address; if it is invalid, the default one with the problem."""
    default = default_period()
    began = statistics.first_day()
    whole = began if began is not None and began < default.first else None
    first, last = _date("from", default.first), _date("to", default.last)
    if first is None or last is None:
        return Period(default.first, default.last, "Give each day as 2026-11-23.", whole)
    if last < first:
        return Period(default.first, default.last, "The first day comes after the last one.", whole)
    return Period(first, last, whole=whole if whole is not None and whole < first else None)


def _date(name: str, default: date) -> date | None:
    """Return a day from the address, or the default without one; None for anything but a day from 1900 to 2200."""
    text = request.args.get(name, "").strip()
    if not text:
        return default
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 1900 <= day.year <= 2200 else None


UNKNOWN = "A former player"


@dataclass(frozen=True, slots=True)
class Report:
    """The nights and hands played, with their figures and names: those of one ``night``, or of a ``period``.

    ``games``: the names of games that are not in the ``library``.
    """

    played: HandStatistics
    people: Mapping[int, Person]
    library: Catalog
    games: Mapping[str, str]
    night: Night | None = None
    period: Period | None = None

    @property
    def figures(self) -> Figures:
        """The figures of all hands."""
        return self.played.figures

    def name(self, player: int) -> str:
        """Return the name of a player."""
        person = self.people.get(player)
        return person.name if person is not None else UNKNOWN

    def winners(self, hand: ListedHand) -> str:
        """Return the winners of a hand; ``nobody`` if it was misdealt or the whole pot was carried over."""
        return ", ".join(self.name(player) for player in hand.winners) or "nobody"

    def colour(self, player: int) -> str:
        """Return the colour of a player."""
        person = self.people.get(player)
        return person.colour if person is not None else "sand"

    def game(self, game: str) -> str:
        """Return the name of a game."""
        known = self.library.get(game)
        return known.name if known is not None else self.games.get(game, game)

    def hands(self, **which: Any) -> str:
        """Return the address of the list of hands selected by these parameters."""
        if self.night is not None:
            return url_for("statistics.night_hands", key=self.night.key, **which)
        return url_for("statistics.hands", **self.dates, **which)

    def to_person(self, player: int) -> str:
        """Return the address that a person's name links to."""
        if self.night is not None:
            return self.hands(person=player)
        return url_for("statistics.player", person=player, **self.dates)

    def to_game(self, game: str) -> str:
        """Return the address that a game's name links to."""
        return self.hands(game=game) if self.night is not None else url_for("statistics.game", game=game, **self.dates)

    @property
    def dates(self) -> dict[str, Any]:
        """The season as query parameters."""
        return self.period.asked if self.period is not None else {}

    @property
    def summary(self) -> tuple[str, ...]:
        """The number of nights, hands and players, and notes on hands left out and on units."""
        figures = self.figures
        nights = f"{counted(len(figures.nights), 'night')}, " if self.night is None else ""
        sentences = [f"{nights}{counted(figures.hands, 'hand')}, {counted(len(figures.people), 'player')}."]
        if figures.void:
            sentences.append(f"{counted(figures.void, 'misdeal')} left out.")
        if figures.unread:
            sentences.append(
                f"{counted(figures.unread, 'hand')} from an older version not counted: not computed yet, or unreadable."
            )
        if due := len(self.played.luck_due):
            luck = f"The luck of {counted(due, 'hand')} is still to be worked out"
            sentences.append(f"{luck}, a little each time this page opens.")
        own = sum(not night.known for night in figures.nights)
        if own:
            tables = "The table" if self.night is not None else f"On {counted(own, 'night')} the table"
            sentences.append(f"{tables} counted its own chips: who won how much is not known.")
        if len(figures.units) > 1:
            units = listing([unit or "chips" for unit in figures.units])
            sentences.append(f"Nights were played for {units}: each has its own column; they are not added up.")
        return tuple(sentences)


def season_report() -> Report:
    """Work out the figures of the season in the address."""
    when = period()
    return make_report(statistics.played_between(when.first, when.last), period=when)


def make_report(played: HandStatistics, *, night: Night | None = None, period: Period | None = None) -> Report:
    """Work out the figures of what was played."""
    start_luck_thread(played.luck_due)
    library, figures = all_games(), played.figures
    names = statistics.game_names() if any(game not in library for game in figures.games) else {}
    return Report(played, statistics.people_by_ids(figures.people.keys()), library, names, night, period)


def hand_address(hand: ListedHand) -> str:
    """Return the address of the page of one hand."""
    return url_for("hand.page", key=hand.key)
