"""Questions: on the pad, with a label that says where in the hand it is, and as they are put to the table aloud."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.ask import Prompt, Question
from app.hand.play import HandOver
from app.words.phrasebook import Phrasebook
from app.words.speaker import Speaker


@dataclass(frozen=True, slots=True)
class Phrase:
    """A question in words: ``text`` on the pad under a ``label``, and ``aloud`` where it is put to the table.

    ``{street}`` in the label stands for the name of the street or round.
    """

    label: str
    text: str
    aloud: str = ""


#: What is said of each type of question.
question = Phrasebook[Question, Phrase]()


def prompt_label(prompt: Prompt, speaker: Speaker) -> str:
    """Return where in the hand a prompt is: ``Fourth street: betting``."""
    label = question.say(prompt.question, speaker).label
    return label.replace("{street}", prompt.street)


def prompt_text(prompt: Prompt, speaker: Speaker) -> str:
    """Return what a prompt asks: ``Cy to act: 2 to call``."""
    return question.say(prompt.question, speaker).text


def question_text(asked: Question, speaker: Speaker) -> str:
    """Return a question as it is put to the table aloud; empty for one that is not."""
    return question.say(asked, speaker).aloud


@question(HandOver)
def _(asked: HandOver, speaker: Speaker) -> Phrase:
    return Phrase("Settlement", "The hand is over")
