"""Game files: reading, inheriting, checking, and turning one into a :class:`Game` to be dealt.

A file states what differs from the game that it ``extends``; a key replaces the parent's whole value. A value
``{ option = "key" }`` stands for what was chosen for that option, ``{ option = "key", is = "value" }`` for whether
that was chosen; an entry with ``on`` set to false, or to a list with a false one in it, is left out. That is all the
logic a game file can hold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate, takewhile
from typing import Any, TypeVar

from app.games import modifiers
from app.games.build import Registry, check, make
from app.games.choices import fill_in
from app.games.definition import Deck, Game, OpeningRules, Option, Ranking
from app.games.errors import GameError, errors_of
from app.games.keys import KEYS
from app.games.older import renewed
from app.games.references import check_references
from app.games.rules.share import Use, share_rules
from app.games.rules.trigger import trigger_rules
from app.games.rules.wild import wild_rules
from app.games.steps import Spec, step_specs, street_name
from app.games.steps.bet import Bet
from app.games.steps.showdown import Showdown
from app.text import count_word, short
from app.toml import TomlError, parse_toml

Rule = TypeVar("Rule")

DEPTH = 2


@lru_cache(maxsize=1)
def scripts() -> Mapping[str, list[dict[str, Any]]]:
    """Return the street scripts that games share, by name."""
    return tomllib.loads(files("app.games").joinpath("scripts.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def library() -> Mapping[str, Mapping[str, Any]]:
    """Return every game file, parsed, by id. Raises GameError for a file that is not valid TOML."""
    games = {}
    for file in sorted(files("app.games.library").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            games[file.name.removesuffix(".toml")] = parse(file.read_text("utf-8"), file.name)
    return games


def parse(text: str, source: str) -> dict[str, Any]:
    """Return a game file's text as a table; raises GameError naming the file and what is wrong in it."""
    with errors_of(source):
        try:
            raw = parse_toml(text)
        except TomlError as problem:
            raise GameError(str(problem)) from None
        for key, value in raw.items():
            if key not in KEYS:
                raise GameError(f"unknown key {short(key)}", about=key)
            check(value, KEYS[key].kind, key)
        return raw


def inherited(game: str, games: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a game's table with its parents' keys under its own.

    Raises GameError for an unknown parent, more than two of them, or a key that none of them has.
    """
    with errors_of(f"{game}.toml"):
        chain = [games[game]]
        while parent := chain[-1].get("extends"):
            if parent not in games:
                raise GameError(f"no game is called {short(parent)}", key="extends", about="extends")
            chain.append(games[parent])
            if len(chain) > DEPTH + 1:
                raise GameError(f"more than {DEPTH} deep", key="extends", about="extends")
        merged: dict[str, Any] = {}
        for raw in reversed(chain):
            merged = {key: value for key, value in merged.items() if KEYS[key].inherited} | dict(raw)
        for key, rule in KEYS.items():
            if rule.required and key not in merged:
                raise GameError(f"key {key!r} is missing", about=key)
        return merged


def options_of(raw: Mapping[str, Any], source: str) -> dict[str, Option]:
    """Return the options that a game's table declares, by key. Raises GameError for one that is wrong."""
    options = {}
    with errors_of(source):
        for key, table in raw.get("option", {}).items():
            option = make(Option, {"key": key, **table}, f"option.{key}")
            if problem := option.check(option.default):
                raise GameError(problem, key=f"option.{key}.default", about="default")
            options[key] = option
    return options


def resolve(
    game: str,
    options: Mapping[str, Any] | None = None,
    with_modifiers: Iterable[modifiers.Modifier] = (),
    *,
    games: Mapping[str, Mapping[str, Any]] | None = None,
) -> Game:
    """Return the game under these option values and modifiers, ready to be dealt.

    Raises GameError for an unknown game, option, value or modifier, and for modifiers that contradict the game.
    """
    games = library() if games is None else games
    if game not in games:
        raise GameError(f"no game is called {short(game)}")
    raw = inherited(game, games)
    chosen = _chosen(game, options_of(raw, f"{game}.toml"), options or {})
    raw = renewed({key: value for key, value in raw.items() if key not in ("option", "extends")})
    with errors_of(f"{game}.toml"):
        if isinstance(raw["script"], str):
            if raw["script"] not in scripts():
                raise GameError(f"no script is called {short(raw['script'])}", key="script", about="script")
            raw["script"] = scripts()[raw["script"]]
        raw = {**fill_in(raw, chosen), "id": game}
        own = [modifiers.read_modifier(entry, "modifier") for entry in raw.pop("modifier", [])]
        called = modifiers.in_order(with_modifiers)
        applied = [*own, *called]
        if applied:
            check_references(build(raw))  # a modifier rewrites the table, and relies on a game that is in order
        for modifier in applied:
            raw = modifiers.apply(raw, modifier)
        if called:
            # What the file says of the game may no longer be true of it.
            raw["changes"] = [modifier.words() for modifier in called]
            count = "a change" if len(called) == 1 else f"{count_word(len(called))} changes"
            raw["about"] = f"{raw['name']} with {count}."
        built = build(raw)
        check_references(built)
        return built


def _chosen(game: str, declared: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of each option, those that were not chosen at their default."""
    with errors_of(game):
        for key, value in values.items():
            if key not in declared:
                known = ", ".join(declared) or "none"
                raise GameError(f"there is no option {short(key)} (options: {known})", about=key)
            if problem := declared[key].check(value):
                raise GameError(f"option {key!r} {problem}, not {short(value)}", about=key)
    return {key: option.default for key, option in declared.items()} | dict(values)


def build(raw: Mapping[str, Any]) -> Game:
    """Return the game that a resolved table describes: what :func:`resolve` makes, and what a stored hand keeps.

    That its parts name each other rightly is for :func:`resolve`: a hand that has been dealt can be played on.
    """
    with errors_of(str(raw["id"])):
        raw = renewed(raw)
        script = _rules(raw, "script", step_specs, "step")
        if not script or not isinstance(script[-1], Showdown):
            script = (*script, Showdown())
        shares = _rules(raw, "share", share_rules)
        deck = make(Deck, raw.get("deck", {}), "deck")
        streets, labels, held = _streets(script, raw.get("streets", ""))
        return Game(
            id=str(raw["id"]),
            name=raw["name"],
            about=raw["about"],
            script=script,
            streets=streets,
            labels=labels,
            held=held,
            shares=shares,
            wild=_rules(raw, "wild", wild_rules),
            triggers=_rules(raw, "trigger", trigger_rules),
            deck=deck,
            ranking=make(Ranking, raw.get("ranking", {}), "ranking"),
            opener=make(OpeningRules, raw.get("opener", {}), "opener"),
            use=make(Use, raw.get("use", {}), "use"),
            players=_player_range(raw, script, deck, held),
            seats=raw.get("seats", 0),
            even=raw.get("even", False),
            ante=raw.get("ante", True),
            changes=tuple(raw.get("changes", ())),
            raw=raw,
        )


def _rules(raw: Mapping[str, Any], key: str, registry: Registry[Rule], name: str = "rule") -> tuple[Rule, ...]:
    """Return what the list under a key describes."""
    return tuple(registry.make(entry, name, f"{key}[{at}]") for at, entry in enumerate(raw.get(key, [])))


def _streets(script: tuple[Spec, ...], by: str) -> tuple[tuple[int, ...], tuple[str, ...], int]:
    """Return the number and name of the street that each step belongs to, and the most cards that a player holds.

    A street is named after the cards that each player holds; where some are thrown away before the bet, all steps up
    to the bet after those that they hold then. A game that deals four or more before its first bet
    has no such streets, unless its file says so: its rounds are counted, and the first has the number of
    third street.
    """
    held = most = rounds = 0
    first = None
    counts: list[tuple[int, int]] = []
    named: list[int] = []
    for step in script:
        held += step.adds
        if held < 0:
            raise GameError("more cards are thrown away than dealt", key="script", about="script")
        most = max(most, held)
        counts.append((held, rounds + 1))
        if isinstance(step, Bet) or step.brings_bets:
            first = most if first is None else first
            rounds += 1
            to_here = [count for count, _ in counts[len(named) :]]
            named += to_here if (named[-1:] + to_here) == sorted(named[-1:] + to_here) else [held] * len(to_here)
    if by == "cards" or (by != "rounds" and (first or 0) < 4):
        named += [count for count, _ in counts[len(named) :]]
        return tuple(n for n, _ in counts), tuple(map(street_name, named)), most
    return tuple(n + 2 for _, n in counts), tuple(f"Round {n}" for _, n in counts), most


def _player_range(raw: Mapping[str, Any], script: tuple[Spec, ...], deck: Deck, held: int) -> tuple[int, int]:
    """Return the fewest and most players: two to as many as the deck deals in, unless the game says otherwise.

    Everybody has to get the cards that come before the first bet. What the deck cannot serve after that is dealt from
    the discards, or as the house deals with a short deck: how many are still in by then, nobody can say before.
    """
    if held < 1:
        raise GameError("nobody is dealt a card", key="script", about="script")
    before_bets = tuple(takewhile(lambda step: not isinstance(step, Bet) and not step.brings_bets, script))
    first = max(accumulate(step.adds for step in before_bets), default=0)
    at_first = len(deck.cards()) - sum(step.shared for step in before_bets)
    least, most = raw.get("players", (2, min(10, at_first // first) if first else 10))
    total = len(deck.cards()) - sum(step.shared for step in script)
    if total < least * held:
        raise GameError(f"too small for {least} players with {held} cards each", key="deck", about="deck")
    return least, most
