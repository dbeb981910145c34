"""The tables: players, nights, seats, hands with their logs, the ledger of chips, and the table's own games."""

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
    """Return a key for an address that cannot be guessed."""
    return secrets.token_urlsafe(12)


class Player(Model):
    """A person who plays, over all nights. ``folded`` is the name in folded case, which must be unique."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30))
    folded: Mapped[str] = mapped_column(String(90), unique=True)


class Night(Model):
    """An evening at one table. ``carried`` chips wait in the middle for the next hand.

    ``key`` is the address of the dealer's screens, ``watch_key`` that of the televisions, short enough to type there.
    ``changes`` counts the changes to the table, apart from those in the log of a hand. An ``example`` is played to
    learn the app, and deleted afterwards.
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
        """The stakes of the next hand."""
        return Stakes(**self.stakes_raw)

    @property
    def house_rules(self) -> HouseRules:
        """The house rules of the night; ``house`` holds only what differs from the defaults."""
        return house_rules(self.house, where="house rules of the night")


class Seat(Model):
    """One player at one night. ``place`` counts clockwise; a player who has left keeps their place as a gap."""

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
    """One hand and everything it was dealt under, which never changes.

    ``outcome`` summarizes a finished hand for lists. ``cleared``: the table has moved on to the next hand, which may
    not have been called yet.
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
    cleared: Mapped[bool] = mapped_column("put_away", default=False)


class Entry(Model):
    """One entry of a hand's log. The key is the whole concurrency control: no number can be written twice."""

    __tablename__ = "entry"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012

    hand_id: Mapped[int] = mapped_column(ForeignKey("hand.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class Ledger(Model):
    """One movement of chips and its reason. A player's stack is the sum of their rows of the night; it is not stored.

    ``kind``: buy-in, cash-out, put-in, award, or carried: chips left for the next hand, which belong to no player.
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
    """A game as the table likes it, saved under its own name for all nights.

    ``options`` and ``house`` hold the chosen values, ``modifiers`` the entries as a record writes them. ``folded`` is
    the name in folded case, which must be unique.
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
