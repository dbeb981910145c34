"""Folding the log: the effect of undo, redo and corrections."""

from __future__ import annotations

from functools import reduce
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.night.log.entries import Changes, HandLog, LogEntry, apply_entry, parse_changes


def written(*entries: str) -> list[LogEntry]:
    """Return numbered log entries from ``act p1 f``, ``undo``, ``correct 2 p1 cc`` and so on."""
    split = [entry.partition(" ") for entry in entries]
    return [LogEntry(n, cast(Any, kind), text) for n, (kind, _, text) in enumerate(split, start=1)]


def fold(entries: list[LogEntry]) -> HandLog:
    return reduce(apply_entry, entries, HandLog())


def live(*entries: str) -> list[str]:
    return list(fold(written(*entries)).actions)


def test_acts_add_up():
    assert live("act a", "act b", "act c") == ["a", "b", "c"]


def test_undo_removes_the_last_remaining_action():
    assert live("act a", "act b", "act c", "undo", "undo") == ["a"]


def test_undo_of_an_empty_log_changes_nothing():
    assert live("act a", "undo", "undo") == []
    assert live("act a", "undo", "undo", "redo") == ["a"]


def test_redo_restores_actions_in_their_order():
    assert live("act a", "act b", "undo", "undo", "redo") == ["a"]
    assert live("act a", "act b", "undo", "undo", "redo", "redo") == ["a", "b"]


def test_redo_restores_every_undone_action_once():
    undone = ["act a", "act b", "act c", "undo", "undo", "undo"]
    assert live(*undone, "redo", "redo") == ["a", "b"]
    log = fold(written(*undone, "redo", "redo", "redo"))
    assert (log.actions, log.redo_stack) == (("a", "b", "c"), ())


@pytest.mark.parametrize(
    "entries",
    [["undo"], ["redo"], ["act a", "undo"], ["act a", "undo", "redo"], ["act a", "more b"], ["act a", "correct 1 x"]],
)
def test_every_entry_is_numbered_even_if_it_changes_nothing(entries: list[str]):
    assert fold(written(*entries)).number == len(entries)


def test_the_actions_of_one_tap_are_separate_entries_undone_together():
    log = fold(written("act a", "act b", "more c"))
    assert [(line.entry, line.part, line.text) for line in log.current] == [(1, 0, "a"), (2, 0, "b"), (3, 0, "c")]
    assert live("act a", "act b", "more c", "undo") == ["a"]


def test_a_new_action_clears_the_redo_stack():
    assert live("act a", "act b", "undo", "act c", "redo") == ["a", "c"]


def test_correct_replaces_one_action_and_keeps_the_rest():
    assert live("act a", "act b", "act c", "correct 2 x y") == ["a", "x y", "c"]


def test_each_line_of_a_correction_has_its_own_part_number():
    log = fold(written("act a", "act b", "act c", "correct 1 x\n1 y\n3 z"))
    assert [(line.entry, line.part, line.text) for line in log.current] == [
        (4, 0, "x"),
        (4, 1, "y"),
        (2, 0, "b"),
        (4, 2, "z"),
    ]


def test_undo_removes_a_correction_as_a_whole():
    assert live("act a", "act b", "act c", "correct 1 x\n2 y !\n3", "undo") == ["a", "b", "c"]


def test_undo_after_an_undone_correction_removes_the_last_action():
    assert live("act a", "act b", "correct 1 x", "undo", "undo") == ["a"]


def test_a_correction_can_be_redone():
    assert live("act a", "act b", "correct 1 x", "undo", "redo") == ["x", "b"]


def test_cut_drops_the_rest_until_it_is_undone():
    assert live("act a", "act b", "act c", "correct 2") == ["a"]
    assert live("act a", "act b", "act c", "correct 2", "undo") == ["a", "b", "c"]


def test_a_correction_can_change_several_actions_and_cut():
    assert live("act a", "act b", "act c", "act d", "correct 1 x\n2 y\n4") == ["x", "y", "c"]


def test_a_correction_can_delete_an_action():
    assert live("act a", "act b", "act c", "correct 2 -") == ["a", "c"]
    assert live("act a", "act b", "act c", "correct 2 -", "undo") == ["a", "b", "c"]


def test_a_correction_can_insert_actions():
    assert live("act a", "act b", "correct 2 x\n2 y\n2 b") == ["a", "x", "y", "b"]


def test_places_are_counted_before_the_correction():
    assert live("act a", "act b", "act c", "act d", "correct 1 -\n2 x\n2 b\n4") == ["x", "b", "c"]


def test_an_action_that_a_correction_repeats_stays_the_same_line():
    log = fold(written("act a", "act b", "correct 2 x\n2 b"))
    assert [(line.entry, line.part, line.text) for line in log.current] == [(1, 0, "a"), (3, 0, "x"), (2, 0, "b")]


def test_the_same_action_twice_is_two_lines():
    log = fold(written("act a", "correct 1 a\n1 a"))
    assert [(line.entry, line.part, line.text) for line in log.current] == [(1, 0, "a"), (2, 0, "a")]


def test_origins_give_the_earlier_place_of_every_action():
    changes = Changes({1: (), 3: ("x", "y", "c")}, 5)
    assert changes.origins(6) == (2, 3, 3, 3, 4)
    assert Changes().origins(2) == (1, 2)
    assert Changes(cut=1).origins(2) == ()


def test_a_correction_of_an_unknown_place_changes_nothing():
    assert live("act a", "correct 7 x") == ["a"]
    assert live("act a", "correct 0") == []


def test_written_changes_read_back():
    changes = Changes({3: ("p1 cbr 4 !",), 5: ("p2 f # oops", "p3 cc"), 7: ()}, 9)
    assert str(changes) == "3 p1 cbr 4 !\n5 p2 f # oops\n5 p3 cc\n7 -\n9"
    assert parse_changes(str(changes)) == changes


entries = st.one_of(
    st.sampled_from(["undo", "redo"]),
    st.sampled_from("abc").map(lambda text: f"act {text}"),
    st.integers(1, 5).map(lambda place: f"correct {place}"),
    st.integers(1, 5).map(lambda place: f"correct {place} x"),
    st.integers(1, 5).map(lambda place: f"correct {place} -"),
    st.integers(1, 5).map(lambda place: f"correct {place} x\n{place} y"),
)


@given(st.lists(entries, max_size=30))
def test_undo_then_redo_changes_nothing(rows: list[str]):
    log = fold(written(*rows))
    number = len(rows)
    undone = apply_entry(log, LogEntry(number + 1, "undo"))
    if log.undo_stack:
        assert apply_entry(undone, LogEntry(number + 2, "redo")).current == log.current
    else:
        assert undone.current == log.current


@given(st.lists(entries, max_size=30))
def test_undoing_everything_leaves_an_empty_log(rows: list[str]):
    log = fold(written(*rows))
    for number in range(len(rows) + 1, 2 * len(rows) + 2):
        log = apply_entry(log, LogEntry(number, "undo"))
    assert log.current == ()
