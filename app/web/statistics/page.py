"""The pages of statistics: what each of them puts together."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, url_for

from app.night.history import statistics
from app.night.models import Night
from app.statistics.figures import Tally
from app.statistics.played import PlayedHand
from app.web.statistics.parts import (
    best_tables,
    games_table,
    net_cells,
    people_table,
    pot_cells,
    pots_tables,
    tally_cells,
)
from app.web.statistics.period import Period, period
from app.web.statistics.plotting import Plot, bars_plots, season_plots, stacks_plot
from app.web.statistics.report import Report, report
from app.web.statistics.tables import Cell, Table, heads_of, make_table, net_cell, shown_of, words_cell


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """A page of statistics: a season that can be changed, what it is of in words, and plots and tables.

    ``whole`` is the address of the same page for all nights there are, empty where it has them. ``total`` is one row
    that says it all, where there is one.
    """

    title: str
    back: str
    back_words: str
    summary: tuple[str, ...]
    period: Period | None
    whole: str
    total: Table | None
    blocks: tuple[Plot | Table, ...]


def season_page() -> StatisticsPage:
    """Return the statistics of a season."""
    when = period()
    found = report(statistics.played_between(when.first, when.last), period=when)
    hands = found.played.hands
    blocks: list[Plot | Table] = [*season_plots(found)]
    if found.played.nights:
        blocks.append(people_table(found))
    if hands:
        blocks += [games_table(found), *pots_tables(found, hands), *best_tables(found, hands)]
    if found.played.nights:
        blocks.append(_nights_table(found))
    return _page("Statistics", url_for("home.page"), "Start page", found, blocks)


def player_page(person: int) -> StatisticsPage:
    """Return the statistics of a person in a season."""
    when = period()
    found = report(statistics.played_between(when.first, when.last), period=when)
    people = statistics.persons_by_ids([person])
    if person not in people:
        abort(404)
    tally = found.figures.people.get(person, Tally())
    hands = [hand for hand in found.played.hands if person in hand.players]
    at_games = {game: own for (player, game), own in found.figures.at_games.items() if player == person}
    blocks: list[Plot | Table] = [*season_plots(found, [person])]
    blocks += bars_plots(
        found, [(found.game(game), dict(own.net)) for game, own in at_games.items()], "Results by game", "Game"
    )
    if at_games:
        blocks.append(_own_games_table(found, person, at_games))
    won = [hand for hand in hands if hand.part(person).won]
    blocks += [*pots_tables(found, won, "Largest pots won"), *best_tables(found, hands, person)]
    if played := [night for night in found.played.nights if person in found.played.seated.get(night.id, ())]:
        blocks.append(_nights_table(found, person))
    total = make_table(
        "total",
        people[person].name,
        [*heads_of("Won or lost", found.figures.units), "Nights", "Dealt in", "To the end", "Won", "Called"],
        [
            [
                *net_cells(found, tally, found.hands(person=person)),
                Cell(str(len(played))),
                *tally_cells(found, tally, person, ""),
            ]
        ],
    )
    return _page(people[person].name, *_to_season(found), found, blocks, total)


def game_page(game: str) -> StatisticsPage:
    """Return the statistics of a game in a season."""
    when = period()
    found = report(statistics.played_between(when.first, when.last), period=when)
    tally = found.figures.games.get(game)
    if tally is None and found.game(game) == game and game not in statistics.game_names():
        abort(404)
    hands = [hand for hand in found.played.hands if hand.game == game]
    blocks: list[Plot | Table] = []
    total = None
    if tally is not None:
        nets = [(found.name(player), dict(own.net)) for player, own in found.figures.at_game(game).items()]
        blocks += bars_plots(found, nets, "Results by player", "Player")
        blocks += [people_table(found, game), *pots_tables(found, hands), *best_tables(found, hands)]
        units = found.figures.units
        heads = ["Hands", *heads_of("Mean pot", units), *heads_of("Largest pot", units), "Wild cards changed"]
        here = found.hands(game=game)
        changed = Cell(str(tally.wild), found.hands(game=game, did="wild") if tally.wild else "")
        cells = [Cell(str(tally.hands), here), *pot_cells(found, tally, here), changed]
        total = make_table("total", found.game(game), heads, [cells])
    return _page(found.game(game), *_to_season(found), found, blocks, total)


def night_page(night: Night) -> StatisticsPage:
    """Return the statistics of one night, for its dealer."""
    found = report(statistics.played_at(night), night=night)
    hands = found.played.hands
    blocks: list[Plot | Table] = []
    if night.tracked and (plot := stacks_plot(*statistics.stack_lines(night.id))) is not None:
        blocks.append(plot)
    if hands:
        blocks += [people_table(found), games_table(found), *pots_tables(found, hands), *best_tables(found, hands)]
    back = url_for("money.page" if night.ended_at else "history.hands", key=night.key)
    return _page(f"Statistics of {night.name}", back, f"Back to {night.name}", found, blocks)


def _page(
    title: str,
    back: str,
    back_words: str,
    found: Report,
    blocks: list[Plot | Table],
    total: Table | None = None,
) -> StatisticsPage:
    when = found.period
    whole = f"?from={when.whole.isoformat()}" if when is not None and when.whole is not None else ""
    return StatisticsPage(title, back, back_words, found.summary, when, whole, total, tuple(blocks))


def _to_season(found: Report) -> tuple[str, str]:
    return url_for("statistics.season", **found.dates), "All statistics"


def _own_games_table(found: Report, person: int, at_games: dict[str, Tally]) -> Table:
    units = found.figures.units
    order = sorted(at_games, key=lambda game: (-at_games[game].dealt, found.game(game)))
    heads = ["Game", *heads_of("Won or lost", units), "Dealt in", "To the end", "Won", "Called"]
    rows = [
        [
            Cell(found.game(game), found.to_game(game)),
            *net_cells(found, at_games[game], found.hands(person=person, game=game)),
            *tally_cells(found, at_games[game], person, game),
        ]
        for game in order
    ]
    return make_table("games", "By game", heads, rows)


def _nights_table(found: Report, person: int | None = None) -> Table:
    """Return the table of all nights, the latest first: who won most, or what one person has won."""
    by_night: dict[int, list[PlayedHand]] = {}
    for hand in found.played.hands:
        by_night.setdefault(hand.night.id, []).append(hand)
    nets = found.figures.nights
    seated_at = found.played.seated
    nights = [each for each in found.played.nights if person is None or person in seated_at.get(each.id, ())]
    rows = []
    for night in shown_of("nights", nights[::-1]):
        seated, hands = seated_at.get(night.id, ()), by_night.get(night.id, [])
        cells: list[Cell] = [
            Cell(f"{night.day:%-d %b %Y}", url_for("statistics.night", key=night.key)),
            words_cell(night.name),
        ]
        if person is None:
            cells += [Cell(str(len(hands)), found.hands(night=night.id) if hands else ""), Cell(str(len(seated)))]
            best = max(seated, key=lambda player: (nets.get((night.id, player), 0), -player), default=None)
            won = nets.get((night.id, best), 0) if best is not None else 0
            text = f"{found.name(best)} {net_cell(won, night.unit).text}" if best is not None and won > 0 else "–"
            cells.append(words_cell(text))
        else:
            here = {"night": night.id, "person": person}
            dealt = sum(person in hand.players for hand in hands)
            amount = nets.get((night.id, person)) if night.known else None
            cells += [net_cell(amount, night.unit, found.hands(**here)), Cell(str(dealt), found.hands(**here))]
        rows.append(cells)
    heads = ["Day", "Night", *(["Hands", "Players", "Won most"] if person is None else ["Won or lost", "Dealt in"])]
    return make_table("nights", "Nights", heads, rows, of=len(nights))
