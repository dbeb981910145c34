"""The database models: club, players, devices, nights, seats, hands and their logs, acts, ledger, saved games."""

from __future__ import annotations

import secrets
from datetime import date, datetime
from typing import Any, Literal

from sqlalchemy import (
    BigInteger,
    Connection,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    false,
    insert,
    or_,
    select,
    text,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.dataclass import dataclass
from app.games.house import HouseRules, Stakes, house_rules
from app.money.chipset import ChipValue, chip_set_of
from app.night.db import Model, now
from app.settings import random_code

#: Ids are smaller: every program reads whole numbers up to 2**53 exactly.
ABOVE_ALL_IDS = 2**53

#: The id of the club: there is one per database.
CLUB = 1

#: An id assigned by the database. SQLite never reuses one, not even that of a deleted row.
_ID = BigInteger().with_variant(Integer, "sqlite")
_GIVES_IDS = {"sqlite_autoincrement": True}


def random_key() -> str:
    """Return an unguessable key for an address."""
    return secrets.token_urlsafe(12)


def _new_code(context: Any) -> str:
    """Return a code for a night being stored; called by SQLAlchemy."""
    return unused_code(context.connection)


def unused_code(connection: Connection) -> str:
    """Return a code that no night uses."""
    while True:
        code = random_code()
        used = select(Night.id).where(or_(Night.watch_key == code, Night.join_code == code))
        if connection.scalar(used.limit(1)) is None:
            return code


class Club(Model):
    """The people who play together and own everything in this database: a single row.

    ``unclaimed``: nights were imported before any device was the host's; the first device to ask becomes the host's.
    ``locale`` says how numbers and dates are written, see :mod:`app.night.locale`. ``next_at`` and ``next_place`` are
    the time and place of the next evening, see :mod:`app.night.next_evening`.
    """

    __tablename__ = "club"

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(60), default="")
    unclaimed: Mapped[bool] = mapped_column(default=False, server_default=false())
    locale: Mapped[str] = mapped_column(String(20), default="", server_default="")
    next_at: Mapped[datetime | None]
    next_place: Mapped[str] = mapped_column(String(80), default="", server_default="")


@event.listens_for(Club.__table__, "after_create")
def add_club(table: Table, connection: Connection, **_options: object) -> None:
    """Add the club to a database created without migrations."""
    connection.execute(insert(table).values(id=CLUB, name=""))


class Player(Model):
    """A person who plays, over all nights.

    ``folded`` is the case-folded name, which must be unique. ``key`` is the address of the player's phone at every
    table. ``pay_by`` is how to pay the player, as :mod:`app.money.payment_methods` stores it; exports leave it out.
    ``comes`` is the answer about the next evening: ``yes``, ``no``, ``maybe``, or empty. ``removed``: the name has been
    erased, and the player's hands are those of a former player. ``only_in`` is 0 for a person of the club; a person
    made up for an example has that night's id, sits at no other night and is deleted with it.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("folded", "only_in"), UniqueConstraint("key"), _GIVES_IDS)

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(32), default=random_key)
    name: Mapped[str] = mapped_column(String(30))
    folded: Mapped[str] = mapped_column(String(90))
    colour: Mapped[str] = mapped_column(String(10), default="", server_default="")
    pay_by: Mapped[str] = mapped_column(String(100), default="", server_default="")
    comes: Mapped[str] = mapped_column(String(5), default="", server_default="")
    removed: Mapped[bool] = mapped_column(default=False, server_default=false())
    only_in: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")


class Device(Model):
    """A browser recognized by its cookie, or a program by its token; ``token`` is the SHA-256 of that.

    ``label`` is the kind of device, if known. ``name`` is the owner's, if given when asking the host. Dates of use are
    stored by day only, so that nobody's evenings can be traced.
    """

    __tablename__ = "device"
    __table_args__ = (UniqueConstraint("token"), _GIVES_IDS)

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    token: Mapped[str] = mapped_column(String(64))
    label: Mapped[str] = mapped_column(String(30), default="", server_default="")
    name: Mapped[str] = mapped_column(String(30), default="", server_default="")
    first_seen: Mapped[date]
    last_seen: Mapped[date]


class DeviceRole(Model):
    """A role that a device has, or asks for, with ``of_id``.

    ``phone`` of a person; ``seat`` for the device that asked for one, where ``of_id`` is its act; ``host`` of the club,
    or a ``guest`` who asks to be let in; ``dealer`` of a night. A program ``looks`` at a night, ``enters`` its actions,
    or ``answers`` for a seat. ``status``: ``claimed`` by the first device, of which there is one; ``asked`` by another;
    ``granted`` to it, or ``refused``; ``out``: the role was taken away. ``at`` is the time of the last change.
    """

    __tablename__ = "device_role"
    __table_args__ = (
        Index("ix_device_role_of", "role", "of_id"),
        Index("uq_device_role_claimed", "role", "of_id", unique=True, sqlite_where=text("status = 'claimed'")),
    )

    device_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("device.id"), primary_key=True, autoincrement=False)
    role: Mapped[str] = mapped_column(String(10), primary_key=True)
    of_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    status: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A played hand shown on a television, after this many of its actions."""

    hand_id: int
    step: int


@dataclass(frozen=True, slots=True)
class ShownRules:
    """The rules of a game shown on a television, as stored."""

    raw: dict[str, Any]


class Night(Model):
    """An evening at one table. ``carried`` chips stay in the middle for the next hand.

    ``key`` is the address of the dealer's screens, ``watch_key`` that of the televisions, short enough to type there,
    and ``join_code`` that of guests who want a seat. ``changes`` counts changes to the table, excluding entries in a
    hand's log. An ``example`` is played to learn the app, and deleted afterwards.

    If played for money, ``currency`` is the ISO 4217 code, empty otherwise; ``worth`` is the value of a chip in the
    smallest coin. ``chips`` is the chip set: colour, value and count of each, empty if unknown.
    ``settled_at``: the transfers have been worked out, and the night's chips no longer change. ``asks_dealer``:
    requests from phones wait for the dealer's approval. ``all_in_odds``: televisions show the odds at an all-in.

    ``rotation`` holds the games played in turn, see :mod:`app.night.rotation`; None without a rotation.

    Instead of the table, televisions may show the hand ``shown_hand_id`` of any night after ``shown_step`` of its
    actions, or the game rules in ``shown_rules``. ``shown_hand_id`` is no foreign key, since the hand may have been
    removed.
    """

    __tablename__ = "night"
    __table_args__ = (UniqueConstraint("key"), UniqueConstraint("watch_key"), UniqueConstraint("join_code"), _GIVES_IDS)

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(32), default=random_key)
    watch_key: Mapped[str] = mapped_column(String(32), default=_new_code, server_default="")
    join_code: Mapped[str] = mapped_column(String(32), default=_new_code, server_default="")
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
    currency: Mapped[str] = mapped_column(String(3), default="", server_default="")
    worth: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    chips: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    settled_at: Mapped[datetime | None]
    asks_dealer: Mapped[bool] = mapped_column(default=True, server_default=true())
    all_in_odds: Mapped[bool] = mapped_column(default=False, server_default=false())
    shown_hand_id: Mapped[int | None] = mapped_column(BigInteger)
    shown_step: Mapped[int | None]
    shown_rules: Mapped[dict[str, Any] | None]
    rotation: Mapped[dict[str, Any] | None]

    @property
    def stakes(self) -> Stakes:
        """The stakes of the next hand."""
        return Stakes(**self.stakes_raw)

    @property
    def house_rules(self) -> HouseRules:
        """The house rules of the night; ``house`` holds only what differs from the defaults."""
        return house_rules(self.house, where="house rules of the night")

    @property
    def played_for(self) -> ChipValue:
        """The value of chips at this table."""
        return ChipValue(self.currency, self.worth, chip_set_of(self.chips))

    @property
    def on_television(self) -> ShownHand | ShownRules | None:
        """The hand or rules that televisions show instead of the table; None while they show the table."""
        if self.shown_hand_id is not None:
            return ShownHand(self.shown_hand_id, self.shown_step or 0)
        return ShownRules(self.shown_rules) if self.shown_rules else None


class Seat(Model):
    """One player at one night. ``place`` counts clockwise; a player who has left keeps the place as a gap."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("night_id", "player_id"),
        UniqueConstraint("key"),
        Index("ix_seat_player", "player_id"),
        _GIVES_IDS,
    )

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    night_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("night.id"))
    player_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"))
    key: Mapped[str] = mapped_column(String(32), default=random_key)
    place: Mapped[int]
    sitting_out: Mapped[bool] = mapped_column(default=False)
    left: Mapped[bool] = mapped_column(default=False)

    player: Mapped[Player] = relationship(lazy="joined", innerjoin=True)


class Hand(Model):
    """One hand and everything it was dealt under, which never changes.

    ``key`` is the address of the hand's page, and opens nothing else. ``outcome`` summarizes a finished hand for lists,
    see :func:`app.night.play.settle.outcome_of`. ``cleared``: the table has moved on from the hand, though the next one
    may not have been called yet. ``rotation`` is the hand's game number in the night's rotation; None for a game called
    outside it.
    """

    __tablename__ = "hand"
    __table_args__ = (UniqueConstraint("night_id", "number"), UniqueConstraint("key"), _GIVES_IDS)

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    key: Mapped[str] = mapped_column(String(32), default=random_key)
    night_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("night.id"))
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
    rotation: Mapped[int | None]


class PlayerHand(Model):
    """A player's part in a finished hand, for statistics; derived from its log, and checked by `verify`.

    ``seat`` counts from the dealer, who is 0 and called the game. ``put_in`` are the chips put in, None if chips are
    not tracked, and ``won`` the chips won. ``showdown``: the player stayed in to the end, and hands were compared.
    ``best`` is the best high hand that the player has shown, see :mod:`app.ranking.words`; 0 for none. Each row
    repeats the hand's game, its pot and the number of actions that changed wild cards, so that statistics need no other
    table. A misdeal has no rows.

    ``expected`` is the player's all-in equity in chips when the last chips went in with cards to come; None if unknown
    or not computed yet: :mod:`app.night.history.luck` fills it in later, since that takes a while.
    """

    __tablename__ = "player_hand"
    # Without the index, deleting a hand reads all rows to check that none refers to it.
    __table_args__ = (Index("ix_player_hand_hand", "hand_id"), {"sqlite_with_rowid": False})

    night_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("night.id"), primary_key=True, autoincrement=False)
    hand_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("hand.id"), primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"), primary_key=True, autoincrement=False)
    seat: Mapped[int]
    game_id: Mapped[str] = mapped_column(String(80))
    pot: Mapped[int] = mapped_column(BigInteger)
    wild: Mapped[int]
    put_in: Mapped[int | None] = mapped_column(BigInteger)
    won: Mapped[int] = mapped_column(BigInteger)
    showdown: Mapped[bool]
    best: Mapped[int] = mapped_column(BigInteger)
    expected: Mapped[int | None] = mapped_column(BigInteger)


class Entry(Model):
    """One entry of a hand's log. The primary key is the only concurrency control: no number can be written twice."""

    __tablename__ = "entry"
    __table_args__ = ({"sqlite_with_rowid": False},)

    hand_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("hand.id"), primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str]
    at: Mapped[datetime] = mapped_column(default=now)


class Act(Model):
    """A change to the people, the stakes or the money of a night: a line of the night's log.

    ``kind`` and ``data`` are an act of :mod:`app.night.acts`. ``before`` is what undoing it needs: ``rows``, each with
    its ``table``, its ``id``, and the columns that the act set, as they were (``was``) and as it left them (``is``);
    and anything else the act has noted. ``status``: ``asked`` by a phone and not granted yet, ``waiting`` for the next
    hand, ``done``, ``undone``, ``dropped`` before it was done, or ``failed`` when its turn came, with the reason in
    ``note``. ``by`` is who entered it. ``form`` is the token of the form that entered it, to reject a double
    submission.
    """

    __tablename__ = "act"
    __table_args__ = (
        Index("ix_act_night", "night_id", "status"),
        Index("ix_act_form", "night_id", "form", unique=True),
        _GIVES_IDS,
    )

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    night_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("night.id"))
    kind: Mapped[str] = mapped_column(String(20))
    data: Mapped[dict[str, Any]]
    before: Mapped[dict[str, Any] | None]
    status: Mapped[str] = mapped_column(String(10))
    note: Mapped[str] = mapped_column(default="")
    by: Mapped[str] = mapped_column(String(40), default="")
    form: Mapped[str | None] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(default=now)
    done_at: Mapped[datetime | None]

    @property
    def reason(self) -> str:
        """The reason for the failure; a note begins with the field at fault."""
        return self.note.partition(": ")[2]

    @property
    def seat_id(self) -> int | None:
        """The seat that the act is about; for a player who joins, the seat they got."""
        before = self.before or {}
        taken = (row["id"] for row in before.get("rows", ()) if row["is"].get("left") is False)
        seat_id: int | None = self.data.get("seat", before.get("seat"))
        return next(taken, None) if seat_id is None else seat_id


#: The second account of a movement, see :class:`Ledger`.
Against = Literal["bank", "pot", "side", "count", "box", "expense", "purse"]


class Ledger(Model):
    """One movement of value between two accounts: ``amount`` goes to the first from the second.

    The first is a player's ``account``: ``chips``; ``purse``, what the night owes the player apart from chips; or
    ``won``, at a table that does not track stacks. The second is ``against``: the ``bank`` that sells and buys chips,
    the ``pot``, a ``side`` payment, a ``count`` of chips that showed a difference, the ``box`` that holds cash, an
    ``expense``, or the purse of the player ``against_id``. Amounts in a purse are in the smallest coin, others in
    chips. Account balances are sums of rows and never stored, including stacks and the chips left in the pot for the
    next hand.

    ``kind`` is one of :data:`app.night.ledger.KIND_WORDS`; a ``carried`` debt is owed since an earlier night. Chips
    from player to player are two rows, each with the other player as ``against_id``: a ``transfer`` goes through the
    bank, as if bought; a ``side`` payment is won and lost.

    The reason follows from the kind, with the act or the hand; see :func:`app.night.ledger.ledger_reason`. A
    ``reversal`` reverses another row of its act. ``why`` holds words stored by an older version, if nothing else
    records them.
    """

    __tablename__ = "ledger"
    __table_args__ = (
        Index("ix_ledger_account", "night_id", "player_id", "account", "against", "amount"),
        Index("ix_ledger_hand", "hand_id"),
        Index("ix_ledger_act", "act_id"),
        _GIVES_IDS,
    )

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    night_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("night.id"))
    player_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"))
    hand_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("hand.id"))
    act_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("act.id"))
    kind: Mapped[str] = mapped_column(String(10))
    account: Mapped[str] = mapped_column(String(10), default="chips", server_default="chips")
    against: Mapped[str] = mapped_column(String(10), default="pot", server_default="pot")
    against_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("player.id"))
    amount: Mapped[int] = mapped_column(BigInteger)
    reversal: Mapped[bool] = mapped_column(default=False, server_default=false())
    why: Mapped[str] = mapped_column(default="")
    at: Mapped[datetime] = mapped_column(default=now)


class Transfer(Model):
    """A payment to settle a night, from debtor to creditor; None is the box. ``paid_at``: when it was paid.

    ``carried_to`` is the night whose settling took over the unpaid rest.
    """

    __tablename__ = "transfer"
    __table_args__ = (Index("ix_transfer_night", "night_id"), _GIVES_IDS)

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    night_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("night.id"))
    debtor_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("player.id"))
    creditor_id: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("player.id"))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[int] = mapped_column(BigInteger)
    paid_at: Mapped[datetime | None]
    carried_to: Mapped[int | None] = mapped_column(BigInteger, ForeignKey("night.id"))

    debtor: Mapped[Player | None] = relationship(foreign_keys=[debtor_id])
    creditor: Mapped[Player | None] = relationship(foreign_keys=[creditor_id])
    night: Mapped[Night] = relationship(foreign_keys=[night_id])

    @property
    def debtor_name(self) -> str:
        """The name of the player who pays; empty for the box."""
        return self.debtor.name if self.debtor is not None else ""

    @property
    def creditor_name(self) -> str:
        """The name of the player who is paid; empty for the box."""
        return self.creditor.name if self.creditor is not None else ""

    @property
    def who(self) -> str:
        """The payment in words: ``Bob pays Ann``, ``The box pays Ann``."""
        return f"{self.debtor_name or 'The box'} pays {self.creditor_name or 'the box'}"


class OwnGame(Model):
    """A table's variant of a game, saved under its own name for all nights.

    ``options`` and ``house`` hold the chosen values, ``modifiers`` the entries as a record writes them. ``folded`` is
    the case-folded name, which must be unique.
    """

    __tablename__ = "own_game"
    __table_args__ = (UniqueConstraint("folded"), _GIVES_IDS)

    id: Mapped[int] = mapped_column(_ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    folded: Mapped[str] = mapped_column(String(120))
    game_id: Mapped[str] = mapped_column(String(80))
    options: Mapped[dict[str, Any]]
    modifiers: Mapped[list[Any]]
    house: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)


class GameText(Model):
    """The text of a game file that was written in the browser, by game id."""

    __tablename__ = "game_text"

    game_id: Mapped[str] = mapped_column(String(60), primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    changed_at: Mapped[datetime] = mapped_column(default=now)


#: The order of nights: by start time, since an imported night has a later id.
LATEST_FIRST = (Night.started_at.desc(), Night.id.desc())
EARLIEST_FIRST = (Night.started_at, Night.id)
