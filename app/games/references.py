"""What the parts of a game say of each other: a share of its hand, a rule of its share, a step of what was bought."""

from __future__ import annotations

from app.cards.card import BLACK_JOKER, RED_JOKER, Card
from app.games.definition import Game
from app.games.errors import GameError
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rules.wild import combine
from app.games.rules.wild.hole import LowHole
from app.games.rules.wild.ranks import Ranks
from app.games.steps.buy import Buy
from app.games.steps.deal import Deal
from app.games.steps.roll import Roll
from app.games.steps.setting import SetAside
from app.games.table import PlayerCards, Table, UpCard
from app.text import listing, short


def check_references(game: Game) -> None:
    """Raise GameError for a step that no file names, a name that stands for nothing, or a joker without a value."""
    _check_script(game)
    _check_shares(game)
    names = {share.name for share in game.shares}
    for at, rule in enumerate(game.wild):
        if isinstance(rule, Ranks | LowHole) and rule.only and rule.only not in names:
            raise GameError(f"no share is called {short(rule.only)}", key=f"wild[{at}].only", about="only")
    for joker in {RED_JOKER, BLACK_JOKER} & game.deck.cards():
        if not _has_value(game, joker):
            raise GameError("no wild rule says what a joker is", key="deck.jokers", about="jokers")


def _check_script(game: Game) -> None:
    bought = set()
    for at, spec in enumerate(game.script):
        path = f"script[{at}]"
        if spec.set_off_by:
            triggers = listing(map(repr, spec.set_off_by), "or")
            raise GameError(f"only the trigger {triggers} sets this off", key=path, about="step")
        if isinstance(spec, Buy):
            bought.add(spec.key)
        if isinstance(spec, Deal | Roll) and spec.bought and spec.bought not in bought:
            raise GameError(f"no step before sells {short(spec.bought)}", key=f"{path}.bought", about="bought")
        if isinstance(spec, SetAside) and spec.count >= game.held:
            raise GameError("nobody would keep a card", key=f"{path}.count", about="count")


def _check_shares(game: Game) -> None:
    if not game.shares:
        raise GameError("nobody would win the pot", key="share", about="share")
    if len(set(game.declares)) < len(game.declares):
        raise GameError("two shares have the same name", key="share", about="share")
    built = {name for spec in game.script for name in spec.hands}
    hands = {"", "up", "down"} | built
    if built:
        hands.add("any")
    if any(isinstance(spec, SetAside) for spec in game.script):
        hands |= {"set", "rest"}
    for at, share in enumerate(game.shares):
        if isinstance(share, High | Low) and share.hand not in hands:
            raise GameError(f"there is no hand {short(share.hand)}", key=f"share[{at}].hand", about="hand")


def _has_value(game: Game, joker: Card) -> bool:
    """Return whether a joker is wild or a bug both face up and face down: without, no hand with it could be ranked."""
    up = Table((PlayerCards("", True, up=(joker,)),), ups=(UpCard(joker, 0, 1),))
    down = Table((PlayerCards("", True, down=(joker,)),))
    now = [combine(rule.wild(table) for rule in game.wild) for table in (up, down)]
    return all(joker in wild.for_seat(0) | wild.bugs for wild in now)
