"""The tables: players, nights, seats, hands with their logs, the ledger of chips, and games of the table's own."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, String, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.games.house import HouseRules, Stakes, house_rules
from app.night.db import Model, now
from app.settings import easy_code


def random_key() -> str:
    """A name for an address that nobody guesses."""
    return secrets.token_urlsafe(12)


class Player(Model):
    """Somebody who plays, over all nights. ``folded`` is the name without case, which is what must be unique."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30))
    folded: Mapped[str] = mapped_column(String(90), unique=True)


class Night(Model):
    """An evening at one table. ``carried`` chips wait in the middle for the next hand.

    ``key`` is the address of its dealer, ``watch_key`` that of a television, short enough to be typed there.
    ``changes`` counts what has changed about the table, the log of a hand apart. An ``example`` is played to learn the
    app and thrown away.
    """

    __tablename__ = "night"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(32), unique=True, default=random_key)
    watch_key: Mapped[str] = mapped_column(String(32), index=True, unique=True, default=easy_code, server_default="")
    name: Mapped[str] = mapped_column(String(60))
    started_at: Mapped[datetime] = mapped_column(default=now)
    ended_at: Mapped[datetime | None]
    stakes_raw: Mapped[dict[str, Any]] = mapped_column("stakes")
    house: Mapped[dict[str, Any]]
    tracked: Mapped[bool]
    dealer_place: Mapped[int] = mapped_column(default=0)
    carried: Mapped[int] = mapped_column(BigInteger, default=0)
    changes: Mapped[int] = mapped_column(default=0, server_default="0")
    example: Mapped[bool] = mapped_column(default=False, server_default=false())

    @property
    def stakes(self) -> Stakes:
        """What is played for, until somebody changes it."""
        return Stakes(**self.stakes_raw)

    @property
    def house_rules(self) -> HouseRules:
        """The house rules of the night; ``house`` holds only what differs from the defaults."""
        return house_rules(self.house, where="house rules of the night")


class Seat(Model):
    """One player at one night. ``place`` counts clockwise; a seat that was left keeps its place as a gap."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("night_id", "player_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    key: Mapped[str] = mapped_column(String(32), unique=True, default=random_key)
    place: Mapped[int]
    sitting_out: Mapped[bool] = mapped_column(default=False)
    left: Mapped[bool] = mapped_column(default=False)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class Hand(Model):
    """One hand: what it was dealt under, for good. ``outcome`` is there once it is over, for lists.

    ``put_away``: the table has gone on to the next hand, although that may not have been called yet.
    """

    __tablename__ = "hand"
    __table_args__ = (UniqueConstraint("night_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"))
    number: Mapped[int]
    game_id: Mapped[str] = mapped_column(String(80))
    game_name: Mapped[str] = mapped_column(String(120))
    definition: Mapped[dict[str, Any]]
    setup: Mapped[dict[str, Any]]
    options: Mapped[dict[str, Any]]
    modifiers: Mapped[list[Any]]
    started_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    outcome: Mapped[dict[str, Any] | None]
    put_away: Mapped[bool] = mapped_column(default=False)


class Entry(Model):
    """One line of a hand's log. Its key is the whole concurrency control: nobody can write a number twice."""

    __tablename__ = "entry"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012

    hand_id: Mapped[int] = mapped_column(ForeignKey("hand.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class Ledger(Model):
    """Chips that came or went, and why. A stack is the sum of a player's rows of the night, and is stored nowhere.

    ``kind``: buy-in, cash-out, put-in, award, or carried, which has no player: chips left for the next hand.
    """

    __tablename__ = "ledger"
    __table_args__ = (
        Index("ix_ledger_stack", "night_id", "player_id", "kind", "amount"),
        Index("ix_ledger_hand", "hand_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    night_id: Mapped[int] = mapped_column(ForeignKey("night.id"))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    hand_id: Mapped[int | None] = mapped_column(ForeignKey("hand.id"))
    kind: Mapped[str] = mapped_column(String(10))
    amount: Mapped[int] = mapped_column(BigInteger)
    why: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class OwnGame(Model):
    """A game as the table likes it, under a name of its own, for all nights.

    ``options`` and ``house`` are values that were chosen, ``modifiers`` as a record writes them. ``folded`` is the name
    without case, which is what must be unique.
    """

    __tablename__ = "own_game"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(120), unique=True)
    game_id: Mapped[str] = mapped_column(String(80))
    options: Mapped[dict[str, Any]]
    modifiers: Mapped[list[Any]]
    house: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
