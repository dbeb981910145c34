"""Game files: reading, inheriting, checking, and turning one into a :class:`Game` to be dealt.

A file states what differs from the game that it ``extends``; a key replaces the parent's whole value. A value
``{ option = "key" }`` stands for what was chosen for that option, ``{ option = "key", is = "value" }`` for whether
that was chosen; an entry with ``on`` set to false is left out. That is all the logic a game file can hold.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from app.games import modifiers
from app.games.build import GameError, make
from app.games.definition import Deck, Game, Opener, Option, Ranking
from app.games.rules.share import Use, share_rules
from app.games.rules.trigger import trigger_rules
from app.games.rules.wild import wild_rules
from app.games.steps import Spec, step_specs, street_name
from app.games.steps.bet import Bet
from app.games.steps.deal import Deal
from app.games.steps.showdown import Showdown

KEYS = frozenset(
    "name about aliases document tags extends script wild trigger share deck ranking opener use option modifier"
    " players even ante streets".split()
)
_INHERITED_NOT = frozenset({"name", "aliases", "document", "tags", "extends"})
DEPTH = 2


@lru_cache(maxsize=1)
def scripts() -> Mapping[str, list[dict[str, Any]]]:
    """The street scripts that games share, by name."""
    return tomllib.loads(files("app.games").joinpath("scripts.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def library() -> Mapping[str, Mapping[str, Any]]:
    """Every game file, parsed, by id. Raises GameError for a file that is no TOML."""
    found = {}
    for file in sorted(files("app.games.library").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            found[file.name.removesuffix(".toml")] = parse(file.read_text("utf-8"), file.name)
    return found


def parse(text: str, where: str) -> dict[str, Any]:
    """A game file's text as a table; raises GameError naming the file for a syntax error or an unknown key."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise GameError(f"{where}: {problem}") from None
    for key, value in raw.items():
        if key not in KEYS:
            raise GameError(f"{where}: unknown key {key!r}")
        if not _has_shape(key, value):
            raise GameError(f"{where}: {key}: {value!r} cannot stand here")
    return raw


def _has_shape(key: str, value: Any) -> bool:
    """Whether a top-level value is of the kind that its key wants; what is in it is checked when it is used."""
    if key in ("name", "about", "document", "extends"):
        return isinstance(value, str)
    if key in ("aliases", "tags"):
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if key in ("deck", "ranking", "opener", "use"):
        return isinstance(value, dict)
    if key == "option":
        return isinstance(value, dict) and all(isinstance(one, dict) for one in value.values())
    if key == "players":
        numbers = isinstance(value, list) and all(type(one) is int for one in value)
        return numbers and len(value) == 2 and 2 <= value[0] <= value[1]
    if key == "script" and isinstance(value, str):
        return True
    if key == "streets":
        return bool(value == "cards")
    if key in ("even", "ante"):
        return isinstance(value, bool)
    if key == "modifier":
        return isinstance(value, list) and all(isinstance(one, str | dict) for one in value)
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def inherited(game: str, games: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """A game's table with its parents' keys under its own; raises GameError for a dangling or too deep ``extends``."""
    where = f"{game}.toml"
    chain = [games[game]]
    while parent := chain[-1].get("extends"):
        if parent not in games:
            raise GameError(f"{where}: extends: no game is called {parent!r}")
        chain.append(games[parent])
        if len(chain) > DEPTH + 1:
            raise GameError(f"{where}: extends: more than {DEPTH} deep")
    merged: dict[str, Any] = {}
    for raw in reversed(chain):
        merged = {key: value for key, value in merged.items() if key not in _INHERITED_NOT} | dict(raw)
    for key in ("name", "about", "script", "share"):
        if key not in merged:
            raise GameError(f"{where}: key {key!r} is missing")
    return merged


def options_of(raw: Mapping[str, Any], where: str) -> dict[str, Option]:
    """The options that a table declares, by key."""
    options = {}
    for key, table in raw.get("option", {}).items():
        option = make(Option, {"key": key, **table}, f"{where}: option.{key}")
        if problem := option.check(option.default):
            raise GameError(f"{where}: option.{key}.default: {problem}")
        options[key] = option
    return options


def resolve(
    game: str,
    options: Mapping[str, Any] | None = None,
    with_modifiers: Iterable[modifiers.Use] = (),
    *,
    games: Mapping[str, Mapping[str, Any]] | None = None,
) -> Game:
    """The game under these option values and modifiers, ready to be dealt.

    Raises GameError for an unknown game, option, value or modifier, and for modifiers that contradict the game.
    """
    games = library() if games is None else games
    if game not in games:
        raise GameError(f"no game is called {game!r}")
    where = f"{game}.toml"
    raw = inherited(game, games)
    declared = options_of(raw, where)
    values = {key: option.default for key, option in declared.items()}
    for key, value in (options or {}).items():
        if key not in declared:
            known = ", ".join(declared) or "none"
            raise GameError(f"{game}: there is no option {key!r} (options: {known})")
        if problem := declared[key].check(value):
            raise GameError(f"{game}: option {key!r} {problem}, not {value!r}")
        values[key] = value
    raw = {key: value for key, value in raw.items() if key not in ("option", "extends")}
    if isinstance(raw["script"], str):
        if raw["script"] not in scripts():
            raise GameError(f"{where}: script: no script is called {raw['script']!r}")
        raw["script"] = scripts()[raw["script"]]
    raw = _substitute(raw, values, where)
    own = [modifiers.read(one, f"{where}: modifier") for one in raw.pop("modifier", [])]
    for one in [*own, *modifiers.in_order(with_modifiers)]:
        raw = modifiers.apply(raw, one)
    return build({**raw, "id": game})


def build(raw: Mapping[str, Any]) -> Game:
    """The game that a resolved table describes: what :func:`resolve` makes, and what a stored hand kept."""
    where = str(raw["id"])

    def each(registry: Any, key: str, name: str) -> tuple[Any, ...]:
        return tuple(registry.make(one, name, f"{where}: {key}[{at}]") for at, one in enumerate(raw.get(key, [])))

    script = each(step_specs, "script", "step")
    if not script or not isinstance(script[-1], Showdown):
        script = (*script, Showdown())
    shares = each(share_rules, "share", "rule")
    if not shares:
        raise GameError(f"{where}: share: nobody would win the pot")
    if len({share.name for share in shares}) < len(shares):
        raise GameError(f"{where}: share: two shares have the same name")
    game_deck = make(Deck, raw.get("deck", {}), f"{where}: deck")
    streets, labels, held = _streets(script, raw.get("streets") == "cards")
    least, most = _player_range(raw, where, script, game_deck, held)
    return Game(
        id=where,
        name=raw["name"],
        about=raw["about"],
        script=script,
        streets=streets,
        labels=labels,
        held=held,
        shares=shares,
        wild=each(wild_rules, "wild", "rule"),
        triggers=each(trigger_rules, "trigger", "rule"),
        deck=game_deck,
        ranking=make(Ranking, raw.get("ranking", {}), f"{where}: ranking"),
        opener=make(Opener, raw.get("opener", {}), f"{where}: opener"),
        use=make(Use, raw.get("use", {}), f"{where}: use"),
        players=(least, most),
        even=raw.get("even", False),
        ante=raw.get("ante", True),
        raw=raw,
    )


def _streets(script: tuple[Spec, ...], by_cards: bool) -> tuple[tuple[int, ...], tuple[str, ...], int]:
    """The number and the name of the street that each step belongs to, and the most cards that a player holds.

    A street is named after the cards that each player holds. A game that deals four or more before its first bet
    has no such streets, unless its file says so: its rounds are counted, and the first is played at the stakes of
    third street.
    """
    held = most = rounds = 0
    first = None
    counts = []
    for step in script:
        held += step.adds
        most = max(most, held)
        counts.append((held, rounds + 1))
        if isinstance(step, Bet) or step.brings_bets:
            first = most if first is None else first
            rounds += 1
    if by_cards or (first or 0) < 4:
        return tuple(n for n, _ in counts), tuple(street_name(n) for n, _ in counts), most
    return tuple(n + 2 for _, n in counts), tuple(f"Round {n}" for _, n in counts), most


def _player_range(
    raw: Mapping[str, Any], where: str, script: tuple[Spec, ...], cards: Deck, held: int
) -> tuple[int, int]:
    """From two to as many as the deck serves, discards shuffled in again; the last card of a short deck is common."""
    if held < 1:
        raise GameError(f"{where}: script: nobody is dealt a card")
    total = len(cards.cards()) - sum(step.shared for step in script)
    most = total // held
    *_, last = (step for step in script if step.adds)
    if isinstance(last, Deal) and last.cards == "d" and held > 1:
        most = max(most, (total - 1) // (held - 1))
    most = min(10, most)
    least, most = raw.get("players", (2, most))
    if total < least * held:
        raise GameError(f"{where}: deck: too small for {least} players with {held} cards each")
    return least, most


def _substitute(value: Any, chosen: Mapping[str, Any], where: str) -> Any:
    """The value with option references filled in and switched-off entries left out."""
    if isinstance(value, Mapping):
        if "option" in value:
            return _chosen(value, chosen, where)
        return {key: _substitute(one, chosen, where) for key, one in value.items() if key != "on"}
    if isinstance(value, list):
        kept = [one for one in value if not isinstance(one, Mapping) or _is_on(one, chosen, where)]
        return [_substitute(one, chosen, where) for one in kept]
    return value


def _is_on(entry: Mapping[str, Any], chosen: Mapping[str, Any], where: str) -> bool:
    on = _substitute(entry.get("on", True), chosen, where)
    if not isinstance(on, bool):
        raise GameError(f"{where}: on: {on!r} is neither true nor false")
    return on


def _chosen(reference: Mapping[str, Any], chosen: Mapping[str, Any], where: str) -> Any:
    key = reference["option"]
    if not isinstance(key, str) or key not in chosen:
        raise GameError(f"{where}: {{ option = {key!r} }}: no such option is declared")
    if unknown := set(reference) - {"option", "is", "not"}:
        raise GameError(f"{where}: {{ option = {key!r} }}: unknown key {unknown.pop()!r}")
    if "is" in reference:
        return chosen[key] == reference["is"]
    if "not" in reference:
        return chosen[key] != reference["not"]
    return chosen[key]
