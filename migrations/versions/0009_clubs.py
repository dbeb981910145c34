"""From the tables of 0.1 and 0.2 to those of 0.3: a club in every key, persons, devices, acts and money.

In one transaction, the tables are copied aside, and new ones are created and filled from the copies.
"""

import secrets
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0003"
branch_labels = None
depends_on = None

EASY = "23456789abcdefghjkmnpqrstuvwxyz"

#: The unchanged columns, table by table, each table after those it refers to.
KEPT = {
    "player": "id, name, folded, key",
    "night": (
        "id, key, name, started_at, ended_at, stakes, house, tracked, dealer_place, carried, watch_key, changes, "
        "example, join_code"
    ),
    "seat": 'id, night_id, player_id, key, place, sitting_out, "left"',
    "hand": (
        "id, key, night_id, number, game_id, game_name, definition, setup, options, modifiers, started_at, "
        "finished_at, outcome, put_away"
    ),
    "entry": "hand_id, number, kind, text, at",
    "ledger": "id, night_id, player_id, hand_id, kind, amount, why, at, account, against",
    "own_game": "id, name, folded, game_id, options, modifiers, house, created_at",
}


def upgrade() -> None:
    connection = op.get_bind()
    for table in KEPT:
        op.execute(f"CREATE TABLE old_{table} AS SELECT * FROM {table}")
    for table in reversed(KEPT):
        op.drop_table(table)
    add_keys(connection)
    add_accounts()
    make_tables()
    op.execute("INSERT INTO club (id, key, name) VALUES (1, 'home', '')")
    for table, columns in KEPT.items():
        op.execute(f"INSERT INTO {table} (club_id, {columns}) SELECT 1, {columns} FROM old_{table}")
    for table in KEPT:
        op.drop_table(f"old_{table}")


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")


def add_keys(connection: sa.Connection) -> None:
    """Give every person, night and hand the addresses introduced with version 0.3.

    A person's link from the latest night becomes their own; those from earlier nights lead to their seats as before.
    """
    latest = dict(connection.execute(sa.text("SELECT player_id, max(id) FROM old_seat GROUP BY player_id")).all())
    keys = dict(connection.execute(sa.text("SELECT id, key FROM old_seat")).all())
    _fill(connection, "player", "key", lambda row: keys.get(latest.get(row), "") or secrets.token_urlsafe(12))
    _fill(connection, "night", "join_code", lambda _row: "".join(secrets.choice(EASY) for _ in range(8)))
    _fill(connection, "hand", "key", lambda _row: secrets.token_urlsafe(12))


def _fill(connection: sa.Connection, table: str, column: str, value: Callable[[int], str]) -> None:
    op.execute(f"ALTER TABLE old_{table} ADD COLUMN {column} VARCHAR(32)")
    rows = sa.table(f"old_{table}", sa.column("id", sa.Integer), sa.column(column, sa.String))
    # One statement updates all rows, finding each through this index.
    op.create_index(f"ix_old_{table}_{column}", f"old_{table}", ["id"])
    values = [{"row": row, "value": value(row)} for row in connection.scalars(sa.select(rows.c.id)).all()]
    if values:
        change = sa.update(rows).where(rows.c.id == sa.bindparam("row")).values({column: sa.bindparam("value")})
        connection.execute(change, values)


def add_accounts() -> None:
    """Record the accounts between which chips moved. Chips carried to the next hand no longer have a row."""
    op.execute("DELETE FROM old_ledger WHERE player_id IS NULL")
    op.execute("ALTER TABLE old_ledger ADD COLUMN account VARCHAR(10) DEFAULT 'chips'")
    op.execute("ALTER TABLE old_ledger ADD COLUMN against VARCHAR(10) DEFAULT 'pot'")
    op.execute("UPDATE old_ledger SET against = 'bank' WHERE kind IN ('buy-in', 'cash-out')")
    # Without tracked chips, no rows had been written for chips put in, only for awards.
    op.execute(
        "UPDATE old_ledger SET account = 'won' WHERE kind = 'award'"
        " AND night_id IN (SELECT id FROM old_night WHERE NOT tracked)"
    )


def make_tables() -> None:
    moment, number, json = sa.DateTime(timezone=True), sa.BigInteger(), sa.JSON()

    def column(name: str, kind: object, default: object = None) -> sa.Column:
        return sa.Column(name, kind, nullable=False, server_default=default, autoincrement=False)

    def maybe(name: str, kind: object) -> sa.Column:
        return sa.Column(name, kind, nullable=True)

    def unique(table: str, *columns: str) -> sa.UniqueConstraint:
        return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))

    def of(table: str, name: str, other: str) -> sa.ForeignKeyConstraint:
        target = [f"{other}.club_id", f"{other}.id"]
        return sa.ForeignKeyConstraint(["club_id", name], target, name=op.f(f"fk_{table}_club_id_{name}"))

    def make(table: str, *parts: object, key: tuple[str, ...] = ("id",), **options) -> None:
        op.create_table(
            table,
            column("club_id", number),
            *([column("id", number)] if key == ("id",) else []),
            *parts,
            sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f(f"fk_{table}_club_id")),
            sa.PrimaryKeyConstraint("club_id", *key, name=op.f(f"pk_{table}")),
            **options,
        )

    def index(name: str, table: str, *columns: str, **options) -> None:
        op.create_index(name, table, ["club_id", *columns], **options)

    op.create_table(
        "club",
        column("id", number),
        column("key", sa.String(32)),
        column("name", sa.String(60)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        unique("club", "key"),
    )
    make(
        "player",
        column("key", sa.String(32)),
        column("name", sa.String(30)),
        column("folded", sa.String(90)),
        column("colour", sa.String(10), ""),
        column("removed", sa.Boolean(), sa.false()),
        unique("player", "club_id", "folded"),
        unique("player", "key", "club_id"),
    )
    make(
        "device",
        column("token", sa.String(64)),
        column("label", sa.String(30), ""),
        column("name", sa.String(30), ""),
        column("first_seen", sa.Date()),
        column("last_seen", sa.Date()),
        unique("device", "token", "club_id"),
    )
    make(
        "device_role",
        column("device_id", number),
        column("role", sa.String(10)),
        column("of_id", number),
        column("status", sa.String(10)),
        column("at", moment),
        of("device_role", "device_id", "device"),
        key=("device_id", "role", "of_id"),
    )
    index("ix_device_role_of", "device_role", "role", "of_id")
    claimed = sa.text("status = 'claimed'")
    index(
        "uq_device_role_claimed",
        "device_role",
        "role",
        "of_id",
        unique=True,
        sqlite_where=claimed,
        postgresql_where=claimed,
    )
    make(
        "night",
        column("key", sa.String(32)),
        column("watch_key", sa.String(32), ""),
        column("join_code", sa.String(32), ""),
        column("name", sa.String(60)),
        column("started_at", moment),
        maybe("ended_at", moment),
        column("stakes", json),
        column("house", json),
        column("tracked", sa.Boolean()),
        column("dealer_place", sa.Integer()),
        column("carried", number),
        column("changes", sa.Integer(), "0"),
        column("example", sa.Boolean(), sa.false()),
        column("currency", sa.String(3), ""),
        column("worth", number, "0"),
        column("chips", json, "[]"),
        maybe("settled_at", moment),
        column("asks_dealer", sa.Boolean(), sa.true()),
        maybe("shown_hand_id", number),
        maybe("shown_step", sa.Integer()),
        maybe("shown_rules", json),
        unique("night", "key", "club_id"),
        unique("night", "watch_key", "club_id"),
        unique("night", "join_code", "club_id"),
    )
    make(
        "seat",
        column("night_id", number),
        column("player_id", number),
        column("key", sa.String(32)),
        column("place", sa.Integer()),
        column("sitting_out", sa.Boolean()),
        column("left", sa.Boolean()),
        of("seat", "night_id", "night"),
        of("seat", "player_id", "player"),
        unique("seat", "club_id", "night_id", "player_id"),
        unique("seat", "key", "club_id"),
    )
    index("ix_seat_player", "seat", "player_id")
    make(
        "hand",
        column("key", sa.String(32)),
        column("night_id", number),
        column("number", sa.Integer()),
        column("game_id", sa.String(80)),
        column("game_name", sa.String(120)),
        column("definition", json),
        column("setup", json),
        column("options", json),
        column("modifiers", json),
        column("started_at", moment),
        maybe("finished_at", moment),
        maybe("outcome", json),
        column("put_away", sa.Boolean()),
        of("hand", "night_id", "night"),
        unique("hand", "club_id", "night_id", "number"),
        unique("hand", "key", "club_id"),
    )
    make(
        "entry",
        column("hand_id", number),
        column("number", sa.Integer()),
        column("kind", sa.String(10)),
        column("text", sa.String()),
        column("at", moment),
        of("entry", "hand_id", "hand"),
        key=("hand_id", "number"),
        sqlite_with_rowid=False,
    )
    make(
        "act",
        column("night_id", number),
        column("kind", sa.String(20)),
        column("data", json),
        maybe("before", json),
        column("status", sa.String(10)),
        column("note", sa.String()),
        column("by", sa.String(40)),
        maybe("form", sa.String(32)),
        column("at", moment),
        maybe("done_at", moment),
        of("act", "night_id", "night"),
    )
    index("ix_act_night", "act", "night_id", "status")
    index("ix_act_form", "act", "night_id", "form", unique=True)
    make(
        "ledger",
        column("night_id", number),
        column("player_id", number),
        maybe("hand_id", number),
        maybe("act_id", number),
        column("kind", sa.String(10)),
        column("account", sa.String(10), "chips"),
        column("against", sa.String(10), "pot"),
        maybe("against_id", number),
        column("amount", number),
        column("why", sa.String()),
        column("at", moment),
        of("ledger", "night_id", "night"),
        of("ledger", "player_id", "player"),
        of("ledger", "hand_id", "hand"),
        of("ledger", "act_id", "act"),
        of("ledger", "against_id", "player"),
    )
    index("ix_ledger_account", "ledger", "night_id", "player_id", "account", "against", "amount")
    index("ix_ledger_hand", "ledger", "hand_id")
    index("ix_ledger_act", "ledger", "act_id")
    make(
        "transfer",
        column("night_id", number),
        maybe("debtor_id", number),
        maybe("creditor_id", number),
        column("currency", sa.String(3)),
        column("amount", number),
        maybe("paid_at", moment),
        maybe("carried_to", number),
        of("transfer", "night_id", "night"),
        of("transfer", "debtor_id", "player"),
        of("transfer", "creditor_id", "player"),
        of("transfer", "carried_to", "night"),
    )
    index("ix_transfer_night", "transfer", "night_id")
    make(
        "own_game",
        column("name", sa.String(40)),
        column("folded", sa.String(120)),
        column("game_id", sa.String(80)),
        column("options", json),
        column("modifiers", json),
        column("house", json),
        column("created_at", moment),
        unique("own_game", "club_id", "folded"),
    )
