"""Helpers for English text."""

from __future__ import annotations

import pytest

from app.text import ordinal_place, ordinal_word


@pytest.mark.parametrize(("place", "word"), [(1, "first"), (12, "twelfth"), (13, "13th"), (21, "21st"), (22, "22nd")])
def test_a_place_is_a_word_and_back(place: int, word: str) -> None:
    assert ordinal_word(place) == word
    assert ordinal_place(word) == place
