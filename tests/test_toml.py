"""Untrusted TOML: limits on size, nesting and numbers; invalid text raises only TomlError."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from app.toml import MAX_BYTES, MAX_DEPTH, TomlError, parse_toml, read_file


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = 1\nx" + ".y" * 200_000 + " = 1", "nested too deep (at line 2, column "),
        ("[x" + ".y" * 200_000 + "]", "nested too deep (at line 1, column "),
        ("x" + '."y"' * 100_000 + " = 1", "nested too deep (at line 1, column "),
        ("x" + " . y" * 100_000 + " = 1", "nested too deep (at line 1, column "),
        ("x = " + "[" * 300_000, "nested too deep (at line 1, column "),
        ("x = " + "{a=" * 300_000, "nested too deep (at line 1, column "),
        ("x = " + "{a.b.c=" * 100_000, "nested too deep (at line 1, column "),
        ("x = '\\'\ny = " + "[" * 300_000, "nested too deep (at line 2, column "),
        ("# it's\ny = " + "[" * 300_000, "nested too deep (at line 2, column "),
        ('x = """\n"" \\""""\ny = ' + "[" * 300_000, "nested too deep (at line 3, column "),
        ("a = 1\nx = 1" + "0" * 100_000, "a number is too long (at line 2, column 5)"),
        ("x = -1" + "0" * 100_000, "a number is too long (at line 1, column 5)"),
        ("x = +1" + "0" * 100_000, "a number is too long (at line 1, column 6)"),
        ("x = 1_0" + "_0" * 100_000, "a number is too long (at line 1, column 5)"),
        ("x = 0x" + "f" * 100_000, "a number is too long (at line 1, column 5)"),
        ("x = 1." + "0" * 100_000, "a number is too long (at line 1, column 7)"),
        ("#" * (MAX_BYTES + 1), "too large: more than 1,000,000 letters"),
        ("x = ", "Invalid value (at end of document)"),
    ],
)
def test_exhausting_text_is_refused_at_once(text: str, problem: str) -> None:
    start = time.monotonic()
    with pytest.raises(TomlError) as caught:
        parse_toml(text)
    assert str(caught.value).startswith(problem)
    assert time.monotonic() - start < 5


def test_numbers_of_100_digits_and_16_levels_are_the_limit() -> None:
    assert parse_toml("x = " + "9" * 100) == {"x": 10**100 - 1}
    assert parse_toml("x = " + "[" * 16 + "]" * 16)
    assert parse_toml("a" + ".a" * 16 + " = 1")
    for text in ("x = " + "9" * 101, "x = " + "[" * 17 + "]" * 17, "a" + ".a" * 17 + " = 1"):
        with pytest.raises(TomlError):
            parse_toml(text)


def test_dots_brackets_and_digits_in_strings_and_comments_do_not_count() -> None:
    odd = "[{." * 50 + "9" * 200
    text = f"a = \"{odd}\" # {odd}\nb = '{odd}'\nc = '''\n{odd}\n'''\nd = \"\"\"\n{odd}\\\"\"\"\"\n'{odd}' = 1"
    assert parse_toml(text) == tomllib.loads(text)


def test_dots_of_several_keys_do_not_add_up() -> None:
    text = "".join(f"[a{n}.b]\nc.d = {{ e.f = 1.5, g.h = [1.5, 2.5] }}\n" for n in range(100))
    assert parse_toml(text) == tomllib.loads(text)


def test_an_unreadable_file_is_refused_with_a_reason(tmp_path: Path) -> None:
    def problem(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(TomlError) as caught:
            read_file(str(path))
        return str(caught.value)

    assert problem("large", b"#" * (MAX_BYTES + 1)) == "too large: more than 1,000,000 bytes"
    assert problem("latin", b"\xff") == "not UTF-8 text"
    with pytest.raises(TomlError, match="No such file"):
        read_file(str(tmp_path / "none"))
    with pytest.raises(TomlError, match="directory"):
        read_file(str(tmp_path))
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfx = 1")
    assert read_file(str(tmp_path / "marked")) == "x = 1"


#: Pieces of random texts: everything with a meaning in TOML.
PIECES = [*"a 1 -1 0x1f 1.5 . = [ ] { } , \" ' \"\"\" ''' \\ #".split(), " ", "\n"]


@given(st.lists(st.sampled_from(PIECES) | st.characters(), max_size=40).map("".join))
def test_shallow_text_is_parsed_or_refused_like_tomllib(text: str) -> None:
    assume(sum(map(text.count, "[{.")) <= MAX_DEPTH)
    try:
        expected = tomllib.loads(text)
    except ValueError:
        with pytest.raises(TomlError):
            parse_toml(text)
    else:
        assert parse_toml(text) == expected
