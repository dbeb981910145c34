"""The parts of a reference page, printed as Markdown for docs/ or as plain text for a terminal.

Texts mark code with single backquotes, as Markdown does.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from app.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ManualField:
    """One key of a table. ``default`` is empty for a required key."""

    name: str
    kind: str
    default: str
    does: str


@dataclass(frozen=True, slots=True)
class Example:
    """An excerpt of a file, and where it comes from."""

    code: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One named part of a file, such as a step, with its fields and examples."""

    kind: str
    name: str
    about: tuple[str, ...]
    fields: tuple[ManualField, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: introduction, a table, examples and entries, each optional."""

    title: str
    intro: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    entries: tuple[Entry, ...] = ()
    examples: tuple[Example, ...] = ()


_WIDTH = 100


def as_markdown(title: str, intro: Iterable[str], chapters: Iterable[Chapter], made_by: str) -> str:
    """Return a page as Markdown; ``made_by`` is a note at the top on how to reprint it."""
    parts = [f"# {title}", f"<!-- {made_by} -->", *intro]
    for chapter in chapters:
        parts += [f"## {chapter.title}", *chapter.intro]
        if chapter.rows:
            parts.append(_table(chapter.headings, chapter.rows))
        parts += [part for example in chapter.examples for part in _example_markdown(example)]
        parts += [part for entry in chapter.entries for part in _entry_markdown(entry)]
    return "\n\n".join(parts) + "\n"


def as_text(entries: Iterable[Entry]) -> str:
    """Return entries as plain text."""
    return "\n\n".join(map(_entry_text, entries))


def _entry_markdown(entry: Entry) -> list[str]:
    parts = [f"### `{entry.name}`", *entry.about]
    if entry.fields:
        rows = [(f"`{field.name}`", field.kind, field.default or "required", field.does) for field in entry.fields]
        parts.append(_table(("field", "value", "default", "what it does"), rows))
    return [*parts, *(part for example in entry.examples for part in _example_markdown(example))]


def _example_markdown(example: Example) -> list[str]:
    lines = [f"{example.source}:"] if example.source else []
    return [*lines, f"```toml\n{example.code}\n```"]


def _table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(headings), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in lines)


def _entry_text(entry: Entry) -> str:
    lines = [f"{entry.name} ({entry.kind})"]
    for paragraph in entry.about:
        lines += _wrapped(paragraph, "  ")
    if entry.fields:
        lines.append("")
    width = max((len(field.name) for field in entry.fields), default=0)
    for field in entry.fields:
        default = f"default: {field.default}" if field.default else "required"
        lines += _wrapped(f"{field.does} ({field.kind}; {default})", f"  {field.name:<{width}}  ")
    for example in entry.examples:
        lines += ["", *([f"  {example.source}:"] if example.source else [])]
        lines += textwrap.indent(example.code, "    ").splitlines()
    return "\n".join(lines)


def _wrapped(text: str, start: str) -> list[str]:
    """Wrap a text with a hanging indent after ``start``."""
    return textwrap.wrap(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
