"""What a reference page is made of, whether it is printed as text or as Markdown.

Texts mark code with single backquotes, as Markdown does.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ManualField:
    """One key of a table: the kind of its value, its default as it would be written, and what it does.

    ``default`` is empty for a key that must be given.
    """

    name: str
    kind: str
    default: str
    does: str


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of a file, and a line that says where it comes from."""

    code: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a file can name: ``kind`` and ``name``, paragraphs about it, its fields, and examples."""

    kind: str
    name: str
    about: tuple[str, ...]
    fields: tuple[ManualField, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading with its introduction, a table of rows under a line of headings, and its entries."""

    title: str
    intro: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    entries: tuple[Entry, ...] = ()
    examples: tuple[Example, ...] = ()
