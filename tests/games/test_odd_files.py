"""Odd game files and hand records are played or refused with a reason, without any other error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli import main
from app.games.errors import GameError
from app.games.faults import faults_of
from app.games.load import KEYS, library, parse, resolve
from app.games.modifiers import modifier_rules
from app.record.check import run
from app.record.fields import DESCRIBED, PLAYED
from app.record.hand import RecordError
from app.record.report import as_json, as_text
from app.record.text import read
from tests.games.test_load import PLAIN

WORDS = "step rule option on is not modifier cards ranks rank count price deal bet roll du d Q x high free".split()

#: Values that are valid somewhere, nowhere, or almost.
VALUES = st.recursive(
    st.sampled_from([*WORDS, "", "??", "d" * 60, 0, 1, 2, -1, 99, 10**15, 16**80, True, False, 1.5, float("inf")]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=5,
)
RECORD: dict[str, Any] = {
    "variant": "woolworth",
    "antes": [1, 1],
    "small_bet": 2,
    "big_bet": 4,
    "starting_stacks": [100, 100],
    "actions": ["d dh p1 ????8h", "d dh p2 ????9c", "p2 cc"],
}


@settings(max_examples=300)
@given(key=st.sampled_from(sorted(KEYS)), value=VALUES, modifiers=st.lists(st.sampled_from(modifier_rules.names())))
def test_a_game_file_is_resolved_or_refused(key: str, value: Any, modifiers: list[str]) -> None:
    text = tomli_w.dumps({**PLAIN, "modifier": modifiers, key: value})
    faults = faults_of(text, "odd", library())
    try:
        resolve("odd", games={**library(), "odd": parse(text, "odd.toml")})
    except GameError as problem:
        refusal = problem
    else:
        assert all("(with option" in fault.why for fault in faults)
        return
    assert refusal.source
    assert refusal.reason
    assert any(fault.why.endswith(refusal.reason) for fault in faults)


@settings(max_examples=300)
@given(name=st.sampled_from([*PLAYED, *DESCRIBED, "_own"]), value=VALUES)
def test_a_record_is_replayed_or_refused(name: str, value: Any) -> None:
    try:
        replayed = run(read(tomli_w.dumps({**RECORD, name: value}), "odd.phh"))
    except RecordError as problem:
        refusal = str(problem)
    else:
        assert as_json(replayed)
        assert as_text(replayed)
        return
    assert refusal.startswith("odd.phh: ")


def test_check_prints_one_line_for_each_fault_of_an_odd_file(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "odd.toml"
    for value in ("3", "[[[1]]]", "{ a = { b = 1 } }", "nan", "1979-05-27", "'''\n\n'''", '"\\u0000"'):
        for key in KEYS:
            plain = tomli_w.dumps({name: old for name, old in PLAIN.items() if name != key})
            path.write_text(f"{key} = {value}\n{plain}", "utf-8")
            status = main(["check", str(path)])
            out, err = capsys.readouterr()
            lines = err.splitlines()
            assert (status, out.count("\n"), bool(lines)) in ((0, 2, False), (2, 0, True)), (key, value, err)
            assert all(line.startswith(f"{path}:") for line in lines)
