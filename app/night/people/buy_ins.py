"""What players have bought at a night, each time, without what was taken back."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.night.db import db
from app.night.models import Ledger, Night
from app.night.people.seats import from_bank


def buy_ins(session: Session, night_id: int) -> dict[int, list[int]]:
    """Return the chips of each purchase by player id, the first one first."""
    query = select(Ledger.player_id, Ledger.id, Ledger.act_id, Ledger.amount)
    query = query.where(*from_bank(night_id), Ledger.kind == "buy-in").order_by(Ledger.id)
    bought: dict[int, dict[tuple[str, int], int]] = {}
    for player_id, row_id, act_id, amount in session.execute(query):
        # What an act has bought and given back again is nothing; a row of an earlier version belongs to no act.
        purchase = ("row", row_id) if act_id is None else ("act", act_id)
        purchases = bought.setdefault(player_id, {})
        purchases[purchase] = purchases.get(purchase, 0) + amount
    return {player: [chips for chips in purchases.values() if chips > 0] for player, purchases in bought.items()}


def usual_buy_in(bought: dict[int, list[int]]) -> int:
    """Return what most players bought first; 0 where nobody has bought anything."""
    firsts = Counter(chips[0] for chips in bought.values() if chips)
    return firsts.most_common(1)[0][0] if firsts else 0


def proposed_buy_in(night: Night, player_id: int | None = None) -> int:
    """Return the chips to propose: what this player bought last tonight, or else what most bought first."""
    bought = buy_ins(db.session(), night.id)
    own = bought.get(player_id, []) if player_id is not None else []
    return own[-1] if own else usual_buy_in(bought)
