"""What all pages of statistics share: the figures with the names that belong to them, and where each figure leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from app.games.catalog import catalog
from app.night.history import statistics
from app.night.models import Night
from app.night.people.persons import Person
from app.statistics.figures import Figures, figures
from app.statistics.played import Played, PlayedHand
from app.text import counted, listing
from app.web.statistics.period import Period

UNKNOWN = "A former player"


@dataclass(frozen=True, slots=True)
class Report:
    """What was played, its figures, and the names in them.

    Figures lead to hands of the same nights: those of one ``night``, for its dealer, or of a season.
    """

    played: Played
    figures: Figures
    people: Mapping[int, Person]
    games: Mapping[str, str]
    night: Night | None = None
    period: Period | None = None

    def name(self, player: int) -> str:
        """Return the name of a player."""
        person = self.people.get(player)
        return person.name if person is not None else UNKNOWN

    def winners(self, hand: PlayedHand) -> str:
        """Return who won a hand: nobody where it was misdealt or the whole pot was carried on."""
        return ", ".join(self.name(player) for player in hand.winners) or "nobody"

    def colour(self, player: int) -> str:
        """Return the colour of a player."""
        person = self.people.get(player)
        return person.colour if person is not None else "sand"

    def game(self, game: str) -> str:
        """Return the name of a game."""
        known = catalog().get(game)
        return known.name if known is not None else self.games.get(game, game)

    def hands(self, **which: Any) -> str:
        """Return the address of a list of hands."""
        if self.night is not None:
            return url_for("statistics.night_hands", key=self.night.key, **which)
        return url_for("statistics.hands", **self.dates, **which)

    def to_person(self, player: int) -> str:
        """Return where a person's name leads."""
        if self.night is not None:
            return self.hands(person=player)
        return url_for("statistics.player", person=player, **self.dates)

    def to_game(self, game: str) -> str:
        """Return where the name of a game leads."""
        return self.hands(game=game) if self.night is not None else url_for("statistics.game", game=game, **self.dates)

    @property
    def dates(self) -> dict[str, Any]:
        """The season as addresses hand it on."""
        return self.period.asked if self.period is not None else {}

    @property
    def summary(self) -> tuple[str, ...]:
        """How much was played, and what of it counts nowhere, or in a column of its own."""
        played, found = self.played, self.figures
        said = [
            f"{counted(len(played.nights), 'night')}, {counted(len(played.hands), 'hand')}, "
            f"{counted(len(found.people), 'player')}."
            if self.night is None
            else f"{counted(len(played.hands), 'hand')}, {counted(len(found.people), 'player')}."
        ]
        if played.void:
            said.append(f"{counted(played.void, 'misdeal')} left out.")
        if played.unread:
            said.append(
                f"{counted(played.unread, 'hand')} of an older version not counted: not worked out yet, or unreadable."
            )
        own = sum(not night.known for night in played.nights)
        if own:
            tables = "The table" if self.night is not None else f"On {counted(own, 'night')} the table"
            said.append(f"{tables} counted its own chips: who won how much is not known.")
        if len(found.units) > 1:
            units = listing([unit or "chips" for unit in found.units])
            said.append(f"Nights were played for {units}: each has a column, and they are not added up.")
        return tuple(said)


def report(played: Played, *, night: Night | None = None, period: Period | None = None) -> Report:
    """Work out the figures of what was played."""
    found = figures(played)
    unknown = any(game not in catalog() for game in found.games)
    names = statistics.game_names() if unknown else {}
    return Report(played, found, statistics.persons_by_ids(found.people.keys()), names, night, period)


def hand_address(hand: PlayedHand) -> str:
    """Return the address of the page of one hand."""
    return url_for("hand.page", key=hand.key)
