"""Reading stored acts, and undoing them.

An undo restores the rows that the act set if they are still as the act left them, and reverses the act's ledger rows if
the chips are still there. The act itself undoes everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.dataclass import dataclass
from app.night import models
from app.night.acts import corrections, money, people, settling, table
from app.night.acts.act import Act, ActError, ActId, Change, Coins, Row, json_value
from app.night.ledger import reverse_act, stack_of, total
from app.night.models import ABOVE_ALL_IDS, Ledger, Night, Player, Seat, Transfer

TABLES: Mapping[str, type[Night | Seat | Transfer]] = {model.__tablename__: model for model in (Night, Seat, Transfer)}

#: The field and the reason why an act can't be undone, by the column that has changed since.
CHANGED: Mapping[tuple[str, str], tuple[str, str]] = {
    ("night", "dealer_place"): ("place", "the deal has passed on since"),
    ("night", "carried"): ("pot", "a hand has been played since"),
    ("seat", "place"): ("order", "the seats have been changed again since"),
}
CHANGED_AGAIN = ("night", "it has been changed again since")


def read_act(kind: str, data: Mapping[str, Any]) -> Act:
    """Return a stored act; lists become tuples again. Fields unknown to this version are left out."""
    known = {field.name for field in fields(KINDS[kind])}
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return KINDS[kind](**{name: value for name, value in values.items() if name in known})


def act_line(session: Session, night_id: int, line: int) -> models.Act | None:
    """Return a stored act of a night; None if there is none."""
    stored = session.get(models.Act, line) if line < ABOVE_ALL_IDS else None
    return stored if stored is not None and stored.night_id == night_id else None


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """The undo of an act; ``words`` describe the act."""

    kind = "undo"
    after_end = True

    act: ActId
    words: str = ""

    def perform(self, change: Change) -> None:
        session = change.session
        stored = act_line(session, change.night.id, self.act)
        if stored is None or stored.status != "done":
            raise ActError("act", "it has already been undone")
        rows = changed_rows(session, stored)
        undone = Change(session, change.night, stored.id, rows, stored.before or {})
        _check_unchanged(session, rows)
        read_act(stored.kind, stored.data).undo(undone)
        _check_chips_there(session, change.night, stored.id, rows)
        for row in rows:
            put_back = session.get(TABLES[row["table"]], row["id"])
            for name, value in row["was"].items() if put_back is not None else ():
                is_timestamp = name.endswith("_at") and value is not None
                setattr(put_back, name, datetime.fromisoformat(value) if is_timestamp else value)
        reverse_act(session, stored.id)
        stored.status = "undone"

    def undo(self, change: Change) -> None:
        raise ActError("act", "an undo can't be undone: enter it again instead")

    def line(self, coins: Coins = str) -> str:
        return f"Taken back: {self.words}"

    def brief(self, coins: Coins = str) -> str:
        return f"taken back: {self.words}"


#: Every class of acts by its kind.
KINDS: Mapping[str, type[Act]] = {
    act.kind: act
    for act in (
        Undo,
        *(each for module in (people, table, money, settling, corrections) for each in vars(module).values()),
    )
    if isinstance(act, type) and issubclass(act, Act) and act is not Act
}


def _check_unchanged(session: Session, rows: list[Row]) -> None:
    """Refuse to restore rows if one is no longer as the act left it; deleted rows do not count."""
    for row in rows:
        stored = session.get(TABLES[row["table"]], row["id"])
        for name, value in row["is"].items() if stored is not None else ():
            if json_value(getattr(stored, name)) == value:
                continue
            if isinstance(stored, Seat) and name == "left":
                raise ActError("seat", f"{stored.player.name} has {'left' if stored.left else 'come back'} already")
            raise ActError(*CHANGED.get((row["table"], name), CHANGED_AGAIN))


def _check_chips_there(session: Session, night: Night, act_id: int, rows: list[Row]) -> None:
    """Refuse to move an act's chips back if a player has left, or no longer has as many."""
    came_or_left = {row["id"] for row in rows if row["table"] == "seat" and "left" in row["is"]}
    moved = select(Ledger.player_id, Ledger.against, total()).where(Ledger.act_id == act_id)
    moved = moved.where(Ledger.night_id == night.id, Ledger.account == "chips")
    for player_id, against, chips in session.execute(moved.group_by(Ledger.player_id, Ledger.against)):
        seat = session.scalars(select(Seat).where(Seat.night_id == night.id, Seat.player_id == player_id)).one()
        name = session.get_one(Player, player_id).name
        # At a table that counts its own chips, players who have left are counted too.
        if seat.left and chips and seat.id not in came_or_left and (night.tracked or against != "count"):
            raise ActError("seat", f"{name} has left {'with these chips' if chips > 0 else 'since'}")
        if (stack := stack_of(session, night.id, player_id)) < chips:
            raise ActError("chips", f"{name} has only {stack} of these {chips} left")


def changed_rows(session: Session, stored: models.Act) -> list[Row]:
    """Return the rows that a stored act changed, whichever version did it.

    Versions up to 0.3 stored only what each kind of act needed; anything else is taken as it is now.
    """
    before = stored.before or {}
    if "rows" in before:
        return list(before["rows"])
    night = session.get_one(Night, stored.night_id)
    data, rows = stored.data, list[Row]()

    def add(row: Night | Seat | Transfer, was: Mapping[str, Any], **known: Any) -> None:
        now = {name: known.get(name, json_value(getattr(row, name))) for name in was}
        rows.append({"table": row.__tablename__, "id": row.id, "was": dict(was), "is": now})

    if "is" in before:
        add(night, before["was"], **before["is"])
    for seat_id, place in before.get("places", {}).items():
        add(session.get_one(Seat, int(seat_id)), {"place": place})
    if "dealer_place" in before:
        known = {"dealer_place": before.get("place", data["place"])} if stored.kind == "button" else {}
        add(night, {"dealer_place": before["dealer_place"]}, **known)
    if stored.kind == "join" and before:
        add(session.get_one(Seat, before["seat"]), {"left": True}, left=False)
    if "sitting_out" in before:
        seat, was = session.get_one(Seat, data["seat"]), {"sitting_out": before["sitting_out"]}
        add(seat, {**was, "left": False} if stored.kind == "leave" else was, left=True)
    if "ended" in before:
        add(night, {"settled_at": None, **({} if before["ended"] else {"ended_at": None})})
    if stored.kind == "split-pot":
        add(night, {"carried": before["carried"]}, carried=0)
    if stored.kind == "paid" and (transfer := session.get(Transfer, data["transfer"])) is not None:
        add(transfer, {"paid_at": None})
    return rows
