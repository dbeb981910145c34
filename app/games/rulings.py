"""Rulings: the questions that the rules of a game leave open, and the possible answers.

A house rule is declared once, as a field of :class:`~app.games.house.HouseRules` made by :func:`ruling`. The form, the
rule sheet, the manual, ``upcard rulings``, the keys of records and the reading of older records all come from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from app.dataclass import dataclass
from app.games.build import setting, with_ellipsis
from app.text import count_word, ordinal_word

if TYPE_CHECKING:
    from app.games.situation import Situation

#: An answer: one of a choice of words, yes or no, or a number.
Answer = str | int | bool

A = TypeVar("A", bound=Answer)

#: Stands for any other number in :attr:`Ruling.says`.
NUMBER = "a number"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question that the rules of a game leave open, and its possible answers.

    ``id`` is its key in a record, ``question`` its name on screens, ``group`` its heading, and ``source`` its origin.
    ``answers`` are empty for a number of ``least`` or more. ``says`` has a sentence of the rule sheet for each answer,
    with ``{number}``, ``{word}`` or ``{ordinal}`` for a number; an empty one is left out. ``when`` returns whether a
    game at a table may need it. ``before`` is the answer for hands stored before there was a choice; None if there
    always was one.
    """

    id: str
    question: str
    default: Answer
    answers: tuple[Answer, ...]
    source: str
    group: str
    says: Mapping[Answer, str] = field(default_factory=dict)
    when: Callable[[Situation], bool] = lambda _: True
    least: int = 0
    before: Answer | None = None

    def sentence(self, answer: Answer) -> str:
        """Return an answer as the rule sheet says it; may be empty."""
        if isinstance(answer, bool) or not isinstance(answer, int):
            return self.says.get(answer, f"{self.question}: {answer_text(answer)}.")
        template = self.says[answer] if answer in self.says else self.says[NUMBER]
        return template.format(number=answer, word=count_word(answer), ordinal=ordinal_word(answer))


def ruling(
    default: A,
    question: str,
    *,
    source: str,
    group: str = "",
    says: Mapping[Answer, str],
    when: Callable[[Situation], bool] = lambda _: True,
    names: Mapping[Any, str] | None = None,
    least: int = 0,
    before: A | None = None,
) -> A:
    """Declare a house rule: return the dataclass field that holds the answer, with its :class:`Ruling`.

    ``group`` begins a group of rules. On a form the question and its answer make one sentence: the answer replaces the
    question's BLANK, or ends the sentence; ``names`` are the words for answers there.
    """
    answers: tuple[Answer, ...] = () if NUMBER in says else tuple(says)
    if isinstance(default, bool):
        answers = False, True
    made = Ruling("", with_ellipsis(question), default, answers, source, group, says, when, least, before)
    return setting(default, question, names=names, least=least, ruling=made)


def answer_text(answer: Answer) -> str:
    """Return an answer in words: ``yes``, ``high hand``, ``3``."""
    return ("no", "yes")[answer] if isinstance(answer, bool) else str(answer)
