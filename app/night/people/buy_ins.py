"""Buy-ins: the chips offered to a player who buys in or comes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night.models import LATEST_FIRST, Ledger, Night, Seat
from app.night.people.seats import from_bank

#: The buy-in proposed before anybody has ever bought chips.
FIRST_BUY_IN = 100


@dataclass(frozen=True, slots=True)
class BuyIns:
    """The buy-ins of a night.

    ``bought`` are the chips of each buy-in by player id, in the order bought; chips that a player brings back to the
    table do not count. ``taken_home`` are the chips that players left with. ``usual`` is the table's usual buy-in.
    """

    bought: Mapping[int, Sequence[int]]
    taken_home: Mapping[int, int]
    usual: int

    def first(self, player_id: int) -> int:
        """Return a player's first buy-in; the usual one if they have bought nothing."""
        return self.bought[player_id][0] if player_id in self.bought else self.usual

    def last(self, player_id: int) -> int:
        """Return a player's last buy-in; the usual one if they have bought nothing."""
        return self.bought[player_id][-1] if player_id in self.bought else self.usual

    def on_return(self, player_id: int) -> int:
        """Return the chips for a player to come back with: those they left with, or the usual buy-in."""
        return self.taken_home.get(player_id, self.usual)


def buy_ins(session: Session, night_id: int, started_at: datetime) -> BuyIns:
    """Return the buy-ins of a night; before the first, the usual one is that of the latest earlier night."""
    bought, taken_home = _bought_and_taken_home(session, night_id)
    usual = _usual(bought)
    if not usual and (earlier := _night_before(session, started_at)) is not None:
        usual = _usual(_bought_and_taken_home(session, earlier)[0])
    return BuyIns(bought, taken_home, usual or FIRST_BUY_IN)


def _bought_and_taken_home(session: Session, night_id: int) -> tuple[dict[int, list[int]], dict[int, int]]:
    """Return the buy-ins of each player in the order bought, and what players have gone home with, by player id."""
    query = select(Ledger.player_id, Ledger.id, Ledger.act_id, Ledger.amount)
    query = query.where(*from_bank(night_id), Ledger.kind.in_(("buy-in", "cash-out"))).order_by(Ledger.id)
    moves: dict[tuple[int, str, int], int] = {}
    for player_id, row_id, act_id, amount in session.execute(query):
        # The rows of an undone act add up to nothing; a row from an earlier version has no act.
        move = (player_id, "row", row_id) if act_id is None else (player_id, "act", act_id)
        moves[move] = moves.get(move, 0) + amount
    bought: dict[int, list[int]] = {}
    taken_home: dict[int, int] = {}
    for (player_id, *_), chips in moves.items():
        if chips < 0:
            taken_home[player_id] = -chips
        elif chips and taken_home.pop(player_id, None) is None:
            bought.setdefault(player_id, []).append(chips)
    return bought, taken_home


def _usual(bought: Mapping[int, Sequence[int]]) -> int:
    """Return the most common first buy-in, the latest of several; 0 if nobody has bought in."""
    firsts = [chips[0] for chips in bought.values()]
    return max(reversed(firsts), key=Counter(firsts).__getitem__, default=0)


def _night_before(session: Session, started_at: datetime) -> int | None:
    """Return the latest night before this moment at which chips were bought, skipping examples."""
    bought = exists().where(Seat.night_id == Night.id, Ledger.night_id == Night.id, Ledger.kind == "buy-in")
    bought = bought.where(Ledger.player_id == Seat.player_id, Ledger.account == "chips", Ledger.against == "bank")
    query = select(Night.id).where(~Night.example, Night.started_at < started_at, bought)
    return session.scalar(query.order_by(*LATEST_FIRST).limit(1))
