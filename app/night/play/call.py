"""Calling a game, moving on to the next hand, ending a night, and leaving during a hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.dataclass import replace
from app.games.house import Stakes, house_rules
from app.games.situation import Situation
from app.hand.action import FOLD, Action
from app.hand.ask import Refusal
from app.hand.notation import write_action
from app.hand.play import SetupError, play, start
from app.hand.state import Setup, State
from app.night.acts.act import Act
from app.night.acts.activity import leaving_seats, waiting
from app.night.acts.corrections import final_reason
from app.night.acts.people import Leave
from app.night.acts.queue import ActResult, Pending, do, do_queue, enter_all
from app.night.acts.requests import seat_name
from app.night.db import db, now, retry_conflicts, transaction, writing
from app.night.log.entries import GameCall
from app.night.log.loading import hand_cache, hand_info, live_hand, load_hand, setup_to_json
from app.night.log.replay import Broken, LiveHand, Plan, Refused, Stale, new_hand
from app.night.models import Entry, Hand, Night
from app.night.nights import current_hand, last_hand, why_not_between_hands
from app.night.people.seats import deal_order, seats_of, stacks
from app.night.play.games import named_game
from app.night.play.settle import is_void, place_of_dealer
from app.night.play.taps import append_planned, leaving_moves, plan_actions
from app.night.play.television import show_the_table
from app.night.rotation import players_dealt_in
from app.night.validation import Problem, limit_problem, validate_house, validate_stakes
from app.night.version import lock_night, mark_table_changed, next_timestamp, night_transaction
from app.settings import limit


@retry_conflicts
def call_game(
    night: Night,
    game_id: str,
    options: Mapping[str, Any] | None = None,
    modifiers: Sequence[str | Mapping[str, Any]] = (),
    house_for_hand: Mapping[str, Any] | None = None,
    stakes: Stakes | None = None,
    name: str = "",
    rotation: int | None = None,
    out: Collection[int] = (),
) -> LiveHand | Problem:
    """Deal a hand to everyone in play, under the night's stakes and house rules unless others are given.

    Without a ``name``, the game goes by its own name with its modifiers. ``rotation`` is its number in the night's
    rotation if dealt from there: then players over the game's limit take turns sitting out. ``out`` are the seats that
    sit out this hand only; the dealer never does.
    """
    night_id = night.id
    game = named_game(game_id, options, modifiers, name)
    if isinstance(game, Problem):
        return game
    if isinstance(wrong := validate_house(house_for_hand or {}), Problem):
        return wrong
    if stakes is not None and isinstance(wrong := validate_stakes(stakes), Problem):
        return wrong
    with writing() as session:
        current = lock_night(session, night_id)
        if not_now := why_not_between_hands(current):
            return not_now
        last = last_hand(night_id)
        if last is not None and not last.cleared:
            return Problem("hand", "the last hand is still on the table")
        number = last.number + 1 if last is not None else 1
        if number > limit("hands"):
            return limit_problem("hands")
        order = deal_order(session, current)
        if rotation is not None:
            order = players_dealt_in(order, game)
        order = [seat for seat in order if seat.id not in out or seat is order[-1]]
        if len(order) < 2:
            return Problem("players", "a hand needs two players with chips")
        chips, stakes = stacks(night_id), stakes or current.stakes
        house = house_rules(current.house, dict(house_for_hand or {}))
        situation = Situation(game, house, stakes, len(order))
        setup = Setup(
            game=game,
            names=tuple(seat.player.name for seat in order),
            stacks=tuple(chips.get(seat.player_id, 0) if current.tracked else None for seat in order),
            antes=situation.antes,
            blinds=situation.blinds,
            stakes=stakes,
            house=house,
            carried=current.carried,
        )
        try:
            first = start(setup)
        except SetupError as problem:
            return Problem("players", str(problem))
        button, current.dealer_place = current.dealer_place, order[-1].place
        show_the_table(current)
        hand = Hand(
            night_id=night_id,
            number=number,
            game_id=game_id,
            game_name=game.name,
            definition=dict(game.raw),
            setup={**setup_to_json(setup, order), "button": button},
            options=dict(options or {}),
            modifiers=[entry if isinstance(entry, str) else dict(entry) for entry in modifiers],
            started_at=next_timestamp(session, night_id),
            rotation=rotation,
        )
        session.add(hand)
        session.flush()
        live = new_hand(hand_info(hand), first)
        mark_table_changed(session, night_id)
    hand_cache().keep(live)
    return live


def make_call(
    night: Night,
    game_id: str,
    options: Mapping[str, Any],
    modifiers: Sequence[str | Mapping[str, Any]],
    house_for_hand: Mapping[str, Any],
    name: str = "",
) -> GameCall | Problem:
    """Return the call of a game, to correct a hand that was called as another one."""
    game = named_game(game_id, options, modifiers, name)
    if isinstance(game, Problem):
        return game
    house = validate_house(house_for_hand)
    if isinstance(house, Problem):
        return house
    rules = asdict(house_rules(night.house, dict(house_for_hand)))
    return GameCall(game_id, dict(game.raw), dict(options), list(modifiers), rules)


@night_transaction
def next_hand(session: Session, night_id: int) -> Problem | None:
    """Clear the finished hand from the table and pass the deal; after a misdeal the same player deals again.

    Repeating it has no effect. Until a game is called, ``reopen_hand`` brings the hand back.
    """
    return _clear(session, session.get_one(Night, night_id))


def _clear(session: Session, current: Night) -> Problem | None:
    if problem := why_not_between_hands(current):
        return problem
    hand = current_hand(current)
    if hand is None:
        return None
    hand.cleared = True
    show_the_table(current)
    session.flush()
    do_queue(session, current.id)
    if not is_void(hand.outcome):
        # The next player to the dealer's left, even without chips: until a game is called they may buy in, and deal.
        places = [seat.place for seat in seats_of(session, current.id) if not seat.sitting_out]
        to_the_left = (place for place in places if place > current.dealer_place)
        current.dealer_place = next(to_the_left, places[0] if places else 0)
    mark_table_changed(session, current.id)
    return None


def clear_finished(night: Night) -> None:
    """Clear the hand on the table as ``next_hand`` does, if it is finished."""
    hand = current_hand(night)
    if hand is not None and hand.finished_at is not None:
        next_hand(night)


@night_transaction
def end_night(session: Session, night_id: int, *counts: Act, form: str = "") -> Problem | None:
    """End a night, with the stacks as counted; all or nothing. Repeating it has no effect.

    A finished hand is cleared first, so that everything queued behind it is done. Nothing is cashed out: players take
    home the chips in front of them. See :func:`app.night.acts.queue.do` for ``form``.
    """
    if counts and isinstance(refused := enter_all(session, night_id, *counts, form=form), Problem):
        return refused
    current = session.get_one(Night, night_id)
    if current.ended_at is not None:
        return None
    if problem := _clear(session, current):
        return problem
    current.ended_at = now()
    mark_table_changed(session, night_id)
    return None


def cleared_hand(night: Night) -> tuple[Hand | None, str]:
    """Return the hand that Undo would bring back to the table, and why that is not possible; empty if it is.

    There is none while a hand is on the table, and before the first.
    """
    hand = last_hand(night.id)
    return (hand, final_reason(db.session(), hand)) if hand is not None and hand.cleared else (None, "")


@night_transaction
def reopen_hand(session: Session, night_id: int, hand_id: int) -> Problem | None:
    """Bring the last hand back to the table as it was before ``next_hand``, and the deal back to its dealer.

    Neither the hand nor any chips change. Repeating it has no effect.
    """
    current = session.get_one(Night, night_id)
    hand = last_hand(night_id)
    if hand is None or hand.id != hand_id:
        return Problem("hand", "another hand has begun")
    if not hand.cleared:
        return None
    if reason := final_reason(session, hand):
        return Problem("hand", reason)
    hand.cleared = False
    current.dealer_place = place_of_dealer(session, hand.setup["seats"])
    mark_table_changed(session, night_id)
    return None


@transaction
def undo_call(session: Session, hand_id: int, seen: int) -> Stale | Refused | Broken | None:
    """Delete a hand in which nothing was entered, or everything undone; return None if that is done.

    The button goes back to where it was before the call. ``seen`` is as for a tap.
    """
    night_id = session.scalar(select(Hand.night_id).where(Hand.id == hand_id))
    if night_id is None:
        return None
    live = load_hand(hand_id, to_write=True)
    if isinstance(live, Broken):
        return live
    if seen != live.number:
        return Stale(live)
    if live.can_undo:
        return Refused(live, "undo what has been entered first")
    night, last = session.get_one(Night, night_id), live.hand.number - 1
    # Version 0.3 did not store where the button was.
    night.dealer_place = session.get_one(Hand, hand_id).setup.get("button", night.dealer_place)
    session.execute(delete(Entry).where(Entry.hand_id == hand_id))
    session.execute(delete(Hand).where(Hand.id == hand_id))
    do_queue(session, night_id)
    if night.rotation and night.rotation.get("after", 0) > last:  # the next hand gets the same number, and counts
        again = night.rotation.get("again")
        start = night.rotation["start"] if again is None else again
        night.rotation = {**night.rotation, "start": start, "after": last, "again": None}
    mark_table_changed(session, night_id)
    return None


def untouched_hand(night: Night) -> Hand | None:
    """Return the hand on the table if nothing has been entered: then the tap that dealt it was sent twice."""
    hand = current_hand(night)
    live = live_hand(hand.id) if hand is not None else None
    return hand if isinstance(live, LiveHand) and not live.number else None


def leave_now(night: Night, seat_id: int, *, out_of_turn: bool = False) -> ActResult:
    """Have a player leave; their hand is folded at their turn, or now by the dealer's ruling ``out_of_turn``."""
    result = do(night, Leave(seat_id, seat_name(night, seat_id), now=True))
    hand = last_hand(night.id)
    if not isinstance(result, Pending) or hand is None or seat_id not in hand.setup["seats"]:
        return result
    night_id, seat = hand.night_id, hand.setup["seats"].index(seat_id)

    def plan(live: LiveHand) -> Plan | Refused:
        if live.over or not live.state.players[seat].live:
            return Refused(live, "not in this hand any more")
        going = leaving_seats(waiting(night_id))
        if moves := leaving_moves(live.state, {seat}):
            return plan_actions(live, [line for line, _ in moves], going)
        fold = fold_by_ruling(live.state, seat) if out_of_turn else None
        if fold is None:
            return Refused(live, "not the turn yet")
        return plan_actions(live, [write_action(fold)], going)

    append_planned(hand.id, plan)
    return result


def fold_by_ruling(state: State, seat: int) -> Action | None:
    """Return the fold of a seat, with the dealer's ruling if it is out of turn; None if even that is refused."""
    fold = Action(FOLD, seat)
    for action in (fold, replace(fold, ruling=True)):
        if not isinstance(play(state, action), Refusal):
            return action
    return None
