"""The size report: kinds of lines, depth of imports, and this whole checkout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.settings import ROOT
from tests.size import Module, floors, modules, names_used, report, tap

CODE = '''"""A module."""

import os

# Why.
def one(
    x,
):
    """Return it."""
    return os.path.join(x)
'''


def test_each_line_is_of_one_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "one.py").write_text(CODE)
    (module,) = modules(tmp_path, "app")
    assert isinstance(module, Module)
    assert module.kinds == {"docstrings": 2, "imports": 1, "comments": 1, "code": 4, "blank": 2}
    assert names_used([module])["join"] == 1
    monkeypatch.setattr("tests.size.tap", lambda root: "one module")
    lines = list(report(tmp_path))
    assert "tapping a card: one module" in lines
    assert "functions: 1, with one caller: 0" in lines
    assert "app: 10 lines in 1 files; the longest:" in lines


@pytest.mark.parametrize(
    ("graph", "count"), [({"a": {"b"}, "b": {"c"}, "c": set()}, 3), ({"a": {"b"}, "b": {"a"}}, 2), ({}, 0)]
)
def test_floors_are_the_longest_import_chain(graph: dict[str, set[str]], count: int) -> None:
    assert floors(graph) == count


@pytest.mark.slow
def test_a_tap_of_this_checkout_is_measured() -> None:
    assert re.fullmatch(r"[1-9]\d+ modules, [1-9]\d+ functions", tap(ROOT))
