"""Game files: reading, inheriting, checking, and turning one into a :class:`Game` to be dealt.

A file states how it differs from the game that it ``extends``; a key replaces the parent's whole value, but options
are inherited one by one. A value ``{ option = "key" }`` stands for the choice made for that option, ``{ option = "key",
is = "value" }`` for whether that was chosen; an entry with ``on`` set to false, or to a list containing false, is left
out. That is all the logic a game file can hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, NamedTuple

from app.games import modifiers
from app.games.build import Registry, attempt, checked, make
from app.games.definition import Deck, Game, OpeningRules, Option, Ranking
from app.games.errors import GameError, errors_of, raise_first
from app.games.keys import KEYS, MAX_ENTRIES, MAX_WAYS
from app.games.layout import Layout
from app.games.references import reference_errors
from app.games.rules.share import Use, share_rules
from app.games.rules.trigger import trigger_rules
from app.games.rules.wild import wild_rules
from app.games.steps import Spec, step_specs
from app.games.steps.showdown import Showdown
from app.games.streets import most_dealt_in, name_streets
from app.text import count_word, short, slug
from app.toml import TomlError, parse_toml

#: The keys that hold lists of parts, with the registry of each and the key that names a part's kind.
LISTS: Mapping[str, tuple[Registry[Any], str]] = {
    "script": (step_specs, "step"),
    "share": (share_rules, "rule"),
    "wild": (wild_rules, "rule"),
    "trigger": (trigger_rules, "rule"),
}

#: The same with the modifiers, which are not part of a resolved game.
PARTS: Mapping[str, tuple[Registry[Any], str]] = {**LISTS, "modifier": (modifiers.modifier_rules, "modifier")}

#: The keys that hold a table, with the class made from it.
TABLES: Mapping[str, type[Any]] = {
    "deck": Deck,
    "ranking": Ranking,
    "opener": OpeningRules,
    "use": Use,
    "layout": Layout,
}

_OPTION = re.compile(r"[A-Za-z0-9_-]{1,40}")

#: The longest chain of games that extend each other.
DEPTH = 4


class Renamed(NamedTuple):
    """The current form of an older rule or step: its name, its implied settings, and its renamed settings."""

    rule: str
    settings: Mapping[str, Any]
    names: Mapping[str, str] = MappingProxyType({})


#: Renamed rules and steps, by the key of the game file and the older name.
RENAMED: Mapping[str, Mapping[str, Renamed]] = {
    "trigger": {
        "redeal-card": Renamed("up-card", {"then": "redeal"}, {"card": "cards"}),
        "rainout": Renamed("up-card", {"then": "end the hand", "name": "rainout"}, {"card": "cards"}),
        "joker-folds": Renamed("up-card", {"then": "fold", "joker": True}),
        "pay-or-fold": Renamed("up-card", {"then": "pay or fold", "price": "pot"}, {"rank": "ranks"}),
        "extra-card": Renamed("up-card", {"then": "extra card", "price": "small bet"}, {"rank": "ranks"}),
        "centre-after-pair": Renamed("up-card", {"then": "centre card", "pair": True, "third": False}),
    },
    "wild": {"until-second": Renamed("up-card", {"then": "not wild", "count": 2})},
    "script": {"play-for-pot": Renamed("contest", {"hand": "set"})},
}


@lru_cache(maxsize=1)
def scripts() -> Mapping[str, list[dict[str, Any]]]:
    """Return the street scripts that games share, by name."""
    return tomllib.loads(files("app.games").joinpath("scripts.toml").read_text("utf-8"))


#: The library as parsed earlier, if restored.
_restored: list[Mapping[str, Mapping[str, Any]]] = []


@lru_cache(maxsize=1)
def library() -> Mapping[str, Mapping[str, Any]]:
    """Return every game file, parsed, by id. Raises GameError for a file that is not valid TOML."""
    if _restored:
        return _restored[-1]
    return {game_id: parse(text, f"{game_id}.toml") for game_id, text in library_texts().items()}


def restore_tables(tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Use ``tables`` as the parsed game files; without effect once the library has been loaded."""
    _restored.append(tables)


def library_texts() -> Mapping[str, str]:
    """Return the text of every game file by id."""
    found = sorted(files("app.games.library").iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file.read_text("utf-8") for file in found if file.name.endswith(".toml")}


def parse(text: str, source: str) -> dict[str, Any]:
    """Return a game file's text as a table; raises GameError naming the file and what is wrong in it."""
    with errors_of(source):
        try:
            raw = parse_toml(text)
        except TomlError as problem:
            raise GameError(str(problem)) from None
        raise_first(key_errors(raw))
        return raw


def key_errors(raw: Mapping[str, Any]) -> Iterator[GameError]:
    """Yield an error for each unknown key of a game's table, wrong kind of value, and value with too many entries."""
    for key, value in raw.items():
        if key not in KEYS:
            yield GameError(f"unknown key {short(key)}", about=key)
            continue
        try:
            checked(value, KEYS[key].kind, key, key)
        except GameError as problem:
            yield problem
            continue
        if not isinstance(value, str) and isinstance(value, Sized) and len(value) > MAX_ENTRIES:
            yield GameError(f"more than {MAX_ENTRIES} entries", key=key, about=key)


def file_of(game: Game) -> dict[str, Any]:
    """Return a game as the complete table of a file, without options and modifiers."""
    return {key: value for key, value in game.raw.items() if key in KEYS}


def inherited(game: str, games: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a game's table with its parents' keys under its own.

    Raises GameError for an unknown parent, too many of them, or a key that none of them has.
    """
    with errors_of(f"{game}.toml"):
        merged = merged_with_parents(game, games)
        raise_first(missing_keys(merged))
        return merged


def merged_with_parents(game: str, games: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a game's table with its parents' keys. Raises GameError for an unknown parent, or too many of them."""
    chain = [games[game_id] for game_id in (game, *parents_of(game, games))]
    merged: dict[str, Any] = {}
    for raw in reversed(chain):
        merged = {key: value for key, value in merged.items() if KEYS[key].inherited} | dict(raw)
    if "option" in merged:
        merged["option"] = _options_in(chain, merged)
    return merged


def parents_of(game: str, games: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the ids of the games that a game extends, the nearest first.

    Raises GameError for an unknown parent, or too many of them.
    """
    ids = [game]
    while parent := games[ids[-1]].get("extends"):
        if parent not in games:
            near = get_close_matches(slug(str(parent)), games, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise GameError(f"no game has the id {short(parent)}{hint}", key="extends", about="extends")
        if games[parent] is games[ids[-1]]:
            raise GameError("a game cannot extend itself", key="extends", about="extends")
        ids.append(parent)
        if len(ids) > DEPTH + 1:
            raise GameError(f"more than {DEPTH} deep", key="extends", about="extends")
    return tuple(ids[1:])


def _options_in(chain: Sequence[Mapping[str, Any]], merged: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a game or its nearest parent declares, followed by all others that it refers to."""
    script = merged.get("script", ())
    named = options_named([*merged.values(), scripts().get(script, []) if isinstance(script, str) else []])
    options = dict(merged["option"])
    for raw in chain:
        options |= {key: table for key, table in raw.get("option", {}).items() if key in named and key not in options}
    return options


def options_named(value: object) -> set[str]:
    """Return the keys of the options that a value refers to."""
    return {reference["option"] for reference in option_references(value)}


def option_references(value: object) -> Iterator[Mapping[str, Any]]:
    """Yield every reference to an option in a value."""
    if isinstance(value, Mapping):
        if isinstance(value.get("option"), str):
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from option_references(inner)


def missing_keys(raw: Mapping[str, Any]) -> Iterator[GameError]:
    """Yield an error for each required key that a game lacks."""
    for key, rule in KEYS.items():
        if rule.required and key not in raw:
            yield GameError(f"key {key!r} is missing", about=key)


def options_of(raw: Mapping[str, Any], source: str) -> dict[str, Option]:
    """Return the options that a game's table declares, by key. Raises GameError for a faulty one."""
    options, errors = read_options(raw)
    with errors_of(source):
        raise_first(errors)
    return options


def read_options(raw: Mapping[str, Any]) -> tuple[dict[str, Option], list[GameError]]:
    """Return the options that a game's table declares, by key, and every error in them."""
    options: dict[str, Option] = {}
    errors = []
    for key, table in raw.get("option", {}).items():
        path = f"option.{key}"
        if not _OPTION.fullmatch(key):
            reason = f"an option is named in at most 40 letters, digits, hyphens and underscores, not {short(key)}"
            errors.append(GameError(reason, key=path))
            continue
        option, wrong = attempt(Option, {**table, "key": key}, path)
        errors += wrong
        if option is None:
            continue
        options[key] = option
        if problem := option.check(option.default):
            errors.append(GameError(problem, key=f"{path}.default", about="default"))
    if sum(len(option.values()) for option in options.values()) > MAX_WAYS:
        errors.append(GameError(f"more than {MAX_WAYS} values to choose from in all", key="option", about="option"))
    return options, errors


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
    raw = with_current_names({key: value for key, value in raw.items() if key not in ("option", "extends")})
    with errors_of(f"{game}.toml"):
        raw["script"] = script_of(raw["script"])
        raw = {**fill_in(raw, chosen), "id": game}
        own = [modifiers.read_modifier(entry, "modifier") for entry in raw.pop("modifier", [])]
        called = list(with_modifiers)
        if own or called:
            raise_first(reference_errors(build(raw)))  # modifiers rely on a valid game
        called = modifiers.in_order(called, own)
        for modifier in [*own, *called]:
            raw = modifiers.apply(raw, modifier)
        if called:
            # The file's own sentence may no longer be true.
            raw["changes"] = [modifier.words() for modifier in called]
            count = "a change" if len(called) == 1 else f"{count_word(len(called))} changes"
            raw["about"] = f"{raw['name']} with {count}."
        built = build(raw)
        raise_first(reference_errors(built))
        return _for_players_dealt_in(built) if called else built


def _for_players_dealt_in(game: Game) -> Game:
    """Return a game called with modifiers, limited to as many players as its deck can deal in before the first bet."""
    least, most = game.players
    return game if most <= game.most_dealt_in else build({**game.raw, "players": [least, game.most_dealt_in]})


def script_of(given: str | Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the steps of a script, which a game may give by name. Raises GameError for an unknown name."""
    if not isinstance(given, str):
        return given
    if given not in scripts():
        raise GameError(f"no script is called {short(given)}", key="script", about="script")
    return scripts()[given]


def _chosen(game: str, declared: Mapping[str, Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of each option, by default or as given. Raises GameError for an unknown option or value."""
    with errors_of(game):
        for key, value in values.items():
            if key not in declared:
                known = ", ".join(declared) or "none"
                raise GameError(f"there is no option {short(key)} (options: {known})", about=key)
            if problem := declared[key].check(value):
                raise GameError(f"option {key!r} {problem}, not {short(value)}", about=key)
    return {key: option.default for key, option in declared.items()} | dict(values)


def fill_in(value: Any, chosen: Mapping[str, Any]) -> Any:
    """Return the value with option references replaced by the choices, and without the entries switched off.

    An entry stays if ``on``, or every item of its list, is true. Raises GameError for a reference to an undeclared
    option, and for an ``on`` that is neither true nor false.
    """
    if isinstance(value, Mapping):
        if "option" in value:
            return _choice(value, chosen)
        filled = {key: fill_in(inner, chosen) for key, inner in value.items() if key != "on"}
        off = [key for key, inner in value.items() if not is_on(inner, chosen)]
        return {key: inner for key, inner in filled.items() if key not in off}
    if isinstance(value, list):
        return [fill_in(entry, chosen) for entry in value if is_on(entry, chosen)]
    return value


def is_on(entry: object, chosen: Mapping[str, Any]) -> bool:
    """Return whether an entry of a list stays. Raises GameError as :func:`fill_in`."""
    if not isinstance(entry, Mapping):
        return True
    given = fill_in(entry.get("on", True), chosen)
    conditions = given if isinstance(given, list) else [given]
    for on in conditions:
        if not isinstance(on, bool):
            raise GameError(f"must be true or false, not {short(on)}", key="on", about="on")
    return all(conditions)


def _choice(reference: Mapping[str, Any], chosen: Mapping[str, Any]) -> Any:
    option = reference["option"]
    key = f"{{ option = {short(option)} }}"
    if not isinstance(option, str) or option not in chosen:
        raise GameError("no such option is declared", key=key, about="option")
    if unknown := sorted(set(reference) - {"option", "is", "not"}):
        raise GameError(f"unknown key {short(unknown[0])}", key=key, about=unknown[0])
    if "is" in reference:
        return chosen[option] in _values(reference["is"])
    if "not" in reference:
        return chosen[option] not in _values(reference["not"])
    return chosen[option]


def values_asked(reference: Mapping[str, Any]) -> list[Any]:
    """Return the values that a reference to an option asks about."""
    return [value for key in ("is", "not") if key in reference for value in _values(reference[key])]


def _values(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def build(raw: Mapping[str, Any]) -> Game:
    """Return the game that a resolved table describes, from :func:`resolve` or a stored hand.

    Only :func:`resolve` checks the references between its parts, so that a hand already dealt can be played on.
    """
    with errors_of(str(raw["id"])):
        raw = with_current_names(raw)
        script: tuple[Spec, ...] = _rules(raw, "script")
        if not script or not isinstance(script[-1], Showdown):
            script = (*script, Showdown())
        if not (shares := _rules(raw, "share")):
            raise GameError("nobody would win the pot", key="share", about="share")
        deck, layout, ante = _table(raw, "deck"), _table(raw, "layout"), raw.get("ante", True)
        streets, labels, held = name_streets(script, raw.get("streets", ""))
        return Game(
            id=str(raw["id"]),
            name=raw["name"],
            about=raw["about"],
            script=script,
            streets=streets,
            labels=labels,
            held=held,
            shares=shares,
            wild=_rules(raw, "wild"),
            triggers=_rules(raw, "trigger"),
            deck=deck,
            ranking=_table(raw, "ranking"),
            opener=_table(raw, "opener"),
            use=_table(raw, "use"),
            layout=layout,
            players=_player_range(raw, script, len(deck.cards()) - len(layout.places), held),
            seats=raw.get("seats", 0),
            even=raw.get("even", False),
            ante=ante is not False,
            blinds=raw.get("blinds", 0),
            bomb_pot=0 if isinstance(ante, bool) else ante,
            changes=tuple(raw.get("changes", ())),
            table_rules=tuple(raw.get("table_rules", ())),
            raw=raw,
        )


def _rules(raw: Mapping[str, Any], key: str) -> tuple[Any, ...]:
    registry, name = LISTS[key]
    return tuple(registry.make(entry, name, f"{key}[{at}]") for at, entry in enumerate(raw.get(key, [])))


def _table(raw: Mapping[str, Any], key: str) -> Any:
    return make(TABLES[key], raw.get(key, {}), key)


def _player_range(raw: Mapping[str, Any], script: tuple[Spec, ...], cards: int, held: int) -> tuple[int, int]:
    """Return the fewest and most players: two to as many as the deck can deal in, unless the game says otherwise.

    ``cards`` are left for the players and must cover what is dealt before the first bet. After that players may fold:
    if the deck runs out, discards are reshuffled, or the house rule for a short deck applies.
    """
    if held < 1 and not any(step.you_judge for step in script):
        raise GameError("nobody is dealt a card", key="script", about="script")
    least, most = raw.get("players", (2, min(10, most_dealt_in(script, cards))))
    total = cards - sum(step.shared for step in script)
    if total < least * held:
        key = "deck" if "deck" in raw else "script"
        raise GameError(f"the deck is too small for {least} players with {held} cards each", key=key, about=key)
    return least, most


def with_current_names(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game's table with the current names of its rules and steps."""
    lists = {key: raw[key] for key in RENAMED if not isinstance(raw.get(key, ""), str)}
    return {**raw, **{key: [_with_current_name(key, entry) for entry in entries] for key, entries in lists.items()}}


def _with_current_name(key: str, entry: Any) -> Any:
    kind = LISTS[key][1]
    name = entry.get(kind) if isinstance(entry, Mapping) else None
    if not isinstance(name, str) or name not in RENAMED[key]:
        return entry
    current = RENAMED[key][name]
    given = {current.names.get(field, field): value for field, value in entry.items() if field != kind}
    return {kind: current.rule, **current.settings, **given}
