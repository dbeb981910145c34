"""Past nights and the closing of a night: results, payments, its last hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select, tuple_

from app.dataclass import dataclass
from app.hand.state import State
from app.money.chip_value import ChipValue
from app.night.db import db
from app.night.history.hands import PastHand, past_hands
from app.night.ledger import Balance, Totals, balances, chips_won, open_transfers, totals
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand
from app.night.models import LATEST_FIRST, Act, Hand, Night, Player, Seat, Transfer
from app.night.people.persons import Person, people_in
from app.night.people.seats import hands_won
from app.text import counted


@dataclass(frozen=True, slots=True)
class PastNight:
    """A night in the list. ``winners`` won the most chips, ``won`` each; empty if nobody did or it is unknown."""

    id: int
    key: str
    name: str
    started_at: datetime
    ended_at: datetime | None
    people: tuple[str, ...]
    hands: int
    winners: tuple[str, ...]
    won: int
    worth: ChipValue


def past_nights(limit: int, before: int | None = None) -> list[PastNight]:
    """List all nights except examples, latest first; with ``before``, only those that began before that night."""
    query = select(Night).where(~Night.example)
    session = db.session()
    if before is not None and (last := session.get(Night, before)) is not None:
        query = query.where(tuple_(Night.started_at, Night.id) < (last.started_at, last.id))
    nights = session.scalars(query.order_by(*LATEST_FIRST).limit(limit)).all()
    ids = [night.id for night in nights]
    people, nets = _people(ids), chips_won(ids)
    finished = select(Hand.night_id, func.count()).where(Hand.night_id.in_(ids), Hand.finished_at.is_not(None))
    hands = dict(session.execute(finished.group_by(Hand.night_id)).all())
    rows = []
    for night in nights:
        chips = [(name, nets.get((night.id, player), 0)) for player, name in people[night.id].items()]
        won = max((0, *(net for _, net in chips)))
        if won and not (night.tracked or totals(session, night, balances(session, night)).known):
            won = 0
        rows.append(
            PastNight(
                id=night.id,
                key=night.key,
                name=night.name,
                started_at=night.started_at,
                ended_at=night.ended_at,
                people=tuple(people[night.id].values()),
                hands=hands.get(night.id, 0),
                winners=tuple(name for name, net in chips if won and net == won),
                won=won,
                worth=night.played_for,
            )
        )
    return rows


def _people(night_ids: Sequence[int]) -> defaultdict[int, dict[int, str]]:
    """Return by night the names of its players by player id: clockwise, then those who have left."""
    people: defaultdict[int, dict[int, str]] = defaultdict(dict)
    query = select(Seat.night_id, Seat.player_id, Player.name).join(Player, Player.id == Seat.player_id)
    query = query.where(Seat.night_id.in_(night_ids)).order_by(Seat.left, Seat.place)
    for night_id, player_id, name in db.session.execute(query):
        people[night_id][player_id] = name
    return people


#: The number of places on the podium.
PLACES = 3


@dataclass(frozen=True, slots=True)
class Payment:
    """A transfer: who pays whom how much; the box has no name. ``since`` is the earlier night that left it open.

    ``debtor_id`` and ``creditor_id`` are the persons; ``pay_by`` is how to pay the creditor, as stored.
    """

    id: int
    debtor: str
    creditor: str
    amount: int
    paid: bool
    carried: bool
    since: str = ""
    debtor_id: int | None = None
    creditor_id: int | None = None
    pay_by: str = ""

    @property
    def who(self) -> str:
        """The payment in words: ``Bob pays Ann``, ``The box pays Ann``."""
        return f"{self.debtor or 'The box'} pays {self.creditor or 'the box'}"


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result of the night, the person, and the number of hands won, alone or shared."""

    balance: Balance
    hands: int
    person: Person | None


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a night. ``results`` have the largest win first.

    ``payments`` settle the night, with the fewest possible if ``proven``; ``carried`` are those of earlier nights that
    they include, or will. ``best`` is the hand with the largest pot won with cards shown, once the night is over;
    ``best_pot`` is its size in chips.
    """

    results: tuple[Result, ...]
    totals: Totals
    payments: tuple[Payment, ...]
    proven: bool
    carried: tuple[Payment, ...]
    best: State | None
    best_pot: int
    games: tuple[tuple[str, int], ...]
    hands: int

    @property
    def podium(self) -> tuple[Result, ...]:
        """The first three, if results are known and somebody is ahead."""
        return self.results[:PLACES] if self.totals.known and self.results and self.results[0].balance.net > 0 else ()

    @property
    def expenses(self) -> bool:
        """Whether anybody has paid for others."""
        return any(result.balance.expenses for result in self.results)

    def off_words(self, worth: ChipValue) -> str:
        """Return what all share: ``2 chips missing (€0.50), shared by all``; empty if the count was not off."""
        shared = sum(result.balance.share for result in self.results)
        if not shared:
            return ""
        chips = counted(abs(self.totals.difference), "chip")
        return f"{chips} {'missing' if shared > 0 else 'found'} ({worth.coins(abs(shared))}), shared by all"

    def box_words(self, worth: ChipValue) -> str:
        """Return what payments settle besides the results: ``Cash in the box: Ann put in €40.00``; empty if nothing."""
        moved = [
            f"{balance.name} {'put in' if balance.cash > 0 else 'took out'} {worth.coins(abs(balance.cash))}"
            for balance in (result.balance for result in self.results)
            if balance.cash
        ]
        return f"Cash in the box: {', '.join(moved)}" if moved else ""


def closing(night: Night) -> Closing:
    """Return how a night has ended, or would end now."""
    session = db.session()
    everybody = balances(session, night)
    hands = past_hands(night)
    won = hands_won(night.id)
    people = people_in([balance.seat for balance in everybody])
    results = [Result(balance, won[balance.player_id], who) for balance, who in zip(everybody, people, strict=True)]
    transfers = select(Transfer).where(Transfer.night_id == night.id)
    settled = select(Act.before).where(Act.night_id == night.id, Act.kind == "settle", Act.status == "done")
    before = session.scalar(settled.order_by(Act.id.desc()).limit(1))
    best, state = _biggest_shown(hands) if night.ended_at is not None else (None, None)
    return Closing(
        results=tuple(sorted(results, key=lambda result: (-result.balance.net, -result.hands))),
        totals=totals(session, night, everybody),
        payments=tuple(map(_payment, session.scalars(transfers.order_by(Transfer.id)))),
        proven=bool((before or {}).get("proven", True)),
        carried=_carried(night, everybody),
        best=state,
        best_pot=_pot(best) if best is not None else 0,
        games=tuple(Counter(hand.game_name for hand in reversed(hands)).most_common()),
        hands=len(hands),
    )


def _pot(hand: PastHand) -> int:
    return sum(chips for _, chips in hand.winners)


#: The most hands searched for one that was shown.
_LOOKED_THROUGH = 12


def _biggest_shown(hands: Sequence[PastHand]) -> tuple[PastHand, State] | tuple[None, None]:
    """Return the hand with the largest pot whose winner showed it, and its final state."""
    for hand in sorted(hands, key=_pot, reverse=True)[:_LOOKED_THROUGH]:
        state = _state(hand) if hand.winners else None
        winners = state.result.totals() if state is not None and state.result is not None else {}
        if state is not None and any(state.players[seat].shown for seat in winners):
            return hand, state
    return None, None


def _state(hand: PastHand) -> State | None:
    """Return the final state of a hand; None if it cannot be replayed."""
    live = live_hand(hand.id)
    return live.state if isinstance(live, LiveHand) else None


def _payment(transfer: Transfer, since: str = "") -> Payment:
    paid, carried = transfer.paid_at is not None, transfer.carried_to is not None
    return Payment(
        *(transfer.id, transfer.debtor_name, transfer.creditor_name, transfer.amount, paid, carried, since),
        debtor_id=transfer.debtor_id,
        creditor_id=transfer.creditor_id,
        pay_by=transfer.creditor.pay_by if transfer.creditor is not None else "",
    )


def _carried(night: Night, everybody: list[Balance]) -> tuple[Payment, ...]:
    """Return the transfers taken over from earlier nights, or that would be if the night were settled now."""
    session = db.session()
    if night.settled_at is not None:
        stored = list(session.scalars(select(Transfer).where(Transfer.carried_to == night.id).order_by(Transfer.id)))
    else:
        stored = open_transfers(session, night, {balance.player_id for balance in everybody}) if night.currency else []
    return tuple(_payment(transfer, session.get_one(Night, transfer.night_id).name) for transfer in stored)
