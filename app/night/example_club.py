"""A year of made-up nights, to see what Upcard makes of one: played at random, by the use cases that tables use.

They count in every list and statistic. Each has a key that tells them from nights that were played, so that they can be
removed again, with the people who sat at no other night.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import func, select, update

from app.cards.card import UNSEEN, Card
from app.games.house import Stakes
from app.hand.action import FOLD, Action
from app.hand.ask import Ask, TakesOrder
from app.hand.notation import write_action
from app.hand.play import play, prompt
from app.hand.refusal import Refusal
from app.hand.state import State
from app.night.acts.requests import add_player, buy_in
from app.night.caches import forget_remembered
from app.night.db import db, now, retry_conflicts, writing
from app.night.example import remove_night
from app.night.log.replay import LiveHand, Posted
from app.night.models import Act, Entry, Hand, Ledger, Night
from app.night.nights import end_night, new_key, start_night
from app.night.people.seats import seats
from app.night.play.call import call_game, next_hand
from app.night.play.taps import post
from app.night.validation import Problem

#: The keys of these nights begin with it.
MARK = "example-club-"

PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida")
#: Who folds how often, of a hundred times that they may.
FOLDS = (6, 10, 4, 12, 8, 14, 11, 7, 9)
GAMES = (
    "seven-card-stud",
    "five-card-stud",
    "follow-the-queen",
    "baseball",
    "chicago",
    "low-chicago",
    "woolworth",
    "razz",
    "stud-eight-or-better",
    "follow-the-pair",
)
STAKES = Stakes(ante=1, small=2, big=4)
BUY_IN = 100
#: From one hand to the next.
MINUTES = timedelta(minutes=6)
#: More than any hand of these games takes.
MOST_ACTIONS = 1000


@dataclass(frozen=True, slots=True)
class ExampleYear:
    """How much is to be played: so many nights of so many hands, decided by a seed."""

    nights: int
    hands: int
    seed: int


def played_nights() -> int:
    """Return how many nights the club has that are none of these and no example."""
    own = select(func.count()).where(~Night.example, ~Night.key.startswith(MARK))
    return db.session.scalar(own) or 0


def example_nights() -> list[int]:
    """Return the ids of these nights."""
    return list(db.session.scalars(select(Night.id).where(Night.key.startswith(MARK)).order_by(Night.id)))


def remove_example_club() -> int:
    """Remove these nights with everything that belongs to them, and return how many there were."""
    return sum(remove_night(night_id) for night_id in example_nights())


def play_example_club(year: ExampleYear, told: Callable[[int], None] = lambda night: None) -> Problem | None:
    """Play a year of nights, the last one yesterday. ``told`` hears the number of each night that is over."""
    random = Random(year.seed)
    for number in range(1, year.nights + 1):
        days = 1 + (year.nights - number) * 364 // year.nights
        began = (now() - timedelta(days=days)).replace(hour=19, minute=30, second=0, microsecond=0)
        problem = _play_night(number, began, year.hands, random)
        if problem is not None:
            return problem
        told(number)
    forget_remembered()
    return None


def _play_night(number: int, began: datetime, hands: int, random: Random) -> Problem | None:
    night = start_night(f"Example night {number}", STAKES, {}, True, "EUR", 10, key=f"{MARK}{new_key()}")
    if isinstance(night, Problem):
        return night
    night_id = night.id
    for name in random.sample(PEOPLE, random.randint(4, 7)):
        if isinstance(seat := add_player(night, name, BUY_IN), Problem):
            return seat
    for _ in range(hands):
        night = db.session.get_one(Night, night_id)
        if problem := _play_hand(night, random):
            return problem
    end_night(db.session.get_one(Night, night_id))
    move_to(night_id, began)
    return None


def _play_hand(night: Night, random: Random) -> Problem | None:
    for seat in seats(night):
        if not seat.stack and isinstance(bought := buy_in(night, seat.id, BUY_IN), Problem):
            return bought
    # Everybody calls what they like best more often than the rest.
    dealer = next((PEOPLE.index(seat.name) for seat in seats(night) if seat.dealer), 0)
    live = call_game(night, GAMES[dealer] if random.random() < 0.3 else random.choice(GAMES))
    if isinstance(live, Problem):
        return live
    folds = {at: FOLDS[PEOPLE.index(name)] for at, name in enumerate(live.hand.setup.names)}
    if not isinstance(post(live.hand.id, 0, _played_out(live, folds, random)), Posted):
        raise RuntimeError(f"{live.hand.game_id}: what was offered is refused")
    return next_hand(night)


def _played_out(live: LiveHand, folds: dict[int, int], random: Random) -> list[str]:
    """Return what is entered in a hand to its end: what it asks for, chosen at random."""
    state, lines = live.state, list[str]()
    while state.result is None and len(lines) < MOST_ACTIONS:
        line = write_action(_answered(_chosen(state, folds, random), state, random))
        after = play(state, line)
        if isinstance(after, Refusal):
            raise RuntimeError(f"{live.hand.game_id}: {line} is refused")
        state = after
        lines.append(line)
    return lines


def _chosen(state: State, folds: dict[int, int], random: Random) -> Ask:
    asks = [ask for ask in prompt(state).asks if not isinstance(ask.takes, TakesOrder)]
    going = [ask for ask in asks if ask.action.verb == FOLD]
    if going and random.randrange(100) < folds.get(going[0].seat or 0, 0):
        return going[0]
    staying = [ask for ask in asks if ask.action.verb != FOLD and ask.manner != "mucks"] or asks
    # A raise now and then; what is said first is a check or a call.
    return staying[0] if len(going) and random.random() < 0.7 else random.choice(staying)


def _answered(ask: Ask, state: State, random: Random) -> Action:
    amount, cards = None, tuple[Card, ...]()
    if ask.amount:
        amount = random.randint(ask.amount.least, ask.amount.most or ask.amount.least)
    elif ask.cards:
        left = sorted(state.game.deck.cards() - state.seen)
        random.shuffle(left)
        if ask.cards.source in ("deck", "down cards"):
            cards = (left.pop(),)
        else:
            assert ask.seat is not None
            held = state.players[ask.seat].cards[: random.randint(ask.cards.least, ask.cards.most)]
            cards = tuple(left.pop() if card.card == UNSEEN else card.card for card in held)
    return ask.answer(cards=cards, amount=amount)


@retry_conflicts
def move_to(night_id: int, began: datetime) -> None:
    """Let a night have begun at another time, and its hands have been played one after the other, minutes apart."""
    with writing() as session:
        hands = session.scalars(select(Hand).where(Hand.night_id == night_id).order_by(Hand.number)).all()
        dealt = [hand.started_at for hand in hands]

        def moved(at: datetime) -> datetime:
            """Return when something was done between two hands."""
            return began + sum(start < at for start in dealt) * MINUTES + timedelta(minutes=5, seconds=30)

        for row in session.scalars(select(Ledger).where(Ledger.night_id == night_id)):
            row.at = moved(row.at)
        for act in session.scalars(select(Act).where(Act.night_id == night_id)):
            act.at, act.done_at = moved(act.at), act.done_at and moved(act.done_at)
        for hand in hands:
            hand.started_at = began + hand.number * MINUTES
            hand.finished_at = ended = hand.started_at + timedelta(minutes=5)
            session.execute(update(Entry).where(Entry.hand_id == hand.id).values(at=ended))
            session.execute(update(Ledger).where(Ledger.hand_id == hand.id).values(at=ended))
        night = session.get_one(Night, night_id)
        night.started_at, night.ended_at = began, began + (len(hands) + 1) * MINUTES
