"""The page docs/game-files.md: every key, option form, step, wild rule, trigger, share and modifier."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.games.definition import Option
from app.games.keys import KEYS, REFERENCES
from app.games.load import DEPTH, PARTS, TABLES, scripts
from app.games.steps import step_specs
from app.manual import library
from app.manual.describe import describe, fields_of, toml_line, toml_value
from app.manual.page import Chapter, Entry, Example, as_markdown
from app.text import listing, sentence

TITLE = "Game files"

INTRO = (
    "A game is one TOML file, named after the game's id, in `app/games/library/` or, for a game of your own, in the "
    "folder `games` of the data directory. It says what is dealt and bet, what is wild, what an up-card sets off, and "
    "what the pot is played for. A file that `extends` another game gives only the differences.",
    "`upcard check FILE` prints every fault in a file with its line; `upcard games --sheet ID` prints the rule sheet "
    "made from it; `upcard rules NAME` prints the part of this page that explains one name.",
)


def markdown() -> str:
    """Return docs/game-files.md."""
    return as_markdown(TITLE, INTRO, chapters(), "Printed from the code by `make manual`; edit docstrings, not this.")


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return the chapters of the page."""
    return (
        _keys(),
        _options(),
        _references(),
        *_steps(),
        _chapter("wild", "Entries of `wild`. Several rules of a game add up."),
        _chapter("trigger", "Entries of `trigger`: what the cards set off."),
        _chapter("share", "Entries of `share`: one takes the whole pot, several split it."),
        _chapter(
            "modifier",
            "Entries of `modifier`, by name alone or with settings. Any game can also be called with them at the "
            "table. A modifier that contradicts the game is refused, with the reason.",
        ),
    )


def _keys() -> Chapter:
    entries = []
    for name, key in KEYS.items():
        about = [f"{sentence(key.does)}."]
        required = " Required." if key.required else ""
        inherited = "" if key.inherited else " Not inherited by a game that extends this one."
        about.append(f"Value: {key.words}.{required}{inherited}")
        if name == "extends":
            about.append(f"Games can extend each other at most {DEPTH} deep.")
        table = TABLES.get(name)
        example = library.key_example(name) or (Example(key.example) if key.example else None)
        if example is None and table is not None:
            example = Example(f"{name} = {describe(table).example}")
        fields = fields_of(table) if table is not None else ()
        entries.append(Entry("key", name, tuple(about), fields, (example,) if example else ()))
    named = Entry(
        "key",
        "script by name",
        ("Scripts shared by several games have names; a file gives the name instead of the list.",),
        examples=tuple(
            Example(toml_line(name, script), "`app/games/scripts.toml`") for name, script in scripts().items()
        ),
    )
    return Chapter("Keys", ("The keys at the top of a file.",), entries=(*entries, named))


def _options() -> Chapter:
    forms = {
        "Yes or no": library.option_example(lambda table: isinstance(table["default"], bool)),
        "A choice": library.option_example(lambda table: "choices" in table and "amount" not in table),
        "A choice, or a number of chips": library.option_example(lambda table: table.get("amount", False)),
    }
    examples = tuple(
        Example(found.code, f"{form}, from {found.source}") for form, found in forms.items() if found is not None
    )
    about = (*describe(Option).about, "In the file it is written `[option.key]`, and other values refer to it.")
    entry = Entry("option", "option", about, fields_of(Option, without=("key",)), examples)
    return Chapter("Options", ("What the table may choose when it calls the game.",), entries=(entry,))


def _references() -> Chapter:
    examples = {
        '{ option = "KEY" }': library.reference_example(lambda entry: {"option"} in _forms(entry)),
        '{ option = "KEY", is = VALUE }': library.reference_example(lambda entry: {"option", "is"} in _forms(entry)),
        '{ option = "KEY", not = VALUE }': library.reference_example(lambda entry: {"option", "not"} in _forms(entry)),
        "on = REFERENCE": library.reference_example(lambda entry: isinstance(entry.get("on"), Mapping)),
        "on = [REFERENCE, REFERENCE]": library.reference_example(lambda entry: isinstance(entry.get("on"), list)),
    }
    entries = tuple(
        Entry("reference", form, (f"{sentence(does)}.",), examples=(example,) if (example := examples[form]) else ())
        for form, does in REFERENCES.items()
    )
    intro = "Any value of a step, a rule, a share or a modifier may follow an option. There is no other logic."
    return Chapter("Values that follow an option", (intro,), entries=entries)


def _forms(entry: Mapping[str, Any]) -> list[set[str]]:
    """Return the keys of each reference in the values of an entry."""
    return [set(value) for value in entry.values() if isinstance(value, Mapping)]


def _steps() -> tuple[Chapter, Chapter]:
    """Return two chapters: the steps that a script names, and the steps that only triggers add."""
    names = step_specs.names()
    in_scripts = [_entry("script", name) for name in names if not step_specs.get(name).set_off_by]
    set_off = [_entry_of_trigger(name) for name in names if step_specs.get(name).set_off_by]
    return (
        Chapter("Steps", ("Entries of `script`, in the order of play.",), entries=tuple(in_scripts)),
        Chapter(
            "Steps that triggers set off",
            ("A trigger inserts these before the rest of the script; game files do not name them.",),
            entries=tuple(set_off),
        ),
    )


def _entry_of_trigger(name: str) -> Entry:
    """Return the entry of a step that only triggers add, with examples of those triggers."""
    cls = step_specs.get(name)
    settings = {"then": cls.set_off_then} if cls.set_off_then else {}
    examples = (library.entry_example("trigger", trigger, settings) for trigger in cls.set_off_by)
    return Entry(
        "step",
        name,
        (*describe(cls).about, f"Set off by {listing([f'`{trigger}`' for trigger in cls.set_off_by])}."),
        examples=tuple(example for example in examples if example is not None),
    )


def _chapter(key: str, intro: str) -> Chapter:
    registry = PARTS[key][0]
    return Chapter(
        f"{sentence(registry.kind)}s", (intro,), entries=tuple(_entry(key, name) for name in registry.names())
    )


def _entry(key: str, name: str) -> Entry:
    registry = PARTS[key][0]
    cls = registry.get(name)
    doc = describe(cls)
    example = library.entry_example(key, name)
    if example is None and doc.example:
        example = Example(f"{key} = [{doc.example}]")
    if example is None:
        example = _with_defaults(key, cls, name)
    return Entry(registry.kind, name, doc.about, fields_of(cls), (example,))


def _with_defaults(key: str, cls: type[Any], name: str) -> Example:
    """Return an example with default values, for a part that no game of the library uses.

    Raises LookupError if a field has no default: then a game must use the part, or a trigger must add it.
    """
    try:
        made = cls()
    except TypeError:
        raise LookupError(
            f"no game file uses {name!r}; if only a trigger makes it, {cls.__qualname__} says so: set_off_by = (...)"
        ) from None
    values = {field.name: getattr(made, field.name) for field in fields_of(cls)}
    table = {PARTS[key][1]: name, **{field: value for field, value in values.items() if value not in ("", 0)}}
    return Example(f"{key} = [{toml_value(table)}]", "With its defaults")
