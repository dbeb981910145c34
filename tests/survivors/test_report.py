"""The report of `make mutants` lists unexplained survivors and outdated explanations."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.survivors.report import Change, Mutant, explanations, report

ROOT = Path(__file__).parents[2]

DIFF = """--- app/pots.py
+++ app/pots.py
@@ -1,3 +1,3 @@
 def {function}(bets):
-    if bets > 1:
+    if bets >= 1:
         return bets
"""
KILLED = Mutant("app.pots.x_split__mutmut_1", "killed")
SURVIVOR = Mutant("app.pots.x_split__mutmut_2", "survived", DIFF.format(function="split"))
UNTRIED = Mutant("app.pots.x_split__mutmut_3", "not checked")
CHANGE = Change("app.pots.split", was="if bets > 1:", now="if bets >= 1:")


def test_a_survivor_is_identified_by_its_function_and_lines() -> None:
    assert SURVIVOR.change == CHANGE
    method = Mutant("app.pots.xǁ_Pot_Sizeǁ_split_it__mutmut_12", "survived", DIFF)
    assert method.change.function == "app.pots._Pot_Size._split_it"


def test_deleting_lines_is_a_change() -> None:
    diff = "--- a\n+++ a\n@@ -1,2 +1 @@\n     pay(\n-        seat,\n-        chips,\n     )\n"
    assert Mutant("app.pots.x_pay__mutmut_1", "survived", diff).change == ("app.pots.pay", "seat,\nchips,", "")


def test_an_unexplained_survivor_is_listed_with_its_diff() -> None:
    text, all_explained = report([KILLED, SURVIVOR], {})
    assert not all_explained
    assert "app.pots.x_split__mutmut_2: survived" in text
    assert "+    if bets >= 1:" in text
    assert text.splitlines()[1].split() == ["app.pots", "2", "0", "1", "0", "0", "1"]


def test_an_explained_survivor_is_only_counted() -> None:
    text, all_explained = report([KILLED, SURVIVOR], {CHANGE: "there is always a bet"})
    assert all_explained
    assert [line.split() for line in text.splitlines()[1:]] == [
        ["app.pots", "2", "0", "1", "0", "1", "0"],
        ["all", "2", "0", "1", "0", "1", "0"],
    ]


@pytest.mark.parametrize("other", [{"function": "app.pots.cut"}, {"was": "if bets > 2:"}, {"now": "if bets < 1:"}])
def test_an_explanation_covers_only_its_own_change(other: dict[str, str]) -> None:
    assert not report([SURVIVOR], {CHANGE._replace(**other): "another change"})[1]


def test_a_mutant_without_tests_is_a_survivor() -> None:
    text, all_explained = report([Mutant(SURVIVOR.name, "no tests", SURVIVOR.diff)], {})
    assert not all_explained
    assert "app.pots.x_split__mutmut_2: no tests" in text


def test_an_outdated_explanation_is_listed_once_all_mutants_are_tried() -> None:
    outdated = {CHANGE: "there is always a bet"}
    text, all_explained = report([KILLED], outdated)
    assert all_explained
    assert text.endswith("Explained, but no survivor: in app.pots.split\nwas if bets > 1:\nnow if bets >= 1:")
    assert "Explained, but" not in report([KILLED, UNTRIED], outdated)[0]


def test_explanations_are_read_from_every_file(tmp_path: Path) -> None:
    entry = '[[survivor]]\nin = "app.pots.split"\nwas = "    if bets > 1:"\nnow = "{}"\nwhy = "there is always a bet"\n'
    (tmp_path / "one.toml").write_text(entry.format("    if bets >= 1:"), "utf-8")
    (tmp_path / "none.toml").write_text("# Nothing is left to explain.\n", "utf-8")
    (tmp_path / "two.toml").write_text(entry.format("if bets:") + entry.format("if True:"), "utf-8")
    assert explanations(tmp_path) == {
        CHANGE._replace(now=now): "there is always a bet" for now in ("if bets >= 1:", "if bets:", "if True:")
    }


def test_every_explained_line_still_exists() -> None:
    for change, why in explanations().items():
        assert why
        names = change.function.split(".")
        module = next(
            path
            for end in range(len(names), 0, -1)
            if (path := ROOT.joinpath(*names[:end]).with_suffix(".py")).exists()
        )
        lines = {line.strip() for line in module.read_text("utf-8").splitlines()}
        assert set(change.was.splitlines()) <= lines, change
