"""The one thing that a player has to know now."""

from __future__ import annotations

from dataclasses import dataclass

from app.hand.play import MISDEALT
from app.hand.view import View
from app.night.log import sealing
from app.night.log.replay import LiveHand
from app.night.people.seats import SeatInfo
from app.night.table import Table
from app.text import listing
from app.web.phone.question import SealedQuestion
from app.web.table.board import Board, SeatCards, Settlement


@dataclass(frozen=True, slots=True)
class Headline:
    """The one thing to know now. ``mine``: it is about this player; ``call`` names what is waited for from them."""

    title: str
    text: str = ""
    mine: bool = False
    call: str = ""


MENDING = Headline("The dealer is correcting this hand", "It goes on in a moment.")


def hand_headline(
    live: LiveHand, board: Board, me: SeatCards | None, question: SealedQuestion | None, waiting: int
) -> Headline:
    """Return the headline during a hand; ``waiting`` counts the players who have not answered a sealed question."""
    view, betting = board.view, board.view.prompt.kind == "bet"
    if board.settlement is not None:
        return _outcome(board.settlement, board.view, me)
    if sealing.open_question(live) is not None:
        own = me.view.seat if me is not None else None
        names = ("you" if seat == own else view.names[seat] for seat in view.waiting)
        still = f"Waiting for {listing(names)}" if view.waiting else f"{waiting} still to come"
        return _sealed(live, question, board.label, still)
    if view.to_act is None:
        return Headline("You are not in this hand" if me is None else board.label, board.text)
    if me is not None and me.view.turn:
        cost = f"{me.view.to_call} to call" if me.view.to_call else "Nothing to call"
        text = cost if betting else board.text
        return Headline("Your turn", text, True, f"{live.hand.id}.{len(live.actions)}")
    text = board.text
    if betting:
        text = f"{me.view.to_call} to call for you" if me is not None and me.view.to_call else ""
    return Headline(f"{view.seats[view.to_act].name}'s turn", text)


def between_headline(table: Table, info: SeatInfo) -> Headline:
    """Return the headline where no hand is on the table, or this player has gone home."""
    if info.left:
        return Headline("You have left the table", "Good night.")
    if table.ended_at:
        return Headline("The night is over", "Good night. Your link stays: the next night shows here.")
    dealer = next((seat for seat in table.seats if seat.dealer), None)
    text = _why_out(info, table) or "The next game has not been called yet."
    if dealer is None:
        return Headline("No hand yet", text)
    return Headline("You deal next" if dealer.id == info.id else f"{dealer.name} deals next", text)


def _sealed(live: LiveHand, question: SealedQuestion | None, label: str, still: str) -> Headline:
    if question is None:
        return Headline(label, still)
    if question.done:
        return Headline(still, "Shown when all are in.")
    return Headline(f"{question.title} now", still, True, f"{live.hand.id}.{question.number}")


def _outcome(settlement: Settlement, view: View, me: SeatCards | None) -> Headline:
    """Return what a settled hand brought this player, or else who won."""
    own = dict(view.settlement.pushes).get(me.view.seat) if view.settlement and me else None
    if own:
        return Headline(f"You get {own}", mine=True)
    if len(settlement.pushes) > 2:
        return Headline(f"{listing(winner for winner, _ in settlement.pushes)} win")
    if settlement.pushes:
        return Headline(" and ".join(f"{winner} gets {amount}" for winner, amount in settlement.pushes))
    if view.settlement and view.settlement.why == MISDEALT:
        back = dict(view.settlement.returned).get(me.view.seat) if me else None
        return Headline("Misdeal", f"You get {back} back." if back else "Every chip goes back.", bool(back))
    return Headline(f"{settlement.carried} stays in the pot", "It is played for in the next hand.")


def _why_out(info: SeatInfo, table: Table) -> str:
    """Return why the next hand is dealt without this player; empty when it is not."""
    if info.sitting_out:
        return "You are sitting out."
    if table.tracked and not info.stack:
        return "You have no chips. Buy more to be dealt in."
    return ""
