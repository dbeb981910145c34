"""The sealed question on a player's phone: what can be answered, and what has been."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.ask import Ask
from app.hand.notation import write_action, write_ask
from app.night.log.replay import LiveHand
from app.night.log.sealing import entered_by_dealer, open_question, sealed_answer
from app.web.pad.betting import presets_of
from app.web.pad.parts import Range, range_of
from app.web.table.board import Board
from app.words import Speaker, amount_label, ask_label, own_answer_text, sealed_done, sealed_text, sealed_title


@dataclass(frozen=True, slots=True)
class AnswerButton:
    """One answer that posts at once; ``pressed`` is the one that was given, ``figure`` its amount where it has one."""

    label: str
    action: str
    pressed: bool
    figure: str = ""


@dataclass(frozen=True, slots=True)
class SealedQuestion:
    """What the player answers under the seal: ``number`` is the question's, ``text`` what it is about where that needs
    words. ``ranges`` are amounts to be typed, ``presets`` amounts that are worth a button.

    ``answer`` is the answer given, in a sentence, and ``done`` says no more than that there is one; both are empty
    before. ``by_dealer``: the dealer has entered it. ``state`` changes whenever any of this does.
    """

    number: int
    title: str
    text: str
    choices: tuple[AnswerButton, ...]
    presets: tuple[AnswerButton, ...]
    ranges: tuple[Range, ...]
    done: str
    answer: str
    by_dealer: bool
    state: str


def question_for(live: LiveHand, board: Board, seat: int) -> SealedQuestion | None:
    """Return the sealed question that a seat is asked now, or None; ``board`` is the hand as that seat sees it."""
    number, asked = open_question(live), board.view.prompt
    if number is None or not asked.asks:
        return None
    speaker = Speaker(board.view.names)
    entered = sealed_answer(live, seat, number)
    given = entered.partition(" # ")[0]
    answer = board.view.seats[seat].answer
    return SealedQuestion(
        number=number,
        title=sealed_title(asked, speaker),
        text=sealed_text(asked, speaker),
        choices=tuple(_button(ask, given, speaker) for ask in asked.asks if ask.takes is None),
        presets=tuple(preset for ask in asked.asks for preset in _presets(ask, given)),
        ranges=tuple(amounts for ask in asked.asks if (amounts := range_of(ask, speaker))),
        done=sealed_done(asked, speaker) if given else "",
        answer=own_answer_text(asked, answer, speaker) if given and answer is not None else "",
        by_dealer=entered_by_dealer(entered),
        state=f"{live.hand.id}.{number}.{entered}",
    )


def _button(ask: Ask, given: str, speaker: Speaker) -> AnswerButton:
    line = write_ask(ask)
    return AnswerButton(ask_label(ask, speaker), line, line == given)


def _presets(ask: Ask, given: str) -> list[AnswerButton]:
    """Return a button for each amount of a range that is worth one."""
    presets = presets_of(ask, ask.amount) if ask.amount else ()
    lines = [write_action(ask.answer(amount=preset.amount)) for preset in presets]
    return [
        AnswerButton(f"{amount_label(preset.manner)} {preset.amount}", line, line == given, str(preset.amount))
        for preset, line in zip(presets, lines, strict=True)
    ]
