"""Random evenings of a club, and invariants for chips and money after each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

from flask import Flask
from sqlalchemy import func, select, text

from app.hand.action import BET, CALL, FOLD
from app.hand.ask import Refusal
from app.hand.notation import write_action
from app.hand.play import play, prompt
from app.night import nights
from app.night.acts import queue, requests
from app.night.acts.money import Count, Expense, Pay, SplitPot, Tally
from app.night.acts.settling import Paid, Settle
from app.night.acts.table import PlayFor
from app.night.db import db, init
from app.night.ledger import Balance, Totals, balances, left_in_pot, stack_of
from app.night.log import loading
from app.night.log.replay import Broken, LiveHand, Refused, Repeated, Stale
from app.night.models import Act, Hand, Ledger, Night, Player, Transfer
from app.night.nights import current_hand
from app.night.people import seats as night_seats
from app.night.people.seats import SeatInfo
from app.night.play import call as night_call
from app.night.play import taps
from app.night.play.call import end_night
from app.night.validation import Problem
from tests.databases import MEMORY, address_at
from tests.hand.random_dealer import RandomDealer
from tests.night import acting
from tests.night.table import STAKES
from tests.seating import add_player

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")

#: The most actions entered in one tap.
MAX_STEPS = 60


@cache
def memory_app() -> Flask:
    """Return an app with a database in memory; all evenings are played in it, each by different people."""
    app = Flask("evenings")
    app.config.update(SQLALCHEMY_DATABASE_URI=address_at(MEMORY), SECRET_KEY="x", TESTING=True)
    init(app)
    with app.app_context():
        db.create_all()
    return app


#: The actions of a betting round.
BETTING = (BET, CALL, FOLD)


class Evenings:
    """The evenings of some people. ``done`` and ``refused`` count the steps by name."""

    def __init__(self, random: Random, *, tracked: bool = True) -> None:
        self.random = random
        self.tracked = tracked
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.dealer: RandomDealer | None = None
        others = db.session.scalar(select(func.count(Player.id)))
        self.names = tuple(f"{name} {others}" if others else name for name in NAMES)  # new to the database
        self.nights: list[int] = []
        self._begin_night(self.names[: random.randint(2, 4)])

    @property
    def night(self) -> Night:
        db.session.rollback()
        return db.session.get_one(Night, self.nights[-1])

    def step(self, name: str) -> None:
        """Take one step, and check that everything still adds up. A refused step must have changed nothing."""
        before = _everything(self.nights[0])
        answer = STEPS[name](self)
        if isinstance(answer, Problem | Refused | Stale | Broken):
            self.refused[name] += 1
            assert name in COMPOUND or _everything(self.nights[0]) == before, (
                f"{name} was refused and has changed something"
            )
            if name not in COMPOUND:
                return
        elif answer is None:
            return
        self.done[name] += 1
        self.check(name)

    def check(self, name: str) -> None:
        """Raise an AssertionError if a chip or a coin has appeared or vanished."""
        for night_id in self.nights if name in CHANGE_EARLIER_NIGHTS else self.nights[-1:]:
            check_night(db.session.get_one(Night, night_id))

    # The steps. Each returns None if there is nothing to do.

    def join(self) -> object:
        return add_player(
            self.night,
            self.random.choice(self.names),
            self.random.choice((0, 1, 20, 100)),
            self.random.choice((None, None, 0, 2)),
        )

    def buy(self) -> object:
        seat = self._seat()
        return seat and acting.buy_in(self.night, seat.id, self.random.choice((1, 20, 100)))

    def give(self) -> object:
        giver, receiver, chips = self._seat(), self._seat(), self.random.choice((1, 20, 100))
        owed = self.random.random() < 0.5
        return giver and receiver and acting.give_chips(self.night, giver.id, receiver.id, chips, owed=owed)

    def side_payment(self) -> object:
        receiver, payer, chips = self._seat(), self._seat(), self.random.choice((1, 2, 20))
        payer_id = payer.id if payer is not None and self.random.random() < 0.5 else None
        return receiver and requests.make_side_payment(self.night, receiver.id, payer_id, chips, "seven-deuce")

    def leave(self) -> object:
        seat = self._seat()
        return seat and acting.leave(self.night, seat.id)

    def sit_out(self) -> object:
        seat = self._seat()
        return seat and acting.sit_out(self.night, seat.id)

    def come_back(self) -> object:
        seat = self._seat()
        return seat and acting.come_back(self.night, seat.id)

    def rearrange(self) -> object:
        order = [seat.id for seat in night_seats.seats(self.night)]
        self.random.shuffle(order)
        return requests.rearrange_seats(self.night, order)

    def button(self) -> object:
        seat = self._seat()
        return seat and acting.set_dealer(self.night, seat.place)

    def call(self) -> object:
        if current_hand(self.night) is not None:
            night_call.next_hand(self.night)
        game = self.random.choice(("five-card-stud", "chicago"))
        live = night_call.call_game(self.night, game, house_for_hand={"odd_chip_split": "next pot"})
        if isinstance(live, LiveHand):
            self.dealer = RandomDealer(live.state.setup, self.random)
            return self.tap()
        return live

    def tap(self) -> object:
        """Enter a few legal actions in one tap."""
        live, dealer = self._live(), self.dealer
        if live is None or dealer is None or live.over or live.state != dealer.state:
            return None
        lines = []
        for _ in range(self.random.choice((1, 3, 10, MAX_STEPS))):
            if dealer.state.result is None:
                lines.append((self.random.random() < 0.05 and dealer.miscount()) or dealer.step())
        return taps.post(live.hand.id, live.number, lines)

    def misdeal(self) -> object:
        live = self._live()
        return live and taps.post(live.hand.id, live.number, ["d misdeal"])

    def undo_tap(self) -> object:
        live = self._live()
        return live and taps.undo(live.hand.id, live.number)

    def redo_tap(self) -> object:
        live = self._live()
        return live and taps.redo(live.hand.id, live.number)

    def correct(self) -> object:
        """Delete an action, or all actions from there on."""
        live = self._live()
        if live is None or not live.actions:
            return None
        place = self.random.randint(1, len(live.actions))
        answer = taps.correct(live.hand.id, live.number, {place: []}, place if self.random.random() < 0.5 else None)
        return None if isinstance(answer, Repeated) else answer

    def correct_earlier(self) -> object:
        """Correct a finished hand of any night, with different betting from some action on."""
        live = self._any_hand()
        bets = (
            [n for n, state in enumerate(live.states[:-1]) if prompt(state).kind == "bet"] if live is not None else []
        )
        if live is None or not bets:
            return None
        place = self.random.choice(bets)
        state, lines = live.states[place], list[str]()
        while state.result is None and prompt(state).kind == "bet":
            asks = [ask for ask in prompt(state).asks if ask.action.verb in BETTING]
            folds = [ask for ask in asks if ask.action.verb == FOLD]
            ask = self.random.choice(folds if folds and self.random.random() < 0.5 else asks)
            chips = self.random.randint(ask.amount.least, ask.amount.most or ask.amount.least) if ask.amount else None
            lines.append(write_action(ask.answer(amount=chips)))
            after = play(state, lines[-1])
            assert not isinstance(after, Refusal)
            state = after
        cut = place + 2 if place + 1 < len(live.actions) else None
        answer = taps.correct(live.hand.id, live.number, {place + 1: lines}, cut)
        return None if isinstance(answer, Repeated) else answer

    def undo_earlier(self) -> object:
        """Undo the last entry in a finished hand of any night, most often a correction."""
        live = self._any_hand(corrected=lambda hand: taps.after_correction(hand, "undo"))
        return live and taps.undo(live.hand.id, live.number)

    def redo_earlier(self) -> object:
        live = self._any_hand(corrected=lambda hand: taps.after_correction(hand, "redo"))
        return live and taps.redo(live.hand.id, live.number)

    def clear_hand(self) -> object:
        return night_call.next_hand(self.night) or True

    def reopen_hand(self) -> object:
        hand, _ = night_call.cleared_hand(self.night)
        return hand and (night_call.reopen_hand(self.night, hand.id) or True)

    def count(self) -> object:
        seat = self._seat(left=True)
        if seat is None:
            return None
        stack = stack_of(db.session(), self.night.id, seat.player_id)
        had = self.random.choice((None, stack, stack, stack + 1))
        chips = max(0, stack + self.random.choice((-30, -1, 0, 2, 40)))
        return queue.do(self.night, Count(seat.id, seat.name, chips, "lost", had))

    def tally(self) -> object:
        seats = night_seats.seats(self.night)
        stacks = [stack_of(db.session(), self.night.id, seat.player_id) for seat in seats]
        return queue.do(self.night, Tally(tuple(seat.id for seat in seats), tuple(stacks)))

    def expense(self) -> object:
        seats = night_seats.seats(self.night, with_left=True)
        shared = tuple(seat.id for seat in seats if self.random.random() < 0.7)
        payer = self.random.choice(seats)
        return queue.do(self.night, Expense(payer.id, payer.name, "pizza", self.random.randint(1, 5000), shared, ()))

    def pay(self) -> object:
        seat = self._seat(left=True)
        return seat and queue.do(self.night, Pay(seat.id, seat.name, self.random.choice((500, 1000, -300))))

    def play_for(self) -> object:
        currency = self.random.choice(("EUR", "EUR", "JPY", ""))
        return queue.do(self.night, PlayFor(currency, self.random.choice((1, 5, 10)) if currency else 0))

    def split_pot(self) -> object:
        return queue.do(self.night, SplitPot(self.night.carried))

    def settle(self) -> object:
        seat = self._seat(left=True)
        bank = seat.id if seat is not None and self.random.random() < 0.5 else None
        through = self.random.random() < 0.3
        return queue.do(self.night, Settle(through, bank if through else None))

    def settle_everything(self) -> object:
        """Meet the requirements for settling up, and settle up."""
        if (hand := current_hand(self.night)) is not None and hand.finished_at is None:
            self.misdeal()
        if not self.night.currency:
            queue.do(self.night, PlayFor("EUR", 5))
        self.split_pot()
        self.tally()
        return queue.do(self.night, Settle())

    def mark_paid(self) -> object:
        transfers = list(db.session.scalars(select(Transfer).where(Transfer.night_id.in_(self.nights))))
        if not transfers:
            return None
        chosen = self.random.choice(transfers)
        night = db.session.get_one(Night, chosen.night_id)
        return queue.do(night, Paid(chosen.id, "", "", chosen.amount))

    def undo_act(self) -> object:
        """Undo one of the latest acts of any night."""
        query = select(Act).where(Act.night_id.in_(self.nights), Act.kind != "undo").order_by(Act.id.desc())
        acts = list(db.session.scalars(query.limit(8)))
        if not acts:
            return None
        chosen = self.random.choice(acts)
        return queue.undo_act(db.session.get_one(Night, chosen.night_id), chosen.id, "it")

    def end(self) -> object:
        return end_night(self.night) or True

    def reopen(self) -> object:
        return nights.reopen_night(self.night) or True

    def another_night(self) -> object:
        """Begin another night with some of the same people."""
        if len(self.nights) == 3 or self.night.settled_at is None:
            return None
        names = [name for name in self.names if self.random.random() < 0.7]
        self._begin_night(names)
        return True

    def _begin_night(self, names: object) -> None:
        night = nights.start_night("Friday", STAKES, {}, self.tracked)
        assert isinstance(night, Night)
        self.nights.append(night.id)
        self.dealer = None
        assert not isinstance(queue.do(self.night, PlayFor("EUR", 5)), Problem)
        for name in names:  # type: ignore[attr-defined]
            assert not isinstance(add_player(self.night, name, self.random.choice((20, 60))), Problem)

    def _seat(self, *, left: bool = False) -> SeatInfo | None:
        seats = night_seats.seats(self.night, with_left=left)
        return self.random.choice(seats) if seats else None

    def _any_hand(self, corrected: Callable[[LiveHand], LiveHand | None] | None = None) -> LiveHand | None:
        """Return a finished hand of any night, preferably one that ``corrected`` can correct."""
        hands = select(Hand.id).where(Hand.night_id.in_(self.nights), Hand.finished_at.is_not(None))
        played = [
            live for hand_id in db.session.scalars(hands) if isinstance(live := loading.live_hand(hand_id), LiveHand)
        ]
        chosen = [live for live in played if corrected is not None and corrected(live) is not None]
        return self.random.choice(chosen or played) if played else None

    def _live(self) -> LiveHand | None:
        hand = current_hand(self.night)
        live = loading.live_hand(hand.id) if hand is not None else None
        return live if isinstance(live, LiveHand) else None


STEPS: dict[str, Callable[[Evenings], object]] = {
    name: getattr(Evenings, name)
    for name in (
        "join buy leave sit_out come_back rearrange button"
        " call tap misdeal undo_tap redo_tap correct clear_hand reopen_hand count tally"
        " correct_earlier undo_earlier redo_earlier expense give side_payment pay play_for split_pot settle"
        " settle_everything mark_paid undo_act end reopen another_night"
    ).split()
}

#: Steps made of several, the last of which may be refused.
COMPOUND = ("call", "settle_everything")

#: Steps that may also change earlier nights.
CHANGE_EARLIER_NIGHTS = (
    "settle",
    "settle_everything",
    "mark_paid",
    "undo_act",
    "correct_earlier",
    "undo_earlier",
    "redo_earlier",
)

#: The relative frequency of each step.
WEIGHTS = {
    "call": 5,
    "tap": 5,
    "clear_hand": 4,
    "undo_act": 4,
    "buy": 2,
    "settle_everything": 2,
    "mark_paid": 3,
    "correct_earlier": 6,
}


def random_steps(random: Random, count: int) -> list[str]:
    return random.choices(list(STEPS), [WEIGHTS.get(name, 1) for name in STEPS], k=count)


def check_night(night: Night) -> None:
    """Raise an AssertionError if a chip or a coin of a night has appeared or vanished."""
    session = db.session()
    found = balances(session, night)
    places = [seat.place for seat in night_seats.seats(night)]
    assert len(set(places)) == len(places), "two players sit at one place"
    _check_accounts(night, found)
    _check_chips(night, found)
    if night.tracked:
        assert left_in_pot(session, night.id) == night.carried, "the ledger's pot differs from the carried chips"
        assert night.carried >= 0, "the pot is negative"
        for seat, balance in zip(night_seats.seats(night, with_left=True), found, strict=True):
            assert (seat.id, seat.stack) == (balance.seat, balance.stack)
            assert balance.stack is not None
            assert balance.stack >= 0, f"{seat.name} has a negative stack"
    _check_hands(night)
    if night.settled_at is not None:
        _check_settled(night, found)


def _check_hands(night: Night) -> None:
    """Check that every hand but the last is over, and that each paid what its replay pays."""
    hands = list(db.session.scalars(select(Hand).where(Hand.night_id == night.id).order_by(Hand.number)))
    for hand in hands:
        live = loading.live_hand(hand.id)
        assert isinstance(live, LiveHand)
        assert live.over or hand is hands[-1], f"hand {hand.number} is not over"
        assert live.over == (hand.finished_at is not None)
        paid: Counter[int] = Counter()
        for player_id, chips in db.session.execute(
            select(Ledger.player_id, Ledger.amount).where(Ledger.hand_id == hand.id)
        ):
            paid[player_id] += chips
        if not night.tracked or not live.over:
            continue
        for player_id, had, player in zip(
            live.hand.player_ids, live.hand.setup.stacks, live.state.players, strict=True
        ):
            assert had is not None
            assert player.stack is not None
            assert paid[player_id] == player.stack - had, f"hand {hand.number} has not paid {player.name}"


def _check_accounts(night: Night, found: list[Balance]) -> None:
    """Check, row by row, that the accounts of each unit add up to 0."""
    chips: Counter[tuple[str, int | None]] = Counter()
    coins: Counter[tuple[str, int | None]] = Counter()
    columns = (Ledger.player_id, Ledger.account, Ledger.against, Ledger.against_id, Ledger.amount)
    for player_id, account, against, against_id, amount in db.session.execute(
        select(*columns).where(Ledger.night_id == night.id)
    ):
        unit = coins if account == "purse" else chips
        unit[account, player_id] += amount
        unit[against, against_id] -= amount
        assert account in ("chips", "purse", "won")
        assert amount
    assert sum(chips.values()) == 0
    assert sum(coins.values()) == 0
    for balance in found:
        if balance.stack is not None:
            assert balance.stack == chips["chips", balance.player_id]
        assert balance.purse == coins["purse", balance.player_id]


def _check_chips(night: Night, found: list[Balance]) -> None:
    """Check that chips bought and cashed out match the acts, and that counted differences add up."""
    bought: Counter[int] = Counter()
    cashed: Counter[int] = Counter()
    acts = select(Act).where(Act.night_id == night.id, Act.status == "done")
    for act in db.session.scalars(acts.where(Act.kind.in_(("buy", "give", "join", "leave")))):
        seat, data = act.seat_id, act.data
        assert seat is not None
        if act.kind == "leave":
            out = select(func.sum(Ledger.amount)).where(Ledger.act_id == act.id, Ledger.kind == "cash-out")
            cashed[seat] -= db.session.scalar(out) or 0
        elif act.kind == "give":
            bought[seat] -= data["chips"]
            bought[data["to"]] += data["chips"]
        else:
            bought[seat] += data["chips"]
    for balance in found:
        assert (balance.bought, balance.cashed) == (bought[balance.seat], cashed[balance.seat]), (
            f"{balance.name} has bought or cashed out other chips than the acts say; a new kind of act is counted above"
        )
    together = Totals(night, found)
    if together.counted:
        found_or_missing = sum(balance.difference for balance in found)
        assert together.difference == found_or_missing, "chips have left the table without a count, or come to it"


def _check_settled(night: Night, found: list[Balance]) -> None:
    """Check that open transfers pay every player what is due, and that the box ends up empty."""
    due: Counter[int | None] = Counter()
    transfers = list(db.session.scalars(select(Transfer).where(Transfer.night_id == night.id)))
    for transfer in transfers:
        assert transfer.amount > 0
        assert transfer.debtor_id != transfer.creditor_id
        if transfer.paid_at is None and transfer.carried_to is None:
            due[transfer.creditor_id] += transfer.amount
            due[transfer.debtor_id] -= transfer.amount
    for balance in found:
        assert balance.money == due[balance.player_id], f"{balance.name} is not settled"
    assert due[None] == -sum(balance.money for balance in found)
    if all(transfer.paid_at is not None for transfer in transfers):
        box = select(func.sum(Ledger.amount)).where(Ledger.night_id == night.id, Ledger.against == "box")
        assert not db.session.scalar(box), "the box still holds money"


#: Everything that a refused step must not change: a SELECT for each table.
_FINGERPRINT = tuple(
    map(
        text,
        (
            "SELECT sum(id % 10007 * amount) FROM ledger WHERE night_id >= :first",
            "SELECT id, status FROM act WHERE night_id >= :first ORDER BY id",
            "SELECT count(*) FROM entry",
            "SELECT id, outcome FROM hand WHERE night_id >= :first ORDER BY id",
            "SELECT id, put_away, finished_at FROM hand ORDER BY id DESC LIMIT 1",
            "SELECT ended_at, settled_at, currency, carried, dealer_place FROM night WHERE id >= :first ORDER BY id",
            "SELECT id, paid_at, carried_to FROM transfer ORDER BY id",
            'SELECT place, "left", sitting_out FROM seat ORDER BY id',
        ),
    )
)


def _everything(first: int) -> object:
    db.session.rollback()
    return [db.session.execute(query, {"first": first}).all() for query in _FINGERPRINT]
