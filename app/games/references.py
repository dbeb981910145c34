"""Checks of a whole game: its parts name each other correctly, and every joker has a value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from app.cards.card import (
    BLACK_JOKER,
    RANKS,
    RED_JOKER,
    Card,
    card_text,
    has_rank,
    is_joker,
    parse_cards,
    rank_of,
    rank_plural,
)
from app.games.build import types_of
from app.games.definition import Game
from app.games.errors import GameError
from app.games.rules.events import UpCardEvent, missing_cards
from app.games.rules.share import SCOOP_UNWON, Share
from app.games.rules.share.high import High
from app.games.rules.share.low import Low
from app.games.rules.trigger.up_card import SameRank
from app.games.rules.wild import current_wilds
from app.games.rules.wild.counts_as import CountsAs
from app.games.rules.wild.up_card import Named
from app.games.steps.bet import AuctionName, Bet, Buy
from app.games.steps.contest import Contest
from app.games.steps.deal import Common
from app.games.steps.draw import Matching
from app.games.steps.hands import Build, SetAside
from app.games.steps.rounds import Hit, Repeat
from app.games.steps.showdown import Declare, Showdown
from app.games.table import PlayerCards, Table, UpCard
from app.games.values import CardText, CardTexts, NameOf, RankLetter, RankLetters, rank_numbers
from app.text import listing, short

#: Fields with the kind of name in each, and fields with the function that reads the ranks in each.
_Fields = tuple[Sequence[tuple[str, str]], Sequence[tuple[str, Callable[[str], tuple[int, ...]]]]]

#: The error for an unknown name, by its kind.
_UNKNOWN = {
    "share": "no share is called {}",
    "hand": "there is no hand {}",
    "sale": "no earlier step sells {}",
    "place": "the layout has no place {}",
    "line": "the layout has no line {}",
}


def reference_errors(game: Game) -> Iterator[GameError]:
    """Yield an error for each misplaced step, unknown name, missing rank, and joker without a value."""
    for at, spec in enumerate(game.script):
        path = f"script[{at}]"
        if isinstance(spec, SetAside) and spec.count >= game.held:
            yield GameError("nobody would keep a card", key=f"{path}.count", about="count")
        yield from _name_errors(game, spec, path, at)
        if isinstance(spec, Showdown) and at < len(game.script) - 1:
            yield GameError("only the last step can be the showdown", key=path, about="step")
        if isinstance(spec, Contest):
            yield from _contest_errors(game, spec, path, at)
        if isinstance(spec, Repeat):
            yield from _repeat_errors(game, spec, path, at)
        if spec.compares and any(rule.you_judge for rule in game.wild):
            reason = "hands are compared in it before the table has said what is wild"
            yield GameError(reason, key=path, about="step")
        if spec.you_judge and (known := [share.name for share in game.shares if not share.you_judge]):
            reason = f"no cards are entered in it, so the table has to judge the {listing(known)}"
            yield GameError(reason, key=path, about="step")
    if game.blinds and not any(isinstance(spec, Bet) for spec in game.script):
        yield GameError("there is no betting round to begin with blinds", key="blinds", about="blinds")
    if len(set(game.declares)) < len(game.declares):
        yield GameError("two shares have the same name", key="share", about="share")
    for at, share in enumerate(game.shares):
        if share.scoop:
            yield from _scoop_errors(game, share, f"share[{at}]")
    for key, parts in (("share", game.shares), ("wild", game.wild), ("trigger", game.triggers)):
        for at, part in enumerate(parts):
            yield from _name_errors(game, part, f"{key}[{at}]", len(game.script))
    yield from _layout_errors(game)
    high = (
        isinstance(share, High) and not (share.hand or share.special) for share in game.shares if not share.you_judge
    )
    if any(isinstance(rule, CountsAs) for rule in game.wild) and (not all(high) or game.ranking.four_card_hands):
        reason = "cards count as others only where the highest hand of all five cards wins"
        yield GameError(reason, key="wild", about="wild")
    jokers = {RED_JOKER, BLACK_JOKER} & game.deck.cards()
    if not all(_has_value(game, joker) for joker in jokers):
        yield GameError("no wild rule says what a joker is", key="deck.jokers", about="jokers")


def misleading_parts(game: Game) -> Iterator[GameError]:
    """Yield an error for each part of a game file that would decide nothing, or promise the impossible.

    Such a game can be dealt, and records of it have to replay, so only files are checked for this.
    """
    if game.players[1] > game.most_dealt_in:
        yield GameError(f"the deck can deal in {game.most_dealt_in} players at most", key="players", about="players")
    least, most = game.players
    if game.even and least == most and most % 2:
        yield GameError("there is no even number of players among these", key="players", about="players")
    for at, share in enumerate(game.shares):
        if share.hand == "any" and not isinstance(share, High | Low):
            yield GameError("only the highest or the lowest hand can be any hand built", key=f"share[{at}].hand")
    for at, spec in enumerate(game.script):
        if not isinstance(spec, Declare) or any(share.you_judge for share in game.shares):
            continue  # where the table judges, it knows what a declaration means
        known = {*game.declares, "both"}
        if any(isinstance(step, Contest) for step in game.script[at:]):
            known |= {"in", "out"}
        for index, name in enumerate(spec.names):
            if name not in known:
                yield GameError(_UNKNOWN["share"].format(short(name)), key=f"script[{at}].names[{index}]")
    for key, parts in (("share", game.shares), ("wild", game.wild), ("trigger", game.triggers)):
        for at, part in enumerate(parts):
            yield from _joker_errors(game, part, f"{key}[{at}]")
    auctions = [at for at, spec in enumerate(game.script) if isinstance(spec, AuctionName)]
    wild = [at for at, rule in enumerate(game.wild) if isinstance(rule, Named)]
    if auctions and not wild:
        yield GameError("no wild rule makes the rank that is named wild", key=f"script[{auctions[0]}]", about="step")
    if wild and not auctions:
        yield GameError("no step lets a player name a rank", key=f"wild[{wild[0]}]", about="rule")


def _scoop_errors(game: Game, share: Share, path: str) -> Iterator[GameError]:
    """Yield an error for a part with ``scoop`` without other parts, or without a rule for a pot that nobody wins."""
    reasons = {
        "there is no other part to win": len(game.shares) > 1,
        "players who declare do not play for every part": not any(isinstance(step, Declare) for step in game.script),
        "`unclaimed` has to say `next hand` or `ante and deal again`": share.unclaimed in SCOOP_UNWON,
    }
    yield from (GameError(reason, key=f"{path}.scoop", about="scoop") for reason, fits in reasons.items() if not fits)


def _joker_errors(game: Game, part: object, path: str) -> Iterator[GameError]:
    """Yield an error for each field of a part that is about a joker which the deck lacks."""
    for field, hint in types_of(type(part)).items():  # type: ignore[arg-type]  # for mypy, classes are not hashable
        if hint in (CardText, CardTexts):
            jokers = "".join(map(card_text, filter(is_joker, parse_cards(getattr(part, field)))))
            if reason := missing_cards(jokers, game.deck.cards()):
                yield GameError(reason, key=f"{path}.{field}", about=field)
    if isinstance(part, UpCardEvent) and part.joker and not game.deck.jokers:
        yield GameError("there are no jokers in this game", key=f"{path}.joker", about="joker")


def _contest_errors(game: Game, spec: Contest, path: str, at: int) -> Iterator[GameError]:
    """Yield an error for a contest without a declaration before it, or without the cards that it compares."""
    before = game.script[:at]
    if not any(isinstance(step, Declare) and "in" in step.names for step in before):
        yield GameError("no earlier step lets players declare in", key=path, about="step")
    if spec.hand == "set" and not any(isinstance(step, SetAside) for step in before):
        yield GameError("no cards are set aside before it", key=f"{path}.hand", about="hand")


def _repeat_errors(game: Game, spec: Repeat, path: str, at: int) -> Iterator[GameError]:
    """Yield an error for steps that cannot be repeated, or would repeat forever."""
    steps = game.script[max(0, at - spec.steps) : at]
    bets, hits, declared = (any(isinstance(step, kind) for step in steps) for kind in (Bet, Hit, Declare))
    reasons = {
        "there are fewer steps before it": len(steps) == spec.steps,
        "only betting rounds, cards and declarations can come again": all(step.may_repeat for step in steps),
        "no betting round is among these steps": bets or spec.until == "somebody is in",
        "nobody can stand in these steps": hits or spec.until != "all stand",
        "nobody declares in these steps": declared or spec.until != "somebody is in",
    }
    yield from (GameError(reason, key=f"{path}.steps", about="steps") for reason, fits in reasons.items() if not fits)


def _layout_errors(game: Game) -> Iterator[GameError]:
    """Yield an error for places to turn up that have no face-down card left, and for lines that no hand could use."""
    if game.layout.grid and not game.layout.places:
        yield GameError("the grid has no places", key="layout.grid", about="grid")
    for at, rule in enumerate(game.triggers):
        if isinstance(rule, SameRank) and len(rule.place.split()) != 1:
            yield GameError("say which place", key=f"trigger[{at}].place", about="place")
    free = set(game.layout.places)
    faced: set[str] = set()
    for at, spec in enumerate(game.script):
        if isinstance(spec, Matching) and spec.place not in faced:
            yield GameError("no earlier step turns up this place", key=f"script[{at}].place", about="place")
        if not (isinstance(spec, Common) and spec.places):
            continue
        faced.update(spec.place_names)
        turned = [name for name in spec.place_names if name in free][: spec.count]
        if len(turned) < spec.count:
            yield GameError("too few of these places are free", key=f"script[{at}].places", about="places")
        free -= set(turned)
    if not game.layout.lines:
        return
    if any(isinstance(share, High | Low) and share.hand for share in game.shares):
        yield GameError("only a hand of all cards can use a line", key="share", about="hand")
    longest = max(len(line.names) for line in game.layout.lines)
    if game.layout.use == "all" and longest + max(game.use.counts, default=0) > 5:
        yield GameError("that many down cards and a whole line make more than a hand", key="use", about="exactly")


def _name_errors(game: Game, part: object, path: str, step: int) -> Iterator[GameError]:
    """Yield an error for each unknown name in a part of the game, and each rank that is missing from the deck.

    A sale must come before this step of the script.
    """
    names, ranks = _fields_to_check(type(part))  # type: ignore[arg-type]  # for mypy, classes are not hashable
    for field, kind in names:
        value = getattr(part, field)
        for name in value.split() if kind == "place" else filter(None, [value]):
            if name not in _names(game, kind, step):
                yield GameError(_UNKNOWN[kind].format(short(name)), key=f"{path}.{field}", about=field)
    for field, ranks_in in ranks:
        value = getattr(part, field)
        if missing := [rank for rank in ranks_in(value) if RANKS[rank] in game.deck.strip] if value else []:
            reason = f"this game is about its {rank_plural(missing[0])}, which are not in the deck"
            yield GameError(reason, key=f"{path}.{field}", about=field)


@cache
def _fields_to_check(cls: type) -> _Fields:
    """Return the fields of a step or rule that name another part, with the kind of name, and those with ranks.

    A qualifier is a limit, which may be a rank that the deck lacks.
    """
    hints = types_of(cls).items()
    marks = [(field, mark) for field, hint in hints for mark in getattr(hint, "__metadata__", ())]
    names = [(field, mark.kind) for field, mark in marks if isinstance(mark, NameOf)]
    ranked = [(field, _RANKS_IN[hint]) for field, hint in hints if hint in _RANKS_IN and field != "qualifier"]
    return names, ranked


def _names(game: Game, kind: str, step: int) -> set[str]:
    if kind == "share":
        return {share.name for share in game.shares}
    if kind == "place":
        return set(game.layout.places)
    if kind == "line":
        return {line.name for line in game.layout.lines}
    if kind == "sale":
        return {spec.key for spec in game.script[:step] if isinstance(spec, Buy)}
    hands = {name for spec in game.script if isinstance(spec, Build) for name in spec.hands}
    if any(isinstance(spec, Build) for spec in game.script):
        hands.add("any")
    if any(isinstance(spec, SetAside) for spec in game.script):
        hands |= {"set", "rest"}
    return {"up", "down", "own", *hands}


def _ranks_of_cards(text: str) -> tuple[int, ...]:
    return tuple(map(rank_of, filter(has_rank, parse_cards(text))))


#: Functions that read the ranks in a field, by its type.
_RANKS_IN: dict[Any, Callable[[str], tuple[int, ...]]] = {
    RankLetter: rank_numbers,
    RankLetters: rank_numbers,
    CardText: _ranks_of_cards,
    CardTexts: _ranks_of_cards,
}


def _has_value(game: Game, joker: Card) -> bool:
    """Return whether a joker is wild or a bug, both face up and face down; otherwise its hand could not be ranked."""
    up = Table((PlayerCards("", True, up=(joker,)),), ups=(UpCard(joker, 0, 1),))
    down = Table((PlayerCards("", True, down=(joker,)),))
    now = [current_wilds(game.wild, table) for table in (up, down)]
    return all(joker in wild.for_seat(0) | wild.bugs for wild in now)
