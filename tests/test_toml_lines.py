"""The line of every key in a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from app.games.load import library_texts
from app.toml_lines import line_of, lines_of

TEXT = '''name = "X" # [no.table]
a . "b c".d = [ # 2
  1, [2,
    { x = """
]""", 'y' = 1979-05-27 07:32:00 }],
]
[[list]]
z = {}
[list.table]
[[list.inner]]
[[list.inner]]
q = "=,#"
[[list]]
[un.named]
'''


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of every value in a parsed text."""
    items = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for name, item in items:
        inner = f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}" if path else name
        yield inner
        yield from paths(item, inner)


def test_every_key_and_entry_has_the_line_where_it_begins() -> None:
    assert lines_of(TEXT) == {
        "name": 1,
        "a": 2,
        "a.b c": 2,
        "a.b c.d": 2,
        "a.b c.d[0]": 3,
        "a.b c.d[1]": 3,
        "a.b c.d[1][0]": 3,
        "a.b c.d[1][1]": 4,
        "a.b c.d[1][1].x": 4,
        "a.b c.d[1][1].y": 5,
        "list": 7,
        "list[0]": 7,
        "list[0].z": 8,
        "list[0].table": 9,
        "list[0].inner": 10,
        "list[0].inner[0]": 10,
        "list[0].inner[1]": 11,
        "list[0].inner[1].q": 12,
        "list[1]": 13,
        "un": 14,
        "un.named": 14,
    }


def test_lines_are_found_for_exactly_the_existing_paths() -> None:
    texts = {"with LF": TEXT, "with CRLF": TEXT.replace("\n", "\r\n"), **library_texts()}
    for name, text in texts.items():
        assert set(lines_of(text)) == set(paths(tomllib.loads(text))), name


@pytest.mark.parametrize(
    ("path", "line"), [("list[0].inner[1].q", 12), ("list[1].q", 13), ("a.b c.d[9]", 2), ("other", 0), ("", 0)]
)
def test_a_missing_path_has_the_line_of_its_nearest_parent(path: str, line: int) -> None:
    assert line_of(path, lines_of(TEXT)) == line


def test_very_long_keys_are_shortened_in_paths() -> None:
    found = lines_of(f"{'a' * 30_000} = [{'{x=1},' * 4000}]")
    assert max(map(len, found)) < 120
