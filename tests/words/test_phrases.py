"""Every question, announcement and refusal has words, and no words are unused."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games.reasons import Reason
from app.hand import ask, event
from app.hand.ask import Question, Refusal
from app.plugins import load_modules
from app.words.announcements import event as said_of_events
from app.words.asks import LABELS
from app.words.prompts import QUESTIONS, question_text
from app.words.prompts import question as said_of_questions
from app.words.reasons import CLAUSES, FIELDS, filled
from app.words.refusals import REFUSALS
from app.words.speaker import Speaker

APP = Path(__file__).parents[2] / "app"

# Steps add the words that only they need.
load_modules("app.words")

#: Refusals whose words depend on their values, and are made in code.
MADE = {"not now", "card lies elsewhere", "wrong bet size"}


def named(*class_names: str) -> Iterator[tuple[str, str]]:
    """Yield each kind that the code gives to a class such as ``Reason``, with its place in the code."""
    for path in [*(APP / "hand").rglob("*.py"), *(APP / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in class_names
                and node.args
            ):
                for constant in ast.walk(node.args[0]):
                    if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                        yield constant.value, f"{path.name}:{node.lineno}"


def test_every_refusal_has_its_words():
    refusals = named("Refusal", "RefusalError")
    unsaid = {(kind, place) for kind, place in refusals if kind not in REFUSALS and kind not in MADE}
    assert not unsaid, f"each of {sorted(unsaid)} needs words in REFUSALS, in app/words/refusals.py or app/words/steps"


def test_every_reason_has_its_words():
    unsaid = {(kind, place) for kind, place in named("Reason") if kind and kind not in CLAUSES and kind not in REFUSALS}
    assert not unsaid, (
        f"each of {sorted(unsaid)} needs words in CLAUSES of app/words/reasons.py, or in REFUSALS if it bars an action"
    )


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (Reason("last up-card is", ranks=(6,)), "the last up-card is an eight"),
        (Reason("last up-card is", ranks=(10,)), "the last up-card is a queen"),
        (Refusal("betting is capped", count=1), "the betting is capped at a bet and 1 raise"),
        (Refusal("betting is capped", count=3), "the betting is capped at a bet and 3 raises"),
        (Refusal("no more trades", 0, count=1), "Ann has made one trade already"),
        (Refusal("no more trades", 0, count=6), "Ann has made six trades already"),
        (Refusal("wrong number set aside", 0, count=1, amount=2), "Ann sets a card aside, not 2"),
    ],
)
def test_words_agree_in_number(said: Reason, text: str) -> None:
    clauses = REFUSALS if isinstance(said, Refusal) else CLAUSES
    assert filled(clauses[said.kind], said, Speaker(("Ann",))) == text


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            Question("trades", amount=1, count=1),
            "Trading is open: each trade costs both players 1, up to one trade each",
        ),
        (Question("sets aside", count=1), "Everyone sets a card aside as a second hand"),
        (Question("sets aside", count=2), "Everyone sets two cards aside as a second hand"),
    ],
)
def test_a_question_agrees_in_number(asked: Question, text: str) -> None:
    assert question_text(asked, Speaker(("Ann",))) == text


def test_the_words_of_a_step_are_loaded_on_first_use():
    code = (
        "import sys, pytest; from app.words.asks import amount_label; "
        "assert 'app.words.steps.chips' not in sys.modules; "
        "pytest.raises(KeyError, amount_label, 'no such manner'); "
        "assert 'app.words.steps.chips' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=APP.parent, check=True)


def test_every_kind_of_question_has_its_words_and_is_asked():
    assert {kind for kind, _ in named("Question")} == set(QUESTIONS)


def test_no_words_are_left_over():
    refused = {kind for kind, _ in named("Refusal", "RefusalError")}
    reasoned = {kind for kind, _ in named("Reason")}
    # A lead's clause is named as an argument of the helper that makes it.
    assert set(REFUSALS) <= refused | reasoned
    text = "".join(path.read_text("utf-8") for path in (APP / "games").rglob("*.py"))
    assert not {kind for kind in CLAUSES if kind not in reasoned and f'"{kind}"' not in text}


ASKED = [text for phrase in QUESTIONS.values() for text in (phrase.text, phrase.aloud)]


def test_clauses_use_only_fields_of_a_reason():
    for clause in (*REFUSALS.values(), *CLAUSES.values(), *ASKED):
        names = [part.partition("}")[0].lower() for part in clause.split("{")[1:]]
        assert set(names) <= set(FIELDS), clause


def manners() -> set[str]:
    """Return each manner that the code gives to an ask by name."""
    keywords = (
        node
        for path in (APP / "hand").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "manner"
    )
    constants = (constant for keyword in keywords for constant in ast.walk(keyword.value))
    return {
        constant.value
        for constant in constants
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def test_every_manner_of_an_ask_has_its_button():
    assert len(manners()) > 20
    assert not manners() - LABELS.keys()


def test_no_button_is_left_over():
    text = "".join(path.read_text("utf-8") for path in (APP / "hand").rglob("*.py"))
    assert not {manner for manner in LABELS if f'"{manner}"' not in text}


def subclasses(base: type) -> set[type]:
    load_modules("app.hand")
    kinds = {base}
    while more := {child for parent in kinds for child in parent.__subclasses__()} - kinds:
        kinds |= more
    # A dataclass with slots is made twice: the first class of a name is never used.
    return {kind for kind in kinds - {base} if "__slots__" in vars(kind)}


def test_every_event_has_its_words():
    assert not {kind.__name__ for kind in subclasses(event.Event) - said_of_events.types()}


def test_every_question_has_its_words():
    assert not {kind.__name__ for kind in subclasses(ask.Question) - said_of_questions.types()}
