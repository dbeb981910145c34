"""The hands that usually win a game: a sentence for its rule sheet, from the random deals of ``tests/studies.py``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from app.games.definition import Game
from app.games.house import HouseRules
from app.games.rules.share import Share
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.text import count_word, listing, with_article

#: The kind of hand that, together with all better ones, wins about this often tells most.
_TELLING = 2 / 3

_PLURALS = ("two pair", "three of a kind", "four of a kind", "five of a kind")


@cache
def studies() -> Mapping[str, Any]:
    """Return the tables of the games that were studied, by id: ``players``, ``deals``, and kinds of hand by share."""
    return tomllib.loads(files("app.games").joinpath("studies.toml").read_text("utf-8"))


def study_line(game: Game, house: HouseRules) -> str:
    """Return what usually wins, ``With six players a full house or better wins seven times in ten.``

    Empty for a game that was not studied, or that is not played by the rules it was studied with.
    """
    found = studies().get(game.id)
    if found is None or not _as_studied(game, house):
        return ""
    said = [
        words for share in game.shares for words in _wins(share, found["shares"].get(share.name, {}), len(game.shares))
    ]
    return f"With {count_word(found['players'])} players {listing(said)}." if said else ""


def _as_studied(game: Game, house: HouseRules) -> bool:
    from app.games.catalog import catalog

    usual, strip = HouseRules(), game.deck.strip
    same = game.ranking.high_rules(strip, house) == game.ranking.high_rules(strip, usual)
    same = same and game.ranking.low_rules(strip, house) == game.ranking.low_rules(strip, usual)
    info = catalog().get(game.id)
    return same and house.low_hole_ace == usual.low_hole_ace and info is not None and info.usual == game


def _wins(share: Share, kinds: Mapping[str, int], shares: int) -> Iterator[str]:
    """Yield the words for what wins a share, if a kind of hand is telling."""
    total = sum(kinds.values())
    if not isinstance(share, High | Low) or not total:
        return
    so_far, telling = 0, ("", 0.0)
    for kind, count in kinds.items():
        so_far += count
        often = so_far / total
        if kind not in ("nobody", "pair or worse") and abs(often - _TELLING) < abs(telling[1] - _TELLING):
            telling = kind, often
    kind, often = telling
    tenths = round(10 * often)
    if kind and 2 <= tenths <= 9:
        which = f" the {share.name}" if shares > 1 else ""
        better = "" if kind == next(iter(kinds)) else " or better"
        yield f"{_a(kind)}{better} wins{which} {count_word(tenths)} times in ten"


def _a(kind: str) -> str:
    return kind if kind in _PLURALS else with_article(kind)
