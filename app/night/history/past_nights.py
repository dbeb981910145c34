"""Past nights and the closing of a night: results, payments, its last hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import func, select, tuple_

from app.dataclass import dataclass
from app.hand.state import State
from app.money.chipset import ChipValue
from app.night.acts.act import latest_done
from app.night.acts.settling import Settle
from app.night.db import db
from app.night.history.hands import PastHand, past_hands
from app.night.ledger import Balance, Totals, balances, chips_won, given, open_transfers, shares
from app.night.log.loading import live_hand
from app.night.log.replay import LiveHand
from app.night.models import LATEST_FIRST, Hand, Night, Player, Seat, Transfer
from app.night.people.roster import Person
from app.night.people.seats import badges, hand_counts
from app.text import counted


class PastNight:
    """A night in the list. ``winners`` won the most chips, ``won`` each; empty if nobody won or it is unknown.

    ``money`` is what they won in coins: that of the chips, and the share of missing or found ones.
    """

    def __init__(
        self,
        night: Night,
        people: Mapping[int, str],
        hands: int,
        nets: Mapping[tuple[int, int], int],
        missing: Mapping[tuple[int, int], int],
    ) -> None:
        self.id, self.key, self.name, self.worth = night.id, night.key, night.name, night.played_for
        self.started_at, self.ended_at = night.started_at, night.ended_at
        self.people, self.hands = tuple(people.values()), hands
        chips = {player: nets.get((night.id, player), 0) for player in people}
        self.won = max((0, *chips.values()))
        if self.won and not night.tracked and not Totals(night, balances(db.session(), night)).known:
            self.won = 0
        winners = [player for player, net in chips.items() if self.won and net == self.won]
        self.winners = tuple(people[player] for player in winners)
        self.money = self.won * night.worth + max((missing.get((night.id, player), 0) for player in winners), default=0)


def past_nights(limit: int, before: int | None = None) -> list[PastNight]:
    """List all nights except examples, latest first; with ``before``, only those that began before that night."""
    query = select(Night).where(~Night.example)
    session = db.session()
    if before is not None and (last := session.get(Night, before)) is not None:
        query = query.where(tuple_(Night.started_at, Night.id) < (last.started_at, last.id))
    nights = session.scalars(query.order_by(*LATEST_FIRST).limit(limit)).all()
    ids = [night.id for night in nights]
    people, nets, missing = _people(ids), chips_won(ids), shares(ids)
    finished = select(Hand.night_id, func.count()).where(Hand.night_id.in_(ids), Hand.finished_at.is_not(None))
    hands = dict(session.execute(finished.group_by(Hand.night_id)).all())
    return [PastNight(night, people[night.id], hands.get(night.id, 0), nets, missing) for night in nights]


def _people(night_ids: Sequence[int]) -> defaultdict[int, dict[int, str]]:
    """Return by night the names of its players by player id: clockwise, then those who have left."""
    people: defaultdict[int, dict[int, str]] = defaultdict(dict)
    query = select(Seat.night_id, Seat.player_id, Player.name).join(Player, Player.id == Seat.player_id)
    query = query.where(Seat.night_id.in_(night_ids)).order_by(Seat.left, Seat.place)
    for night_id, player_id, name in db.session.execute(query):
        people[night_id][player_id] = name
    return people


#: The number of places on the podium, and how many people fit on it if some of them are tied.
PLACES, MAX_ON_PODIUM = 3, 4


@dataclass(frozen=True, slots=True)
class Result:
    """A player's result of the night, the person, and the number of hands won, alone or shared.

    ``place`` counts the players who won more chips, so players who are tied have the same one.
    """

    balance: Balance
    place: int
    hands: int
    person: Person


class Closing:
    """How a night has ended, or would end now: everybody's ``balances`` by seat, ``results`` by the largest win.

    ``payments`` settle the night, with the fewest possible if ``proven``; ``carried`` are those of earlier nights that
    they include, or will, and those paid since the night began; ``given`` are chips that nobody owes. ``best`` is the
    hand with the largest pot won with cards shown, once the night is over; ``best_pot`` is its size in chips.
    """

    def __init__(self, night: Night) -> None:
        session = db.session()
        self.balances = balances(session, night)
        self.totals = Totals(night, self.balances)
        hands, (_, won) = past_hands(night), hand_counts(night.id)
        people = badges(night.id)
        nets = [balance.net for balance in self.balances]
        results = [
            Result(balance, 1 + sum(net > balance.net for net in nets), won[balance.player_id], people[balance.seat])
            for balance in self.balances
        ]
        self.results = sorted(results, key=lambda result: (-result.balance.net, -result.hands))
        transfers = select(Transfer).where(Transfer.night_id == night.id).order_by(Transfer.id)
        self.payments = session.scalars(transfers).all()
        settled = latest_done(session, night.id, Settle)
        self.proven = settled is None or bool((settled.before or {}).get("proven", True))
        self.carried, self.given = earlier_payments(night, self.balances), given(night.id)
        self.best, self.best_pot = _biggest_shown(hands if night.ended_at is not None else ())
        self.games, self.hands = Counter(hand.game_name for hand in reversed(hands)).most_common(), len(hands)

    @property
    def podium(self) -> list[Result]:
        """The first three and those tied with them, if results are known and somebody is ahead.

        A place that more people share than fit is left out.
        """
        if not self.totals.known or not self.results or self.results[0].balance.net <= 0:
            return []
        in_place = Counter(result.place for result in self.results)
        return [
            result
            for result in self.results
            if result.place <= PLACES and result.place - 1 + in_place[result.place] <= MAX_ON_PODIUM
        ]

    @property
    def expenses(self) -> bool:
        """Whether anybody has paid for others."""
        return any(result.balance.expenses for result in self.results)

    def difference_text(self, worth: ChipValue) -> str:
        """Return the difference that all share: ``2 chips missing (€0.50), shared by all``; empty if there is none."""
        shared = sum(result.balance.share for result in self.results)
        if not shared:
            return ""
        chips = counted(abs(self.totals.difference), "chip")
        return f"{chips} {'missing' if shared > 0 else 'found'} ({worth.coins(abs(shared))}), shared by all"

    def box_text(self, worth: ChipValue) -> str:
        """Return the cash that the payments settle too: ``Cash in the box: Ann put in €40.00``; empty if none."""
        moved = [
            f"{balance.name} {'put in' if balance.cash > 0 else 'took out'} {worth.coins(abs(balance.cash))}"
            for balance in (result.balance for result in self.results)
            if balance.cash
        ]
        return f"Cash in the box: {', '.join(moved)}" if moved else ""

    def given_text(self, worth: ChipValue) -> str:
        """Return the chips that nobody owes: ``Chips given, or paid for on the spot: Ann to Bob €5.00``; or nothing."""
        names = {balance.player_id: balance.name for balance in self.balances}
        gifts = [f"{names[giver]} to {names[to]} {worth.coins(coins)}" for giver, to, coins in self.given]
        return f"Chips given, or paid for on the spot: {', '.join(gifts)}" if gifts else ""

    def carried_text(self, worth: ChipValue, of: int | None = None) -> str:
        """Return the debts, or those ``of`` a person, that the payments take over, with their nights; or nothing."""
        debts = [
            f"{debt.debtor_name or 'the box'} to {debt.creditor_name or 'the box'} {worth.coins(debt.amount)}"
            f" ({debt.night.name})"
            for debt in self.carried
            if of is None or of in (debt.debtor_id, debt.creditor_id)
        ]
        return f"Includes debts from earlier nights: {', '.join(debts)}" if debts else ""


def _pot(hand: PastHand) -> int:
    return sum(chips for _, chips in hand.winners)


#: The most hands searched for one that was shown.
_MAX_SEARCHED = 12


def _biggest_shown(hands: Sequence[PastHand]) -> tuple[State | None, int]:
    """Return the final state of the hand with the largest pot whose winner showed it, and that pot."""
    for hand in sorted(hands, key=_pot, reverse=True)[:_MAX_SEARCHED]:
        live = live_hand(hand.id) if hand.winners else None
        result = live.state.result if isinstance(live, LiveHand) else None
        if isinstance(live, LiveHand) and result and any(live.state.players[seat].shown for seat in result.totals()):
            return live.state, _pot(hand)
    return None, 0


def earlier_payments(night: Night, everybody: list[Balance]) -> list[Transfer]:
    """Return the transfers taken over from earlier nights, or that would be if the night were settled now.

    Until it is settled, the transfers paid since the night began are included.
    """
    session = db.session()
    if night.settled_at is not None:
        return list(session.scalars(select(Transfer).where(Transfer.carried_to == night.id).order_by(Transfer.id)))
    people = {balance.player_id for balance in everybody}
    return open_transfers(session, night, people, night.started_at) if night.currency else []
