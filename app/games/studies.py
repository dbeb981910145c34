"""The hands that usually win a game: a sentence for its rule sheet, from the random deals of ``tests/studies.py``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from app.games.definition import Game
from app.games.house import HouseRules
from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.text import count_word, listing, with_article

#: The most telling kind of hand is the one that, with all better ones, wins closest to this often.
_TELLING = 2 / 3

_PLURALS = ("two pair", "three of a kind", "four of a kind", "five of a kind")


@cache
def studies() -> Mapping[str, Any]:
    """Return the studies of games, by id: ``players``, ``deals``, and the counts of winning hands by share and kind."""
    return tomllib.loads(files("app.games").joinpath("studies.toml").read_text("utf-8"))


def study_line(game: Game, house: HouseRules) -> str:
    """Return what usually wins: ``With six players a full house or better wins seven times in ten.``

    Empty for a game that was not studied, or not under the rules it is played by.
    """
    found = studies().get(game.id)
    if found is None or game.scoop or not _as_studied(game, house):
        return ""
    clauses = [_wins(share, found["shares"].get(share.name, {}), game.split) for share in game.shares]
    telling = list(filter(None, clauses))
    return f"With {count_word(found['players'])} players {listing(telling)}." if telling else ""


def _as_studied(game: Game, house: HouseRules) -> bool:
    from app.games.catalog import catalog

    usual, strip = HouseRules(), game.deck.strip
    same = game.ranking.high_rules(strip, house) == game.ranking.high_rules(strip, usual)
    same = same and game.ranking.low_rules(strip, house) == game.ranking.low_rules(strip, usual)
    info = catalog().get(game.id)
    for rule in ("low_hole_ace", "made_wild_needs_five"):
        same = same and getattr(house, rule) == getattr(usual, rule)
    return same and info is not None and info.usual == game


def _wins(share: Share, kinds: Mapping[str, int], split: bool) -> str:
    """Return the words for what usually wins a share; empty if no kind of hand stands out."""
    if not isinstance(share, High | Low):
        return ""
    total, so_far = sum(kinds.values()), 0
    telling, often = "", 0.0
    for kind, count in kinds.items():
        so_far += count
        if kind not in ("nobody", "pair or worse") and abs(so_far / total - _TELLING) < abs(often - _TELLING):
            telling, often = kind, so_far / total
    tenths = round(10 * often)
    if not telling or not 2 <= tenths <= 9:
        return ""
    hand = telling if telling in _PLURALS else with_article(telling)
    better = "" if telling == next(iter(kinds)) else " or better"
    return f"{hand}{better} wins{f' the {share.name}' * split} {count_word(tenths)} times in ten"
