"""Errors for authors who have forgotten words, or registered them twice."""

from __future__ import annotations

import pytest

from app.hand.ask import Question
from app.words.asks import LABELS, amount_label
from app.words.prompts import question
from app.words.speaker import Speaker, Wordlist


class Guesses(Question):
    """A question without words."""


def test_a_question_without_words_is_named_with_its_module():
    with pytest.raises(KeyError, match=rf"nothing is said of Guesses, of {__name__}"):
        question.say(Guesses(), Speaker(("Ann",)))


def test_a_name_without_words_is_reported_with_its_kind():
    with pytest.raises(KeyError, match="no words for the manner 'no such manner'"):
        amount_label("no such manner")


def test_the_words_of_another_step_are_not_overwritten():
    with pytest.raises(ValueError, match="words for the manner 'fold' already"):
        LABELS["fold"] = "Throw them in"
    assert LABELS["fold"] == "Fold"


def test_a_new_name_gets_its_words():
    words = Wordlist[str]("manner")
    words["robs"] = "Rob"
    assert words["robs"] == "Rob"
