"""Statistics: of a season, a person and a game for the host, of a night for its dealer; and the hands behind them."""

from __future__ import annotations

from flask import Response

from app.web.http.gate import GuardedBlueprint, Who, only_for
from app.web.http.lookup import get_night_or_404
from app.web.http.pages import render_page
from app.web.statistics.hands import HandsPage, hands_page
from app.web.statistics.page import StatisticsPage, game_page, night_page, player_page, season_page

blueprint = GuardedBlueprint("statistics", __name__, Who.HOST)


@blueprint.get("/statistics")
def season() -> Response:
    """Show the statistics of all nights of a season."""
    return _show(season_page())


@blueprint.get("/statistics/player/<int:person>")
def player(person: int) -> Response:
    """Show the statistics of a person."""
    return _show(player_page(person))


@blueprint.get("/statistics/game/<game>")
def game(game: str) -> Response:
    """Show the statistics of a game."""
    return _show(game_page(game))


@blueprint.get("/statistics/hands")
def hands() -> Response:
    """Show the hands behind a figure."""
    return _list(hands_page())


@blueprint.get("/n/<key>/statistics")
@only_for(Who.DEALER)
def night(key: str) -> Response:
    """Show the statistics of a night, while it is played and after."""
    return _show(night_page(get_night_or_404(key)))


@blueprint.get("/n/<key>/statistics/hands")
@only_for(Who.DEALER)
def night_hands(key: str) -> Response:
    """Show the hands of a night behind a figure."""
    return _list(hands_page(get_night_or_404(key)))


def _show(page: StatisticsPage) -> Response:
    wrong = page.period is not None and page.period.problem
    return render_page("statistics/page.html", page, 422 if wrong else 200)


def _list(page: HandsPage) -> Response:
    return render_page("statistics/hands.html", page, 422 if page.problem else 200)
