"""What a phone asks its player, under the seal, and what its player asks of the dealer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.night.acts.act import Act
from app.night.acts.activity import ActLine
from app.night.acts.people import Buy, ComeBack, Leave, SitOut
from app.night.log.replay import LiveHand
from app.night.log.sealing import entered_by_dealer, open_question, sealed_answer
from app.night.people.seats import SeatInfo
from app.night.table import Table
from app.text import sentence
from app.web.http.lookup import USUAL_BUY_IN
from app.web.pad.betting import amount_buttons
from app.web.pad.parts import range_of
from app.web.table.board import Board
from app.words import Speaker, own_answer_text, sealed_done, sealed_text, sealed_title


class SealedQuestion:
    """What the player answers under the seal: ``number`` is the question's, ``text`` what it is about where that needs
    words. ``ranges`` are amounts to be typed, ``presets`` amounts that are worth a button; a ``pressed`` button is the
    answer given.

    ``answer`` is the answer given, in a sentence, and ``done`` says no more than that there is one; both are empty
    before. ``by_dealer``: the dealer has entered it. ``state`` changes whenever any of this does.
    """

    def __init__(self, live: LiveHand, board: Board, seat: int, number: int) -> None:
        asked, answer, speaker = board.view.prompt, board.view.seats[seat].answer, Speaker(board.view.names)
        entered = sealed_answer(live, seat, number)
        given = entered.partition(" # ")[0]
        self.number, self.state = number, f"{live.hand.id}.{number}.{entered}"
        self.title, self.text = sealed_title(asked, speaker), sealed_text(asked, speaker)
        choices = amount_buttons([ask for ask in asked.asks if ask.takes is None], speaker)
        presets = amount_buttons([ask for ask in asked.asks if ask.amount], speaker)
        self.choices = [replace(button, pressed=button.action == given) for button in choices]
        self.presets = [replace(button, pressed=button.action == given) for button in presets]
        self.ranges = [amounts for ask in asked.asks if (amounts := range_of(ask, speaker))]
        self.done = sealed_done(asked, speaker) if given else ""
        self.answer = own_answer_text(asked, answer, speaker) if given and answer is not None else ""
        self.by_dealer = entered_by_dealer(entered)


def question_for(live: LiveHand, board: Board, seat: int) -> SealedQuestion | None:
    """Return the sealed question that a seat is asked now, or None; ``board`` is the hand as that seat sees it."""
    number = open_question(live)
    return SealedQuestion(live, board, seat, number) if number is not None and board.view.prompt.asks else None


@dataclass(frozen=True, slots=True)
class PendingWish:
    """Something that is to happen to the seat: ``when`` says what it waits for; ``mine`` can be taken back."""

    line: int
    what: str
    when: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Wishes:
    """The part of a phone in which its player asks for things.

    ``can_buy``, ``can_sit_out`` and ``can_come_back`` are what is offered, ``proposed`` the chips to buy. ``opened``:
    not folded up. ``refused`` says what has been refused. ``seen`` goes with every wish, and ``state`` changes whenever
    any of this does.
    """

    pending: tuple[PendingWish, ...]
    can_buy: bool
    can_sit_out: bool
    can_come_back: bool
    proposed: int
    asks_dealer: bool
    opened: bool
    refused: str
    seen: int
    state: str

    @property
    def title(self) -> str:
        """What can be asked for, in words."""
        offered = (("buy more", self.can_buy), ("sit out", self.can_sit_out), ("come back", self.can_come_back))
        return sentence(" or ".join(words for words, can in offered if can))


def wishes_of(table: Table, info: SeatInfo, *, at_hand: bool) -> Wishes | None:
    """Return what the player of a seat can ask for; None once they, or everybody, have gone home."""
    if table.ended_at is not None or info.left:
        return None
    wishes = table.wishes(info.id)
    leaves = wishes.waits_for(Leave)
    can_buy = table.tracked and not leaves and not wishes.waits_for(Buy)
    moves = leaves or wishes.waits_for(SitOut) or wishes.waits_for(ComeBack)
    refused = _refused_words(wishes.refused)
    lines = " ".join(f"{line.id}{line.status}" for line in wishes.pending)
    return Wishes(
        pending=tuple(_pending(line) for line in wishes.pending),
        can_buy=can_buy,
        can_sit_out=not moves and not info.sitting_out,
        can_come_back=not moves and info.sitting_out,
        proposed=table.proposed_buy_in(info.player_id) or USUAL_BUY_IN,
        asks_dealer=table.asks_dealer,
        opened=not at_hand and not info.in_play,
        refused=refused,
        seen=wishes.seen,
        state=f"{wishes.seen}.{lines}.{info.sitting_out}.{info.in_play or at_hand}.{table.asks_dealer}.{refused}",
    )


def _pending(line: ActLine) -> PendingWish:
    when = "The dealer is asked" if line.status == "asked" else "From the next hand"
    return PendingWish(line.id, _words(line.act), when, bool(line.by))


def _refused_words(line: ActLine | None) -> str:
    if line is None:
        return ""
    if line.status == "failed":
        return f"{_words(line.act)}: {sentence(line.note)}."
    return f"{_words(line.act)}: the dealer has said no."


def _words(act: Act) -> str:
    """Return an act in the words of whoever asks for it."""
    match act:
        case Buy(chips=chips):
            return f"Buy {chips} more"
        case SitOut():
            return "Sit out"
        case ComeBack():
            return "Come back"
        case _:
            return "Go home"
