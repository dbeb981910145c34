"""The words for sealed questions and their answers, on a phone and in the log."""

from __future__ import annotations

from app.dataclass import dataclass
from app.games.reasons import Reason
from app.hand.action import BID, DECLARE, DECLINE, NAME, Action
from app.hand.ask import Ask, Prompt, Question
from app.words.prompts import (
    Phrase,
    own_answer_text,
    question,
    sealed_text,
)
from app.words.speaker import Speaker

SPEAKER = Speaker(("Ann", "Bob"))


@dataclass(frozen=True, slots=True)
class Votes(Question):
    """A sealed question with only the words that every question has."""


@question(Votes)
def _(asked: Votes, speaker: Speaker) -> Phrase:
    return Phrase("Vote", "Everyone votes for the wild rank")


def said(prompt: Prompt) -> tuple[str, ...]:
    words = sealed_text(prompt, SPEAKER)
    return words.title, words.text, words.done, words.answer


def test_a_declaration_has_words_of_its_own():
    prompt = Prompt("declare", Question("everyone declares", words=("high", "low")))
    assert said(prompt) == ("Declare", "", "Declared", "A sealed declaration")
    assert own_answer_text(prompt, Action(DECLARE, 0, word="low"), SPEAKER) == "You declared Low"


def test_a_bid_has_words_of_its_own():
    prompt = Prompt("offer", Question("bids in secret", why=Reason("right to name the wild rank")))
    assert said(prompt) == ("Bid", "Everyone bids to name the wild rank, in secret", "Bid made", "A sealed bid")
    assert own_answer_text(prompt, Action(BID, 0, amount=4), SPEAKER) == "You bid 4"
    assert own_answer_text(prompt, Action(DECLINE, 0), SPEAKER) == "You bid nothing"


def test_another_question_is_neither_a_declaration_nor_a_bid():
    asks = tuple(Ask(Action(NAME, seat, rank=rank), manner="names") for seat in (0, 1) for rank in (7, 11))
    prompt = Prompt("offer", Votes(), asks)
    assert said(prompt) == ("Answer", "Everyone votes for the wild rank", "Answered", "A sealed answer")
    assert own_answer_text(prompt, Action(NAME, 1, rank=11), SPEAKER) == "Your answer: Kings"
