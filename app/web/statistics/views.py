"""Statistics of a season, a person and a game, for hosts, and of a night, for its dealer; and the hands behind them."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response, abort, request, url_for

from app.dates import day_text
from app.night.history import statistics
from app.night.history.statistics import HandFilter
from app.night.models import ABOVE_ALL_IDS
from app.statistics.figures import Involvement, ListedHand, Tally
from app.text import counted, whole_number
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import render
from app.web.statistics.plots import Plot, bars_plots, season_plots, stacks_plot
from app.web.statistics.report import Report, hand_address, make_report, season_report
from app.web.statistics.tables import (
    COUNTS,
    HANDS,
    ROWS,
    Cell,
    Column,
    Table,
    amount_text,
    best_tables,
    game_columns,
    games_table,
    in_unit,
    luck_tables,
    make_table,
    net_cell,
    people_table,
    pots_tables,
    row_of,
    shown_of,
    shows_all,
    tally_columns,
    this_page,
    words_cell,
)

blueprint = GuardedBlueprint("statistics", __name__, Who.HOST)


@blueprint.get("/statistics")
def season() -> Response:
    """Show the statistics of all nights of a season."""
    report = season_report()
    blocks: list[Plot | Table] = [*season_plots(report)]
    if report.figures.people:
        blocks.append(people_table(report))
    if report.figures.hands:
        blocks += [games_table(report), *pots_tables(report), *luck_tables(report), *best_tables(report)]
    if report.figures.nights:
        blocks.append(_nights_table(report))
    return _show("Statistics", url_for("home.page"), "Start page", report, blocks)


@blueprint.get("/statistics/player/<int:person>")
def player(person: int) -> Response:
    """Show the statistics of a person in a season."""
    report = season_report()
    people = statistics.people_by_ids([person])
    if person not in people:
        abort(404)
    tally = report.figures.people.get(person, Tally())
    at_games = {game: own for (player, game), own in report.figures.at_games.items() if player == person}
    blocks: list[Plot | Table] = [*season_plots(report, [person])]
    blocks += bars_plots(
        report, [(report.game(game), dict(own.net)) for game, own in at_games.items()], "Results by game", "Game"
    )
    if at_games:
        blocks.append(_own_games_table(report, person, at_games))
    blocks += pots_tables(report, winner=person, title="Largest pots won")
    blocks += luck_tables(report, HandFilter(person))
    blocks += best_tables(report, HandFilter(person))
    if played := [night for night in report.figures.nights if person in night.seated]:
        blocks.append(_nights_table(report, person))
    name = people[person].name
    columns = tally_columns(report, Column("Nights", lambda _, **_which: Cell(str(len(played)))))
    total = make_table("total", name, [column.head for column in columns], [row_of(columns, tally, person=person)])
    return _show(name, *_to_season(report), report, blocks, total)


@blueprint.get("/statistics/game/<game>")
def game(game: str) -> Response:
    """Show the statistics of a game in a season."""
    report = season_report()
    tally = report.figures.games.get(game)
    if tally is None and report.game(game) == game and game not in statistics.game_names():
        abort(404)
    blocks: list[Plot | Table] = []
    total = None
    if tally is not None:
        nets = [(report.name(player), dict(own.net)) for player, own in report.figures.at_game(game).items()]
        blocks += bars_plots(report, nets, "Results by player", "Player")
        blocks += [people_table(report, game), *pots_tables(report, game=game)]
        blocks += best_tables(report, HandFilter(game=game))
        columns = game_columns(report)
        heads = [column.head for column in columns]
        total = make_table("total", report.game(game), heads, [row_of(columns, tally, game=game)])
    return _show(report.game(game), *_to_season(report), report, blocks, total)


@blueprint.get("/n/<key>/statistics")
@only_for(Who.DEALER)
def night(key: str) -> Response:
    """Show the statistics of a night."""
    night = get_night_or_404(key)
    report = make_report(statistics.played_at(night), night=night)
    blocks: list[Plot | Table] = []
    if night.tracked and (plot := stacks_plot(*statistics.stack_lines(night.id))) is not None:
        blocks.append(plot)
    if report.figures.hands:
        blocks += [people_table(report), games_table(report), *pots_tables(report)]
        blocks += [*luck_tables(report), *best_tables(report)]
    back = url_for("money.page" if night.ended_at else "history.hands", key=night.key)
    return _show(f"Statistics of {night.name}", back, f"Back to {night.name}", report, blocks)


@blueprint.get("/statistics/hands")
def hands() -> Response:
    """Show the hands behind a figure."""
    return _show_hands(season_report())


@blueprint.get("/n/<key>/statistics/hands")
@only_for(Who.DEALER)
def night_hands(key: str) -> Response:
    """Show the hands of a night behind a figure."""
    night = get_night_or_404(key)
    return _show_hands(make_report(statistics.played_at(night), night=night))


def _show(
    title: str, back: str, back_words: str, report: Report, blocks: list[Plot | Table], total: Table | None = None
) -> Response:
    """Show plots and tables.

    ``whole``: the address of the same page for all nights, empty if it shows them. ``total``: a row that sums it up.
    """
    when = report.period
    return render(
        "statistics/page.html",
        422 if when is not None and when.problem else 200,
        title=title,
        back=back,
        back_words=back_words,
        summary=report.summary,
        period=when,
        whole=f"?from={when.whole.isoformat()}" if when is not None and when.whole is not None else "",
        total=total,
        blocks=blocks,
    )


def _show_hands(report: Report) -> Response:
    """Show the hands that the address selects: by person, game, night, and what the person did in them."""
    did, night = request.args.get("did", ""), report.night
    which = HandFilter(
        _number("person"),
        request.args.get("game", ""),
        _number("night"),
        Involvement(did) if did in set(Involvement) else Involvement.DEALT,
    )
    count, skip, most = report.played.count(which), max(_number("skip") or 0, 0), HANDS if shows_all("hands") else ROWS
    problem = report.period.problem if report.period is not None else ""
    return render(
        "statistics/hands.html",
        422 if problem else 200,
        back=_to_season(report)[0] if night is None else url_for("statistics.night", key=night.key),
        which=_words(report, which, count),
        period=report.period,
        table=_hands_table(report, which, count, report.played.hands(which, most, skip)) if count else None,
        newer=this_page("skip", max(skip - most, 0)) if skip else "",
        older=this_page("skip", skip + most) if shows_all("hands") and skip + most < count else "",
        problem=problem,
    )


def _to_season(report: Report) -> tuple[str, str]:
    return url_for("statistics.season", **report.dates), "All statistics"


def _own_games_table(report: Report, person: int, at_games: dict[str, Tally]) -> Table:
    order = sorted(at_games, key=lambda game: (-at_games[game].hands[Involvement.DEALT], report.game(game)))
    columns = tally_columns(report)
    rows = [
        [Cell(report.game(game), report.to_game(game)), *row_of(columns, at_games[game], person=person, game=game)]
        for game in shown_of("games", order)
    ]
    return make_table("games", "By game", ["Game", *(column.head for column in columns)], rows, of=len(order))


def _nights_table(report: Report, person: int | None = None) -> Table:
    """Return the table of all nights, the latest first: who won the most, or what one person won."""
    nets, hands = report.figures.nets, report.played.counts(person)
    nights = [each for each in report.figures.nights if person is None or person in each.seated]
    rows = []
    for night in shown_of("nights", nights[::-1]):
        count = hands.get(night.id, 0)
        cells: list[Cell] = [
            Cell(day_text(night.day, short=True), url_for("statistics.night", key=night.key)),
            words_cell(night.name),
        ]
        if person is None:
            cells += [Cell(str(count), report.hands(night=night.id) if count else ""), Cell(str(len(night.seated)))]
            best = max(night.seated, key=lambda player: (nets.get((night.id, player), 0), -player), default=None)
            won = nets.get((night.id, best), 0) if best is not None else 0
            text = f"{report.name(best)} {net_cell(won, night.unit).text}" if best is not None and won > 0 else "–"
            cells.append(words_cell(text))
        else:
            here = report.hands(night=night.id, person=person)
            cells += [net_cell(nets.get((night.id, person)), night.unit, here), Cell(str(count), here)]
        rows.append(cells)
    heads = ["Day", "Night", *(["Hands", "Players", "Won most"] if person is None else ["Won or lost", "Dealt in"])]
    return make_table("nights", "Nights", heads, rows, of=len(nights))


def _words(report: Report, which: HandFilter, count: int) -> str:
    words = counted(count, "hand")
    words += f" of {report.game(which.game)}" if which.game else ""
    if which.did is Involvement.WILD:
        words += " in which wild cards changed"
    elif which.person is not None:
        words += f"{COUNTS[which.did][1]} {report.name(which.person)}"
    night = report.played.nights.get(which.night) if which.night is not None else None
    return f"{words}, {night.name}" if night is not None and night.name else words


def _hands_table(report: Report, which: HandFilter, count: int, hands: Sequence[ListedHand]) -> Table:
    units, person = report.figures.units, which.person
    nets = statistics.hand_nets([hand.id for hand in hands]) if person is not None else {}
    pots = [in_unit("Pot", unit, units) for unit in units]
    heads = ["Hand", *([] if report.night else ["Night"]), "Game", "Called by", *pots, "Won by"]
    heads += ["Won or lost"] if person is not None else []
    rows = []
    for hand in hands:
        amount = amount_text(hand.amount, hand.night.unit)
        cells = [Cell(f"Hand {hand.number}", hand_address(hand))]
        cells += [] if report.night else [words_cell(day_text(hand.night.day, short=True))]
        cells += [words_cell(report.game(hand.game)), words_cell(report.name(hand.caller))]
        cells += [Cell(amount if unit == hand.night.unit else "") for unit in units]
        cells.append(words_cell(report.winners(hand)))
        if person is not None:
            net = hand.night.amount(nets.get((hand.id, person), 0)) if hand.night.tracked else None
            cells.append(net_cell(net, hand.night.unit))
        rows.append(cells)
    return make_table("hands", "Hands", heads, rows, of=count)


def _number(name: str) -> int | None:
    """Return an id from the address; None without one, and -1, which matches nothing, for any other text."""
    text = request.args.get(name)
    if text is None or not text.strip():
        return None
    number = whole_number(text)
    return number if number is not None and number < ABOVE_ALL_IDS else -1
