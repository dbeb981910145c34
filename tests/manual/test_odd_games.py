"""The names, files and messages in docs/odd-games.md exist."""

from __future__ import annotations

import re

from tests.manual.printed import ROOT

PAGE = (ROOT / "docs" / "odd-games.md").read_text("utf-8")
MORE = PAGE.partition("\n## What else a game may need\n")[2].partition("\n## Common errors\n")[0]
CODE = "".join(path.read_text("utf-8") for path in sorted((ROOT / "app").rglob("*.py")))

#: Names that no code has: the section's example of a note, and a command.
NOT_CODE = {"LastHanged", "python"}


def test_every_file_named_in_the_page_exists():
    paths = re.findall(r"`((?:app|docs|tests)/[\w./]+)`", MORE)
    assert len(paths) > 10
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_every_name_in_the_page_is_in_the_code():
    quoted = re.findall(r"(?<!`)`([^`]+)`(?!`)", MORE)
    names = {name for text in quoted if "/" not in text for name in re.findall(r"[A-Za-z_]{3,}", text)}
    assert len(names) > 30
    missing = {name for name in names - NOT_CODE if not re.search(rf"\b{name}\b", CODE)}
    assert not missing, f"docs/odd-games.md names {sorted(missing)}, which is nowhere in app/"


def test_every_message_in_the_page_is_in_the_code():
    rows = PAGE.partition("| you see |")[2].splitlines()[2:]
    told = [match[1] for row in rows if (match := re.match(r"\| `([^`]+)` \|", row))]
    tests = "".join(
        path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py") if path.name != "test_odd_games.py"
    )
    assert len(told) == 10
    assert not [
        text for text in told for part in text.split("...") if part.strip() and part.strip() not in CODE + tests
    ]
