"""The values on the page of a finished hand: what it came to, its log, and its corrections, to be taken back."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.view import DEALER, view
from app.night.history.replays import hand_key
from app.night.log.replay import LiveHand, LogLine
from app.night.log.sealing import log_lines
from app.night.play.taps import closed_to_corrections, with_last_correction, without_last_correction
from app.text import sentence
from app.web.table.board import Board, board


@dataclass(frozen=True, slots=True)
class HandPage:
    """A finished hand. ``closed`` says why nothing of it can be changed now.

    ``can_undo`` and ``can_redo`` are about its corrections alone: no Undo reopens a hand from here.
    """

    key: str
    hand_key: str
    number: int
    game_name: str
    seen: int
    on_table: bool
    board: Board
    log: tuple[LogLine, ...]
    closed: str
    can_undo: bool
    can_redo: bool
    problem: str
    message: str


def hand_page(key: str, hand: LiveHand, *, on_table: bool, problem: str = "", message: str = "") -> HandPage:
    """Return the page of a hand, its log from the first action on."""
    return HandPage(
        key=key,
        hand_key=hand_key(hand.hand.id),
        number=hand.hand.number,
        game_name=hand.hand.game_name,
        seen=hand.number,
        on_table=on_table,
        board=board(view(hand.state, DEALER)),
        log=log_lines(hand),
        closed=sentence(closed_to_corrections(hand)),
        can_undo=without_last_correction(hand) is not None,
        can_redo=with_last_correction(hand) is not None,
        problem=problem,
        message=message,
    )
