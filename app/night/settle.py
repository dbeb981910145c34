"""Settling a hand in chips: its ledger rows, written once when it ends and removed when it is reopened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.orm import Session

from app.games.because import Because
from app.hand.play import MISDEALT
from app.hand.state import Award, State
from app.night.log.replay import LiveHand
from app.night.models import Act, Hand, Ledger, Night, Player, Seat
from app.words import Speaker, reason, reasons

#: The reason that is stored of a hand called void: the same in every stored night, however it is worded on a screen.
_STORED_MISDEAL = "misdeal"


def update_ledger(session: Session, before: LiveHand, after: LiveHand, at: datetime) -> None:
    """Bring the ledger in line with a hand that has changed, in the current transaction.

    A hand that goes on needs no query. With a misfit, ``before`` may have been settled although it is not over.
    """
    if not (after.over or before.over or before.misfit):
        return
    hand, over = after.hand, after.over and after.misfit is None
    session.execute(delete(Ledger).where(Ledger.hand_id == hand.id))
    carried = hand.setup.carried
    if over:
        rows = _ledger_rows(after)
        common = {"night_id": hand.night_id, "hand_id": hand.id, "at": at}
        if rows:
            session.execute(insert(Ledger), [{**common, **row} for row in rows])
        assert after.state.result is not None
        carried = after.state.result.carried
    night: dict[str, Any] = {"carried": carried}
    if before.over or before.misfit:
        # Undoing the end of a hand leads back to that hand, and to its dealer.
        night["dealer_place"] = place_of_dealer(session, hand.seat_ids)
    session.execute(update(Night).where(Night.id == hand.night_id).values(night))
    session.execute(
        update(Hand)
        .where(Hand.id == hand.id)
        .values(finished_at=at if over else None, outcome=_outcome(after) if over else None, cleared=False)
    )


def locked_reason(session: Session, live: LiveHand) -> str:
    """Say why the log of a finished hand can no longer change; empty while it can."""
    if not live.over and live.misfit is None:
        return ""
    return final_reason(session, session.get_one(Hand, live.hand.id))


def final_reason(session: Session, hand: Hand) -> str:
    """Say why a settled hand can no longer be undone; empty until someone has cashed out chips from it."""
    later = exists().where(Hand.night_id == hand.night_id, Hand.number > hand.number)
    if session.scalar(select(later)):
        return "another hand has begun"
    night = session.get_one(Night, hand.night_id)
    if night.settled_at is not None:
        return "the money of the night is settled"
    if night.ended_at is not None:
        return "the night is over"
    if hand.finished_at is None:
        return ""
    if reason := _counted_since(session, night.id, hand.finished_at):
        return reason
    if night.tracked:
        # A player who left without chips took nothing from this hand, and may still be awarded a pot of it.
        leavers = select(Player.name).join(Ledger, Ledger.player_id == Player.id)
        leavers = leavers.where(Ledger.night_id == hand.night_id, Ledger.player_id.in_(hand.setup["players"]))
        leavers = leavers.where(Ledger.kind == "cash-out", Ledger.at >= hand.finished_at)
    else:
        leavers = select(Player.name).join(Seat)
        leavers = leavers.where(Seat.id.in_(hand.setup["seats"]), Seat.left)
    name = session.scalar(leavers)
    return "" if name is None else f"{name} has left with the chips of this hand"


def _counted_since(session: Session, night_id: int, finished_at: datetime) -> str:
    """Say which act on the chips themselves came after a hand, which can only be undone after it."""
    acts = select(Act.kind).join(Ledger, Ledger.act_id == Act.id)
    acts = acts.where(Act.night_id == night_id, Act.status == "done", Act.done_at >= finished_at)
    kind = session.scalar(acts.where(Act.kind.in_(("count", "split-pot"))).limit(1))
    return {"count": "chips have been counted since", "split-pot": "the pot has been split since"}.get(kind or "", "")


def place_of_dealer(session: Session, seat_ids: Sequence[int]) -> int:
    """Return the place where the dealer of a hand sits now; the last seat of a hand deals it."""
    return session.get_one(Seat, seat_ids[-1]).place


def _ledger_rows(live: LiveHand) -> list[dict[str, Any]]:
    """List what each player put into the pot and was awarded from it; what is left there is carried to the next hand.

    What they put in is unknown if chips are not tracked: then the awards are no part of anybody's stack.
    """
    state, hand = live.state, live.hand
    assert state.result is not None
    account = "won" if None in hand.setup.stacks else "chips"
    game = f"hand {hand.number}, {hand.game_name}"
    won, speaker = state.result.totals(), Speaker(hand.setup.names)
    rows: list[dict[str, Any]] = []
    for seat, before in enumerate(hand.setup.stacks):
        after = state.players[seat].stack
        if before is not None and after is not None and (committed := before + won.get(seat, 0) - after):
            rows.append(_row(hand.player_ids[seat], "put-in", account, -committed, game))
    for award in state.result.awards:
        why = f"{game}: {_award_words(award, speaker)}"
        rows.append(_row(hand.player_ids[award.seat], "award", account, award.amount, why))
    return rows


def _row(player_id: int, kind: str, account: str, amount: int, why: str) -> dict[str, Any]:
    return {"player_id": player_id, "kind": kind, "account": account, "amount": amount, "why": why}


def _award_words(award: Award, speaker: Speaker) -> str:
    pot = f"side pot {award.pot}" if award.pot else "main pot"
    return ", ".join(part for part in (pot, award.share, str(award.hand or ""), reasons(award.why, speaker)) if part)


def was_misdealt(hand: Hand) -> bool:
    """Return whether a finished hand was called void, by its stored outcome."""
    return (hand.outcome or {}).get("why") == _STORED_MISDEAL


def _outcome(live: LiveHand) -> dict[str, Any]:
    """Summarize a hand for lists: winners with their chips, largest first."""
    state: State = live.state
    assert state.result is not None
    winners = sorted(state.result.totals().items(), key=lambda item: -item[1])
    return {
        "winners": [[state.name(seat), amount] for seat, amount in winners],
        "carried": state.result.carried,
        "why": _stored_reason(state.result.why, Speaker(state.setup.names)),
        "actions": len(live.actions),
    }


def _stored_reason(why: Because | None, speaker: Speaker) -> str:
    if why == MISDEALT:
        return _STORED_MISDEAL
    return reason(why, speaker) if why is not None else ""
