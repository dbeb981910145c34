"""Changes to people: name, colour, payment method and link; merging two, and removing one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session, defer

from app.dates import day_text
from app.money.payment_methods import PaymentMethod
from app.night.access.grants import delete_grants
from app.night.access.rights import PHONE
from app.night.db import db, transaction
from app.night.models import LATEST_FIRST, Act, Hand, Ledger, Night, Player, Seat, random_key
from app.night.people.roster import COLOURS, avoid_same_colour, spellings
from app.night.people.seats import seats_of
from app.night.validation import Problem, clean_name
from app.night.version import mark_table_changed


def _anonymize_hands(session: Session, player_id: int, former: str) -> None:
    """Replace a person's name in their hands.

    Sentences stored by an older version with these hands may contain the name too, so remove them.
    """
    hands = set[int]()
    for hand in _hands_of(session, player_id):
        hands.add(hand.id)
        names = list(hand.setup["names"])
        names[hand.setup["players"].index(player_id)] = former
        _change_setup(hand, names=names)
        if hand.outcome is not None and isinstance(hand.outcome["why"], str):
            hand.outcome = {**hand.outcome, "why": ""}
    nights = select(Seat.night_id).where(Seat.player_id == player_id)
    worded = select(Ledger).where(Ledger.night_id.in_(nights), Ledger.hand_id.is_not(None), Ledger.why != "")
    for row in session.scalars(worded):
        row.why = "" if row.hand_id in hands else row.why


def _anonymize_acts(session: Session, player: Player, former: str) -> None:
    """Replace a person's name in the log of every night they played."""
    seats = set(session.scalars(select(Seat.id).where(Seat.player_id == player.id)))
    nights = select(Seat.night_id).where(Seat.player_id == player.id)
    acts = list(session.scalars(select(Act).where(Act.night_id.in_(nights))))
    own = [act for act in acts if act.seat_id in seats]
    names = {player.name, *(act.data["name"] for act in own if "name" in act.data)}
    others = set(session.scalars(select(Player.name).join(Seat).where(Seat.night_id.in_(nights))))
    others |= {act.data["name"] for act in acts if "name" in act.data}
    # The longest name first, so that Ann B. stays when Ann is removed.
    known = "|".join(map(re.escape, sorted(names | others, key=len, reverse=True)))
    pattern = re.compile(rf"(?<!\w)(?:{known})(?!\w)")

    def anonymized(value: Any) -> Any:
        """Return a field of an act without these names: a name, a list of names, or words with one."""
        if isinstance(value, list):
            return list(map(anonymized, value))
        if not isinstance(value, str):
            return value
        return pattern.sub(lambda match: former if match[0] in names else match[0], value)

    for act in acts:
        act.data = {field: anonymized(value) for field, value in act.data.items()}
        act.by = former if act.by in names else act.by
        act.note = anonymized(act.note)


def _hands_of(session: Session, player_id: int) -> Iterator[Hand]:
    nights = select(Seat.night_id).where(Seat.player_id == player_id)
    # The definitions of the games take most of the time to read.
    query = select(Hand).options(defer(Hand.definition)).where(Hand.night_id.in_(nights))
    for hand in session.scalars(query):
        if player_id in hand.setup["players"]:
            yield hand


def _change_setup(hand: Hand, **changes: Any) -> None:
    """Store a hand with another setup, and shift its start a little so that servers notice stale copies."""
    hand.setup = {**hand.setup, **changes}
    hand.started_at += timedelta(microseconds=1)


NO_SUCH_PERSON = Problem("person", "that person is no longer here")


@transaction
def change_person(
    session: Session,
    person_id: int,
    name: str,
    colour: str,
    method: PaymentMethod | None = None,
    *,
    sets_method: bool = True,
) -> Problem | None:
    """Give a person this name, colour and, if ``sets_method``, payment method.

    Hands and the night's log keep the old name.
    """
    cleaned = clean_name(name)
    if isinstance(cleaned, Problem):
        return cleaned
    if colour not in COLOURS:
        return Problem("colour", "choose one of these colours")
    player = _person(session, person_id)
    if player is None:
        return NO_SUCH_PERSON
    same = select(Player).where(Player.only_in == 0, Player.folded.in_(spellings(cleaned)))
    other = session.scalar(same.where(Player.id != player.id))
    if other is not None:
        return Problem("name", f"{other.name} is somebody else; if they are the same person, merge them")
    _rename_waiting(session, player, cleaned)
    player.name, player.folded, player.colour = cleaned, cleaned.casefold(), colour
    if sets_method:
        player.pay_by = method.stored if method else ""
    _mark_nights_changed(session, player.id)
    return None


def payment_method_of(person_id: int) -> str:
    """Return how to pay a person, as stored; empty if not set or if there is no such person."""
    player = _person(db.session(), person_id)
    return player.pay_by if player is not None else ""


@transaction
def set_payment_method(session: Session, person_id: int, method: PaymentMethod | None) -> None:
    """Set how to pay a person, or None."""
    player = _person(session, person_id)
    if player is not None:
        player.pay_by = method.stored if method else ""
        _mark_nights_changed(session, player.id)


@transaction
def merge_people(session: Session, person_id: int, other_id: int) -> Problem | None:
    """Merge two people under the first one's name and link.

    People who have sat at the same table stay separate. Hands and the night's log keep the old names.
    """
    _lock_nights(session, person_id, other_id)
    player, other = _person(session, person_id), _person(session, other_id)
    if player is None or other is None:
        return NO_SUCH_PERSON
    if player is other:
        return Problem("other", "choose somebody else")
    if night := _shared_night(session, player, other):
        when = day_text(night.started_at)
        return Problem("other", f"both {player.name} and {other.name} sat at {night.name}, {when}: they are two people")
    _rename_waiting(session, other, player.name)
    for hand in _hands_of(session, other.id):
        players = [player.id if player_id == other.id else player_id for player_id in hand.setup["players"]]
        _change_setup(hand, players=players)
    for table in db.metadata.tables.values():
        for column in table.columns:
            if any(key.column.table is Player.__table__ for key in column.foreign_keys):
                session.execute(update(table).where(column == other.id).values({column: player.id}))
    player.pay_by = player.pay_by or other.pay_by
    player.comes = player.comes or other.comes
    delete_grants(session, PHONE, [other_id])
    session.execute(delete(Player).where(Player.id == other_id))
    _avoid_same_colours(session, player)
    _mark_nights_changed(session, player.id)
    return None


@transaction
def remove_person(session: Session, person_id: int) -> Problem | None:
    """Remove a person: their hands become a former player's, and their chips and debts stay."""
    _lock_nights(session, person_id)
    player = _person(session, person_id)
    if player is None:
        return NO_SUCH_PERSON
    seated = select(Night).join(Seat, Seat.night_id == Night.id).where(Seat.player_id == player.id, ~Seat.left)
    night = session.scalar(seated.where(Night.ended_at.is_(None), ~Night.example))
    if night is not None:
        return Problem("person", f"{player.name} still sits at {night.name}: end the night or have them leave first")
    former = _free_name(set(session.scalars(select(Player.name))))
    _anonymize_hands(session, player.id, former)
    _anonymize_acts(session, player, former)
    # Two spaces: nobody can type this name.
    player.name, player.folded = former, f"{former.casefold()}  {player.id}"
    player.removed, player.colour, player.pay_by, player.comes = True, "", "", ""
    renew_keys(session, player)
    _mark_nights_changed(session, player.id)
    return None


@transaction
def renew_person_link(session: Session, person_id: int) -> Problem | None:
    """Replace the key of a person's phone at every table, examples included. The old address stops working."""
    player = session.get(Player, person_id)
    if player is None or player.removed:
        return NO_SUCH_PERSON
    renew_keys(session, player)
    _mark_nights_changed(session, player.id)
    return None


def _free_name(taken: Collection[str]) -> str:
    """Return ``A former player``, with a number if that is taken: the players of a hand have different names."""
    name, number = "A former player", 2
    while name in taken:
        name, number = f"A former player ({number})", number + 1
    return name


def _avoid_same_colours(session: Session, player: Player) -> None:
    """Change colours where a person now sits beside somebody with the same one."""
    sits = select(Seat.night_id).join(Night).where(Seat.player_id == player.id, ~Seat.left, Night.ended_at.is_(None))
    for night_id in session.scalars(sits).all():
        seats = seats_of(session, night_id)
        avoid_same_colour(player, [seat.player for seat in seats if seat.player_id != player.id])


def renew_keys(session: Session, player: Player) -> None:
    """Replace a person's key, and the keys that older versions gave to their seats; no device has the new ones yet."""
    player.key = random_key()
    delete_grants(session, PHONE, [player.id])
    for seat in session.scalars(select(Seat).where(Seat.player_id == player.id)):
        seat.key = random_key()


def _lock_nights(session: Session, *person_ids: int) -> None:
    """Lock all nights of people as :func:`lock_night` does: their hands name players by id and by name.

    Lock the people too, so that nobody can give them a seat at another night.
    """
    nights = select(Seat.night_id).where(Seat.player_id.in_(person_ids))
    session.execute(select(Night.id).where(Night.id.in_(nights)).order_by(Night.id).with_for_update())
    people = select(Player.id).where(Player.id.in_(person_ids)).order_by(Player.id)
    session.execute(people.with_for_update())


def _person(session: Session, person_id: int) -> Player | None:
    """Return a person of the club; None if removed or made up for an example."""
    player = session.get(Player, person_id)
    return None if player is None or player.removed or player.only_in else player


def _shared_night(session: Session, player: Player, other: Player) -> Night | None:
    theirs = select(Seat.night_id).where(Seat.player_id == other.id)
    both = select(Night).join(Seat).where(Seat.player_id == player.id, Night.id.in_(theirs))
    return session.scalar(both.order_by(*LATEST_FIRST).limit(1))


def _rename_waiting(session: Session, player: Player, name: str) -> None:
    """Rename the person in queued acts, which look them up by name."""
    waiting = select(Act).join(Night).where(Act.kind == "join", Act.status.in_(("asked", "waiting")), ~Night.example)
    for act in session.scalars(waiting):
        if player.folded in spellings(act.data["name"]):
            act.data = {**act.data, "name": name}


def _mark_nights_changed(session: Session, person_id: int) -> None:
    """Mark every night of a person changed, for all its screens: past nights are viewed too."""
    for night_id in session.scalars(select(Seat.night_id).where(Seat.player_id == person_id)).all():
        mark_table_changed(session, night_id)
