"""Statistics: of a season, a person and a game for the host, of a night for its dealer; and the hands behind them."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, abort, request, url_for

from app.night.history import statistics
from app.night.models import ABOVE_ALL_IDS
from app.statistics.figures import Tally
from app.statistics.played import PlayedHand
from app.text import counted, whole_number
from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import render
from app.web.statistics.plots import Plot, bars_plots, season_plots, stacks_plot
from app.web.statistics.report import Report, hand_address, report, season_report
from app.web.statistics.tables import (
    Cell,
    Table,
    amount_text,
    best_tables,
    game_cells,
    game_heads,
    games_table,
    heads_of,
    make_table,
    net_cell,
    people_table,
    pots_tables,
    shown_of,
    tally_cells,
    tally_heads,
    words_cell,
)

blueprint = GuardedBlueprint("statistics", __name__, Who.HOST)

#: What somebody had to do with a hand beyond being dealt in: its name in addresses, and in words.
DID: Mapping[str, str] = {
    "end": "seen to the end",
    "won": "won",
    "called": "called",
}
WILD = "wild"


@blueprint.get("/statistics")
def season() -> Response:
    """Show the statistics of all nights of a season."""
    found = season_report()
    hands = found.played.hands
    blocks: list[Plot | Table] = [*season_plots(found)]
    if found.played.nights:
        blocks.append(people_table(found))
    if hands:
        blocks += [games_table(found), *pots_tables(found, hands), *best_tables(found, hands)]
    if found.played.nights:
        blocks.append(_nights_table(found))
    return _show("Statistics", url_for("home.page"), "Start page", found, blocks)


@blueprint.get("/statistics/player/<int:person>")
def player(person: int) -> Response:
    """Show the statistics of a person in a season."""
    found = season_report()
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
    name = people[person].name
    cells = tally_cells(found, tally, person, "", Cell(str(len(played))))
    total = make_table("total", name, tally_heads(found, "Nights"), [cells])
    return _show(name, *_to_season(found), found, blocks, total)


@blueprint.get("/statistics/game/<game>")
def game(game: str) -> Response:
    """Show the statistics of a game in a season."""
    found = season_report()
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
        total = make_table("total", found.game(game), game_heads(found), [game_cells(found, tally, game)])
    return _show(found.game(game), *_to_season(found), found, blocks, total)


@blueprint.get("/n/<key>/statistics")
@only_for(Who.DEALER)
def night(key: str) -> Response:
    """Show the statistics of a night, while it is played and after."""
    night = get_night_or_404(key)
    found = report(statistics.played_at(night), night=night)
    hands = found.played.hands
    blocks: list[Plot | Table] = []
    if night.tracked and (plot := stacks_plot(*statistics.stack_lines(night.id))) is not None:
        blocks.append(plot)
    if hands:
        blocks += [people_table(found), games_table(found), *pots_tables(found, hands), *best_tables(found, hands)]
    back = url_for("money.page" if night.ended_at else "history.hands", key=night.key)
    return _show(f"Statistics of {night.name}", back, f"Back to {night.name}", found, blocks)


@blueprint.get("/statistics/hands")
def hands() -> Response:
    """Show the hands behind a figure."""
    return _show_hands(season_report())


@blueprint.get("/n/<key>/statistics/hands")
@only_for(Who.DEALER)
def night_hands(key: str) -> Response:
    """Show the hands of a night behind a figure."""
    night = get_night_or_404(key)
    return _show_hands(report(statistics.played_at(night), night=night))


def _show(
    title: str,
    back: str,
    back_words: str,
    found: Report,
    blocks: list[Plot | Table],
    total: Table | None = None,
) -> Response:
    """Show plots and tables. ``whole`` is the address of the same page for all nights there are, empty where it has
    them; ``total`` is one row that says it all, where there is one.
    """
    when = found.period
    return render(
        "statistics/page.html",
        422 if when is not None and when.problem else 200,
        title=title,
        back=back,
        back_words=back_words,
        summary=found.summary,
        period=when,
        whole=f"?from={when.whole.isoformat()}" if when is not None and when.whole is not None else "",
        total=total,
        blocks=blocks,
    )


def _show_hands(found: Report) -> Response:
    """Show the hands that the address asks for: of a person, of a game, of a night, by what somebody did in them."""
    person, game, of_night = _number("person"), request.args.get("game", ""), _number("night")
    did, night = request.args.get("did", ""), found.night
    hands = [hand for hand in found.played.hands if _wanted(hand, person, game, of_night, did)]
    problem = found.period.problem if found.period is not None else ""
    return render(
        "statistics/hands.html",
        422 if problem else 200,
        back=_to_season(found)[0] if night is None else url_for("statistics.night", key=night.key),
        which=_words(found, person, game, of_night, did, len(hands)),
        period=found.period,
        table=_hands_table(found, hands, person),
        problem=problem,
    )


def _to_season(found: Report) -> tuple[str, str]:
    return url_for("statistics.season", **found.dates), "All statistics"


def _own_games_table(found: Report, person: int, at_games: dict[str, Tally]) -> Table:
    order = sorted(at_games, key=lambda game: (-at_games[game].dealt, found.game(game)))
    rows = [
        [Cell(found.game(game), found.to_game(game)), *tally_cells(found, at_games[game], person, game)]
        for game in order
    ]
    return make_table("games", "By game", ["Game", *tally_heads(found)], rows)


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


def _wanted(hand: PlayedHand, person: int | None, game: str, night: int | None, did: str) -> bool:
    if (game and hand.game != game) or (night is not None and hand.night.id != night):
        return False
    if did == WILD:
        return hand.wild > 0
    return person is None or (person in hand.players and _did(hand, person, did))


def _did(hand: PlayedHand, person: int, did: str) -> bool:
    """Return whether a player of a hand did this in it; being dealt in is enough for anything else."""
    match did:
        case "end":
            return hand.part(person).to_end > 0
        case "won":
            return hand.part(person).won > 0
        case "called":
            return hand.caller == person
    return True


def _words(found: Report, person: int | None, game: str, night: int | None, did: str, count: int) -> str:
    words = counted(count, "hand")
    words += f" of {found.game(game)}" if game else ""
    if did == WILD:
        words += " in which wild cards changed"
    elif person is not None:
        words += f", {DID[did]} by {found.name(person)}" if did in DID else f" with {found.name(person)}"
    name = next((each.name for each in found.played.nights if each.id == night), "") if night is not None else ""
    return f"{words}, {name}" if name else words


def _hands_table(found: Report, hands: list[PlayedHand], person: int | None) -> Table | None:
    if not hands:
        return None
    units = found.figures.units
    shown = shown_of("hands", hands[::-1])
    nets = statistics.hand_nets([hand.id for hand in shown]) if person is not None else {}
    heads = ["Hand", *([] if found.night else ["Night"]), "Game", "Called by", *heads_of("Pot", units), "Won by"]
    heads += ["Won or lost"] if person is not None else []
    rows = []
    for hand in shown:
        amount = amount_text(hand.night.amount(hand.pot), hand.night.unit)
        cells = [Cell(f"Hand {hand.number}", hand_address(hand))]
        cells += [] if found.night else [words_cell(f"{hand.night.day:%-d %b %Y}")]
        cells += [words_cell(found.game(hand.game)), words_cell(found.name(hand.caller))]
        cells += [Cell(amount if unit == hand.night.unit else "") for unit in units]
        cells.append(words_cell(found.winners(hand)))
        if person is not None:
            net = nets.get((hand.id, person), 0) if hand.night.tracked else None
            cells.append(net_cell(None if net is None else hand.night.amount(net), hand.night.unit))
        rows.append(cells)
    return make_table("hands", "Hands", heads, rows, of=len(hands))


def _number(name: str) -> int | None:
    """Return an id of the address; -1, which nothing has, for any other text."""
    text = request.args.get(name)
    if text is None or not text.strip():
        return None
    number = whole_number(text)
    return number if number is not None and number < ABOVE_ALL_IDS else -1
