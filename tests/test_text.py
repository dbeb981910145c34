"""Helpers for English text."""

from __future__ import annotations

import tomllib

import pytest

from app.text import full_sentence, ordinal_place, ordinal_word, short, width


@pytest.mark.parametrize(("place", "word"), [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (22, "22nd")])
def test_ordinal_words_and_places_convert_both_ways(place: int, word: str) -> None:
    assert ordinal_word(place) == word
    assert ordinal_place(word) == place


def test_a_sentence_has_one_mark_at_its_end() -> None:
    assert [full_sentence(text) for text in ("no", "no.", "who won?", "ha!")] == ["No.", "No.", "Who won?", "Ha!"]


def test_only_the_beginning_of_a_long_value_is_written() -> None:
    written = []

    class Entry:
        def __repr__(self) -> str:
            written.append(self)
            return "entry"

    assert short([Entry()] * 1000) == f"[{'entry, ' * 8}..."
    assert len(written) < 100


@pytest.mark.parametrize(("text", "letters"), [("Ann", 3), ("Zoë", 3), ("李雷", 4), ("🎲 Bob", 6)])
def test_wide_characters_count_as_two_letters(text: str, letters: int) -> None:
    assert width(text) == letters


@pytest.mark.parametrize("written", ["true", "1979-05-27", "07:32:00", "1979-05-27 07:32:00", "7", "'seven'"])
def test_a_value_is_quoted_as_written_in_the_file(written: str) -> None:
    assert short(tomllib.loads(f"key = {written}")["key"]) == written
