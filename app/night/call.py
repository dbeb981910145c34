"""Calling a game, going on to the next hand, and the way back from both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.games import modifiers as game_modifiers
from app.games.definition import Game
from app.games.errors import GameError
from app.games.house import Stakes, house_rules
from app.games.load import build, resolve
from app.hand.play import SetupError, start
from app.hand.state import Setup
from app.night.db import db, now, writing
from app.night.log.loading import Broken, cache, freeze, info_of, load
from app.night.log.replay import LiveHand, opened
from app.night.models import Entry, Hand, Night
from app.night.nights import between_hands
from app.night.people.naming import mix_name
from app.night.people.seats import deal_order, stacks
from app.night.settle import dealer_place, why_over
from app.night.taps import Refused, Stale
from app.night.validation import Problem, house_raw, stakes_raw
from app.night.version import table_changed


@dataclass(frozen=True, slots=True)
class WayBack:
    """A hand that was put away; ``closed`` says why Undo cannot lead back to it, empty when it can."""

    hand_id: int
    number: int
    game_name: str
    closed: str


def call_game(
    night: Night,
    game_id: str,
    options: Mapping[str, Any] | None = None,
    modifiers: Sequence[str | Mapping[str, Any]] = (),
    house_for_hand: Mapping[str, Any] | None = None,
    stakes: Stakes | None = None,
    name: str = "",
) -> LiveHand | Problem:
    """Deal a hand to everyone in play, under the night's stakes and house rules unless others are given.

    The game goes by ``name``; without one, by its own name and what the modifiers make of it.
    """
    night_id = night.id
    try:
        used = [game_modifiers.read(one, "modifier") for one in modifiers]
        game = resolve(game_id, options, used)
        name = name or mix_name(game.name, modifiers)
        if name != game.name:
            game = build({**game.raw, "name": name})
    except GameError as problem:
        return Problem("game", str(problem))
    house = house_raw(house_for_hand or {})
    if isinstance(house, Problem):
        return house
    if stakes is not None and isinstance(wrong := stakes_raw(stakes), Problem):
        return wrong
    with writing() as session:
        if problem_now := between_hands(session, night_id) or _not_put_away(session, night_id):
            return problem_now
        found = session.get_one(Night, night_id)
        order = deal_order(session, found)
        if len(order) < 2:
            return Problem("players", "a hand takes two players with chips")
        setup = _setup(session, found, game, dict(house_for_hand or {}), stakes or found.stakes)
        try:
            first = start(setup)
        except SetupError as problem:
            return Problem("players", str(problem))
        found.dealer_place = order[-1].place
        last = session.scalar(select(func.max(Hand.number)).where(Hand.night_id == night_id)) or 0
        hand = Hand(
            night_id=night_id,
            number=last + 1,
            game_id=game_id,
            game_name=game.name,
            definition=dict(game.raw),
            setup=freeze(setup, [one.id for one in order], [one.player_id for one in order], found.dealer_place),
            options=dict(options or {}),
            modifiers=[one if isinstance(one, str) else dict(one) for one in modifiers],
            started_at=now(),
        )
        session.add(hand)
        session.flush()
        live = opened(info_of(hand), first)
        table_changed(session, night_id)
    cache().put(live)
    return live


def next_hand(night: Night) -> Problem | None:
    """Put the finished hand away and pass the deal on; after a misdeal the same player deals again.

    Pressed twice it does this once. Until a game is called, ``take_out_again`` leads back to the hand.
    """
    night_id = night.id
    with writing() as session:
        if problem := between_hands(session, night_id):
            return problem
        hand = _last(session, night_id)
        if hand is None or hand.put_away:
            return None
        hand.put_away = True
        if (hand.outcome or {}).get("why") != "misdeal":
            found = session.get_one(Night, night_id)
            found.dealer_place = _next_place(session, found)
        table_changed(session, night_id)
    return None


def way_back(night: Night) -> WayBack | None:
    """The hand that has been put away and that no other has followed, for Undo to lead back to."""
    session = db.session()
    hand = _last(session, night.id)
    if hand is None or not hand.put_away:
        return None
    return WayBack(hand.id, hand.number, hand.game_name, why_over(session, hand))


def take_out_again(night: Night, hand_id: int) -> Problem | None:
    """Take the last hand back from where ``next_hand`` has put it: its settlement is on the table, its dealer deals.

    Nothing about the hand changes, nor any chips. Pressed twice it does this once.
    """
    night_id = night.id
    with writing() as session:
        # The lock keeps other servers from calling a game at the same moment.
        found = session.get_one(Night, night_id, with_for_update=True)
        hand = _last(session, night_id)
        if hand is None or hand.id != hand_id:
            return Problem("hand", "another hand has begun")
        if not hand.put_away:
            return None
        if why := why_over(session, hand):
            return Problem("hand", why)
        hand.put_away = False
        found.dealer_place = dealer_place(session, hand.setup["seats"])
        table_changed(session, night_id)
    return None


def uncall(hand_id: int, seen: int) -> Stale | Refused | Broken | None:
    """Take back the call of a game of which nothing has been entered, or everything taken back: the hand is gone.

    None when it is, also when it had gone before. ``seen`` is how many entries the screen had seen.
    """
    try:
        return _uncall(hand_id, seen)
    except IntegrityError:
        # Another server entered something in the same moment. Look again: now the hand is not as it was seen.
        return _uncall(hand_id, seen)


def current_hand(night: Night) -> Hand | None:
    """The hand on the table, running or settled; None between hands."""
    hand = _last(db.session(), night.id)
    return None if hand is None or hand.put_away else hand


def last_hand(night: Night) -> Hand | None:
    """The latest hand, put away or not: the one that undo leads back to."""
    return _last(db.session(), night.id)


def _uncall(hand_id: int, seen: int) -> Stale | Refused | Broken | None:
    with writing() as session:
        night_id = session.scalar(select(Hand.night_id).where(Hand.id == hand_id))
        if night_id is None:
            return None
        found = load(hand_id)
        if isinstance(found, Broken):
            return found
        if seen != found.number:
            return Stale(found)
        if found.can_undo:
            return Refused(found, "", "take back first what has been entered")
        session.execute(delete(Entry).where(Entry.hand_id == hand_id))
        session.execute(delete(Hand).where(Hand.id == hand_id))
        table_changed(session, night_id)
    return None


def _setup(session: Session, night: Night, game: Game, house: dict[str, Any], stakes: Stakes) -> Setup:
    order = deal_order(session, night)
    have = stacks(session, night.id)
    return Setup(
        game=game,
        names=tuple(seat.player.name for seat in order),
        stacks=tuple(have.get(seat.player_id, 0) if night.tracked else None for seat in order),
        antes=(stakes.ante,) * len(order),
        stakes=stakes,
        house=house_rules(night.house, house),
        carried=night.carried,
    )


def _not_put_away(session: Session, night_id: int) -> Problem | None:
    hand = _last(session, night_id)
    return Problem("hand", "the last hand is still on the table") if hand and not hand.put_away else None


def _last(session: Session, night_id: int) -> Hand | None:
    return session.scalar(select(Hand).where(Hand.night_id == night_id).order_by(Hand.number.desc()).limit(1))


def _next_place(session: Session, night: Night) -> int:
    """The first place to the left of the dealer where somebody is in play."""
    places = sorted(seat.place for seat in deal_order(session, night))
    return next((place for place in places if place > night.dealer_place), places[0] if places else 0)
