"""The sealed question on a player's phone: what can be answered, and what has been."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.ask import Ask
from app.hand.view import View
from app.night import LiveHand, open_question, sealed_answer

#: What a bid may well be, above the least.
_STEPS = (0, 1, 2, 4, 9)


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """One answer that posts at once; ``pressed`` is the one that was given."""

    label: str
    action: str
    pressed: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What the player answers under the seal: ``number`` is the question's, ``text`` what it is about where that needs
    words. ``ranges`` are asks for an amount, ``presets`` amounts that are worth a button.

    ``answer`` is the answer given, in a sentence, and ``done`` says no more than that there is one; both are empty
    before. ``state`` changes whenever any of this does.
    """

    number: int
    title: str
    text: str
    choices: tuple[AnswerButton, ...]
    presets: tuple[AnswerButton, ...]
    ranges: tuple[Ask, ...]
    done: str
    answer: str
    state: str


def question_for(live: LiveHand, view: View, seat: int) -> Question | None:
    """Return the sealed question that a seat is asked now, or None; ``view`` is that seat's own view of the hand."""
    number, asked = open_question(live), view.prompt
    if number is None or not asked.asks:
        return None
    given = sealed_answer(live, seat, number)
    declaring = asked.kind == "declare"
    ranges = tuple(ask for ask in asked.asks if ".." in ask.action)
    choices = tuple(AnswerButton(ask.label, ask.action, ask.action == given) for ask in asked.asks if ask not in ranges)
    presets = tuple(AnswerButton(label, action, action == given) for ask in ranges for label, action in _amounts(ask))
    return Question(
        number=number,
        title="Declare" if declaring else "Bid",
        text="" if declaring else asked.text,
        choices=choices,
        presets=presets,
        ranges=ranges,
        done=("Declared" if declaring else "Answered") if given else "",
        answer=_answer_words(declaring, choices, view.seats[seat].answer) if given else "",
        state=f"{live.hand.id}.{number}.{given}",
    )


def _answer_words(declaring: bool, choices: tuple[AnswerButton, ...], answer: str) -> str:
    if declaring:
        label = next((choice.label for choice in choices if choice.pressed), answer)
        return f"You declared {label}"
    return f"You {answer}" if answer.startswith("bid") else "You bid nothing"


def _amounts(ask: Ask) -> list[tuple[str, str]]:
    """Return the amounts of a range that are worth a button, as labels and actions."""
    least = ask.low or 0
    start = ask.action.rpartition(" ")[0]
    amounts = [least + more for more in _STEPS if ask.high is None or least + more <= ask.high]
    presets = ask.presets or tuple((f"{ask.label} {amount}", amount) for amount in amounts)
    return [(label, f"{start} {amount}") for label, amount in presets]
