"""Checks of a whole game: that its parts name each other rightly, and that every joker has a value."""

from __future__ import annotations

from collections.abc import Iterator

from app.cards.card import BLACK_JOKER, RANKS, RED_JOKER, Card, has_rank, parse_cards, rank_of, rank_plural
from app.games.build import types_of
from app.games.definition import Game
from app.games.errors import GameError
from app.games.rules.wild import combine
from app.games.table import PlayerCards, Table, UpCard
from app.games.values import CardText, CardTexts, NameOf, RankLetter, RankLetters, rank_numbers
from app.text import listing, short

#: The error for an unknown name, by its kind.
_UNKNOWN = {
    "share": "no share is called {}",
    "hand": "there is no hand {}",
    "sale": "no step before sells {}",
}


def check_references(game: Game) -> None:
    """Raise GameError for a step that no script may have, an unknown name, or a joker without a value."""
    _check_script(game)
    if not game.shares:
        raise GameError("nobody would win the pot", key="share", about="share")
    if len(set(game.declares)) < len(game.declares):
        raise GameError("two shares have the same name", key="share", about="share")
    for key, parts in (("share", game.shares), ("wild", game.wild), ("trigger", game.triggers)):
        for at, part in enumerate(parts):
            _check_names(game, part, f"{key}[{at}]", len(game.script))
            _check_ranks(game, part, f"{key}[{at}]")
    for joker in {RED_JOKER, BLACK_JOKER} & game.deck.cards():
        if not _has_value(game, joker):
            raise GameError("no wild rule says what a joker is", key="deck.jokers", about="jokers")


def _check_script(game: Game) -> None:
    for at, spec in enumerate(game.script):
        path = f"script[{at}]"
        if spec.set_off_by:
            triggers = listing(map(repr, spec.set_off_by), "or")
            raise GameError(f"only the trigger {triggers} sets this off", key=path, about="step")
        if spec.sets_aside and spec.sets_aside >= game.held:
            raise GameError("nobody would keep a card", key=f"{path}.count", about="count")
        _check_names(game, spec, path, at)


def _check_names(game: Game, part: object, path: str, step: int) -> None:
    """Check the names in a part of the game; a sale must come before this step of the script."""
    for field, kind in _fields_that_name(type(part)):
        name = getattr(part, field)
        if name and name not in _names(game, kind, step):
            raise GameError(_UNKNOWN[kind].format(short(name)), key=f"{path}.{field}", about=field)


def _names(game: Game, kind: str, step: int) -> set[str]:
    if kind == "share":
        return {share.name for share in game.shares}
    if kind == "sale":
        return {spec.sells for spec in game.script[:step]}
    hands = {name for spec in game.script for name in spec.hands}
    if any(spec.builds for spec in game.script):
        hands.add("any")
    if any(spec.sets_aside for spec in game.script):
        hands |= {"set", "rest"}
    return {"up", "down", *hands}


def _fields_that_name(cls: type) -> Iterator[tuple[str, str]]:
    """Yield the fields of a step or a rule that name another part, with the kind of the name."""
    for field, hint in types_of(cls).items():
        for what in getattr(hint, "__metadata__", ()):
            if isinstance(what, NameOf):
                yield field, what.kind


def _check_ranks(game: Game, part: object, path: str) -> None:
    """Check that a rule needs no rank that is missing from the deck. A qualifier is a limit and may be any rank."""
    for field, hint in types_of(type(part)).items():
        value = getattr(part, field) if hint in (RankLetter, RankLetters, CardText, CardTexts) else ""
        if not value or field == "qualifier":
            continue
        ranked = filter(has_rank, parse_cards(value)) if hint in (CardText, CardTexts) else ()
        ranks = rank_numbers(value) if hint in (RankLetter, RankLetters) else tuple(map(rank_of, ranked))
        if missing := [rank for rank in ranks if RANKS[rank] in game.deck.strip]:
            reason = f"this game is about its {rank_plural(missing[0])}, which are not in the deck"
            raise GameError(reason, key=f"{path}.{field}", about=field)


def _has_value(game: Game, joker: Card) -> bool:
    """Return whether a joker is wild or a bug, face up and face down: otherwise no hand with it could be ranked."""
    up = Table((PlayerCards("", True, up=(joker,)),), ups=(UpCard(joker, 0, 1),))
    down = Table((PlayerCards("", True, down=(joker,)),))
    now = [combine(rule.wild(table) for rule in game.wild) for table in (up, down)]
    return all(joker in wild.for_seat(0) | wild.bugs for wild in now)
