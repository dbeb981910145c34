"""Acts on people: they join, buy chips, hand some to each other, sit out, come back, leave, and change places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.evening.acts import Button, Buy, ComeBack, Give, Join, Leave, Rearrange, SitOut
from app.night.access.phones import claim_with_seat, release_with_seat
from app.night.acts.perform import Before, perform, seat_of, take_back
from app.night.ledger.ledger import hand_chips, owe, reverse, sell_chips, stack_of, take_chips_back
from app.night.models import Act, Hand, Ledger, Night, Seat
from app.night.people.persons import link_mark, person_named
from app.night.people.seats import seats_of
from app.night.validation import MOST_SEATS, Problem, check_chips, clean_name


@perform.register
def join(act: Join, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Seat a person. One who has left gets their old seat back, unless a place is given."""
    cleaned = clean_name(act.name)
    if isinstance(cleaned, Problem):
        return cleaned
    if problem := check_chips(act.chips, "buy_in"):
        return problem
    seats = seats_of(session, night.id)
    if len(seats) >= MOST_SEATS:
        return Problem("name", f"there are {MOST_SEATS} seats, and all are taken")
    player = person_named(session, night, cleaned)
    if isinstance(player, Problem):
        return replace(player, field="name")
    if any(seat.player_id == player.id for seat in seats):
        return Problem("name", f"{player.name} has a seat already")
    before: Before = {"places": _places(session, night.id), "dealer_place": night.dealer_place}
    seat, new = _take_seat(session, night, player.id, act.place)
    sell_chips(session, night.id, player.id, act.chips, act_id)
    device = claim_with_seat(session, act_id, player.id)
    return {**before, "seat": seat.id, "new": new, "link": link_mark(player.key), "device": device}


@take_back.register
def unjoin(act: Join, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Take the seat away again from somebody who has not played from it."""
    seat = session.get_one(Seat, before["seat"])
    if seat.left:
        return Problem("seat", f"{act.name} has left already")
    if _has_played(session, night.id, seat, act_id):
        return Problem("seat", f"{act.name} has played since")
    reverse(session, act_id)
    _put_back(session, night, before)
    release_with_seat(session, before.get("device"), seat.player_id)
    seat.left = True
    return None


@perform.register
def buy(act: Buy, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Sell a player chips."""
    if problem := check_chips(act.chips, "buy_in", 1):
        return problem
    seat = seat_of(session, night, act.seat)
    if isinstance(seat, Problem):
        return seat
    sell_chips(session, night.id, seat.player_id, act.chips, act_id)
    return {}


@take_back.register
def unbuy(act: Buy, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Take the chips back, if that player still has so many."""
    seat = session.get_one(Seat, act.seat)
    if seat.left:
        return Problem("seat", f"{act.name} has left with these chips")
    stack = stack_of(session, night.id, seat.player_id)
    if stack < act.chips:
        return Problem("chips", f"{act.name} has only {stack} of these {act.chips} left")
    reverse(session, act_id)
    return None


@perform.register
def give(act: Give, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Move chips from one player to another."""
    if problem := check_chips(act.chips, "give", 1):
        return problem
    giver, receiver = seat_of(session, night, act.seat), seat_of(session, night, act.to)
    if isinstance(giver, Problem):
        return giver
    if isinstance(receiver, Problem) or receiver is giver:
        return Problem("give", "choose another player at the table")
    if night.tracked and (stack := stack_of(session, night.id, giver.player_id)) < act.chips:
        return Problem("give", f"{act.name} has only {stack}")
    players = giver.player_id, receiver.player_id
    hand_chips(session, night.id, *players, act.chips, act_id)
    if not act.owed:
        # What the receiver would owe for these chips in the end is settled between the two.
        paid = act.chips * night.worth
        owe(session, night.id, *players, paid, act_id, kind="transfer")
    return {}


@take_back.register
def ungive(act: Give, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Move the chips back, if both are still there and the receiver has so many."""
    giver, receiver = session.get_one(Seat, act.seat), session.get_one(Seat, act.to)
    for seat, name in ((giver, act.name), (receiver, act.receiver)):
        if seat.left:
            return Problem("seat", f"{name} has left since")
    stack = stack_of(session, night.id, receiver.player_id)
    if night.tracked and stack < act.chips:
        return Problem("chips", f"{act.receiver} has only {stack} of these {act.chips} left")
    reverse(session, act_id)
    return None


@perform.register
def sit_out(act: SitOut, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Deal a player no cards until they come back."""
    return _set_sitting_out(session, night, act.seat, out=True)


@perform.register
def come_back(act: ComeBack, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Deal a player in again."""
    return _set_sitting_out(session, night, act.seat, out=False)


@take_back.register
def unsit(act: SitOut, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Deal the player in again, as before."""
    session.get_one(Seat, act.seat).sitting_out = before["sitting_out"]
    return None


@take_back.register
def uncome(act: ComeBack, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Sit the player out again, as before."""
    session.get_one(Seat, act.seat).sitting_out = before["sitting_out"]
    return None


@perform.register
def leave(act: Leave, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Cash a player out. Their seat stays as a gap, so that the deal passes on as it would have.

    Where the table counts its own chips, what they leave with is not known yet: it is counted, then or later.
    """
    seat = seat_of(session, night, act.seat)
    if isinstance(seat, Problem):
        return seat
    stack = stack_of(session, night.id, seat.player_id) if night.tracked else 0
    before: Before = {"sitting_out": seat.sitting_out, "stack": stack}
    seat.left, seat.sitting_out = True, False
    take_chips_back(session, night.id, seat.player_id, stack, act_id)
    return before


@take_back.register
def unleave(act: Leave, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Seat the player again, with the chips they left with."""
    seat = session.get_one(Seat, act.seat)
    if not seat.left:
        return Problem("seat", f"{act.name} has come back already")
    if len(seats_of(session, night.id)) >= MOST_SEATS:
        return Problem("seat", f"there are {MOST_SEATS} seats, and all are taken")
    reverse(session, act_id)
    seat.left, seat.sitting_out = False, before["sitting_out"]
    return None


@perform.register
def rearrange(act: Rearrange, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Let the players sit in this order, clockwise, and after them whoever came since it was asked for.

    Who has left by then is passed over. The dealer's button stays with its player.
    """
    seats = seats_of(session, night.id)
    everyone = set(session.scalars(select(Seat.id).where(Seat.night_id == night.id)))
    if len(set(act.seats)) < len(act.seats) or not everyone.issuperset(act.seats) or not act.seats:
        return Problem("order", "name every seat once")
    here = {seat.id for seat in seats}
    order = [seat for seat in act.seats if seat in here]
    order += [seat.id for seat in seats if seat.id not in order]
    before: Before = {"places": _places(session, night.id), "dealer_place": night.dealer_place}
    dealer = next((seat for seat in seats if seat.place >= night.dealer_place), seats[0] if seats else None)
    for place, seat_id in enumerate(order):
        session.get_one(Seat, seat_id).place = place
    if dealer is not None:
        night.dealer_place = dealer.place
    return before


@take_back.register
def unrearrange(act: Rearrange, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Let everybody sit as before, if nobody has come or gone since."""
    if {str(seat.id) for seat in seats_of(session, night.id)} - before["places"].keys():
        return Problem("order", "somebody has joined since")
    _put_back(session, night, before)
    return None


@perform.register
def button(act: Button, session: Session, night: Night, act_id: int) -> Before | Problem:
    """Give the dealer's button to whoever sits at a place."""
    seats = seats_of(session, night.id)
    chosen = (seat for seat in seats if (seat.place == act.place if act.seat is None else seat.id == act.seat))
    place = next((seat.place for seat in chosen), None)
    if place is None:
        return Problem("place", "nobody sits there")
    before: Before = {"dealer_place": night.dealer_place, "place": place}
    night.dealer_place = place
    return before


@take_back.register
def unbutton(act: Button, session: Session, night: Night, act_id: int, before: Before) -> Problem | None:
    """Give the button back, if no hand has been dealt since."""
    if night.dealer_place != before.get("place", act.place):
        return Problem("place", "the deal has passed on since")
    night.dealer_place = before["dealer_place"]
    return None


def _set_sitting_out(session: Session, night: Night, seat_id: int, *, out: bool) -> Before | Problem:
    seat = seat_of(session, night, seat_id)
    if isinstance(seat, Problem):
        return seat
    before = {"sitting_out": seat.sitting_out}
    seat.sitting_out = out
    return before


def _places(session: Session, night_id: int) -> dict[str, int]:
    """Return the place of every seat, the gaps of players who have left too; ids are text, as JSON keeps keys."""
    seats = session.scalars(select(Seat).where(Seat.night_id == night_id))
    return {str(seat.id): seat.place for seat in seats}


def _put_back(session: Session, night: Night, before: Mapping[str, object]) -> None:
    places = before["places"]
    assert isinstance(places, dict)
    for seat in session.scalars(select(Seat).where(Seat.night_id == night.id)):
        seat.place = places.get(str(seat.id), seat.place)
    dealer_place = before["dealer_place"]
    assert isinstance(dealer_place, int)
    night.dealer_place = dealer_place


def _has_played(session: Session, night_id: int, seat: Seat, act_id: int) -> bool:
    """Return whether a hand was dealt to a seat, or chips moved to it, since the act that filled it."""
    act = session.get_one(Act, act_id)
    moved = select(Ledger.id).where(Ledger.night_id == night_id, Ledger.player_id == seat.player_id)
    if session.scalar(moved.where(Ledger.act_id > act_id).limit(1)) is not None:
        return True
    hands = session.scalars(select(Hand.setup).where(Hand.night_id == night_id, Hand.started_at > act.done_at))
    return any(seat.id in setup["seats"] for setup in hands)


def _take_seat(session: Session, night: Night, player_id: int, place: int | None) -> tuple[Seat, bool]:
    """Give a player a seat, and say whether it is a new one.

    The gaps of players who have left count as places, and are shifted with the rest.
    """
    everyone = list(session.scalars(select(Seat).where(Seat.night_id == night.id)))
    own = next((seat for seat in everyone if seat.player_id == player_id), None)
    taken = [seat for seat in everyone if seat is not own]
    end = max((seat.place for seat in taken), default=-1) + 1
    back = own.place if own is not None else end
    chosen = back if place is None else min(max(place, 0), end)
    if any(other.place == chosen for other in taken):
        for other in taken:
            other.place += other.place >= chosen
        night.dealer_place += night.dealer_place >= chosen
    seat = own or Seat(night_id=night.id, player_id=player_id, place=chosen)
    session.add(seat)
    seat.place, seat.left, seat.sitting_out = chosen, False, False
    session.flush()
    return seat, own is None
