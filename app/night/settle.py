"""The end of a hand in chips: facts in the ledger, written once, taken out again when the hand is reopened."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from app.hand.state import Award, State
from app.night.log.replay import LiveHand
from app.night.models import Hand, Ledger, Night, Player, Seat


def settle(session: Session, before: LiveHand, after: LiveHand, at: datetime) -> None:
    """Bring the ledger in line with a hand that has changed, in the transaction under way.

    A hand that runs on costs nothing here. ``before`` may have been over without showing it, when it has a misfit.
    """
    if not (after.over or before.over or before.misfit):
        return
    hand, over = after.hand, after.over and after.misfit is None
    session.execute(delete(Ledger).where(Ledger.hand_id == hand.id))
    carried = hand.setup.carried
    if over:
        rows = _facts(after)
        common = {"night_id": hand.night_id, "hand_id": hand.id, "at": at}
        if rows:
            session.execute(insert(Ledger), [{**common, **row} for row in rows])
        assert after.state.result is not None
        carried = after.state.result.carried
    night: dict[str, Any] = {"carried": carried}
    if before.over or before.misfit:
        # Whoever takes back the end of a hand is back at that hand, and so is the dealer's button.
        night["dealer_place"] = dealer_place(session, hand.seat_ids)
    session.execute(update(Night).where(Night.id == hand.night_id).values(night))
    session.execute(
        update(Hand)
        .where(Hand.id == hand.id)
        .values(finished_at=at if over else None, outcome=_outcome(after) if over else None, put_away=False)
    )


def why_closed(session: Session, live: LiveHand) -> str:
    """Why the log of a hand that is over may not change any more; empty while it may."""
    if not live.over and live.misfit is None:
        return ""
    # The lock keeps other servers from ending the night, or paying chips out of it, at the same moment.
    session.execute(select(Night.id).where(Night.id == live.hand.night_id).with_for_update())
    return why_over(session, session.get_one(Hand, live.hand.id))


def why_over(session: Session, hand: Hand) -> str:
    """Why a hand that has been settled cannot be led back to; empty as long as no chips of it have gone home."""
    later = select(Hand.id).where(Hand.night_id == hand.night_id, Hand.number > hand.number).limit(1)
    if session.scalar(later) is not None:
        return "another hand has begun"
    night = session.get_one(Night, hand.night_id)
    if night.ended_at is not None:
        return "the night is over"
    if hand.finished_at is None:
        return ""
    if night.tracked:
        # Who has nothing left takes nothing home, and may yet be given what was pushed to somebody else.
        gone = select(Player.name).join(Ledger, Ledger.player_id == Player.id)
        gone = gone.where(Ledger.night_id == hand.night_id, Ledger.player_id.in_(hand.setup["players"]))
        gone = gone.where(Ledger.kind == "cash-out", Ledger.at >= hand.finished_at)
    else:
        gone = select(Player.name).join(Seat, Seat.player_id == Player.id)
        gone = gone.where(Seat.id.in_(hand.setup["seats"]), Seat.left)
    name = session.scalar(gone.limit(1))
    return "" if name is None else f"{name} has left with the chips of this hand"


def dealer_place(session: Session, seat_ids: Sequence[int]) -> int:
    """Where the dealer of a hand sits now, players having come or moved since; the last seat of a hand deals."""
    return session.get_one(Seat, seat_ids[-1]).place


def _facts(live: LiveHand) -> list[dict[str, Any]]:
    """What each player put in and was given. Where chips are not tracked, nobody knows what they put in."""
    state, hand = live.state, live.hand
    assert state.result is not None
    game = f"hand {hand.number}, {hand.game_name}"
    rows: list[dict[str, Any]] = []
    for seat, had in enumerate(hand.setup.stacks):
        has = state.players[seat].stack
        if had is not None and has is not None:
            won = sum(award.amount for award in state.result.awards if award.seat == seat)
            if put := had + won - has:
                rows.append(_row(hand.player_ids[seat], "put-in", -put, game))
    for award in state.result.awards:
        rows.append(_row(hand.player_ids[award.seat], "award", award.amount, f"{game}: {_why(award)}"))
    if left := state.result.carried - hand.setup.carried:
        rows.append(_row(None, "carried", left, game))
    return rows


def _row(player_id: int | None, kind: str, amount: int, why: str) -> dict[str, Any]:
    return {"player_id": player_id, "kind": kind, "amount": amount, "why": why}


def _why(award: Award) -> str:
    pot = f"side pot {award.pot}" if award.pot else "main pot"
    return ", ".join(part for part in (pot, award.share, award.hand, award.why) if part)


def _outcome(live: LiveHand) -> dict[str, Any]:
    """What a list of hands shows: who won how much, most first."""
    state: State = live.state
    assert state.result is not None
    won: dict[str, int] = {}
    for award in state.result.awards:
        won[state.name(award.seat)] = won.get(state.name(award.seat), 0) + award.amount
    winners = sorted(won.items(), key=lambda item: -item[1])
    return {
        "winners": [list(item) for item in winners],
        "carried": state.result.carried,
        "why": state.result.why,
        "actions": len(live.actions),
    }
