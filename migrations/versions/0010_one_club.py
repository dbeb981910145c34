"""One club per database: drop the club from every key; new ids are assigned by the database.

In one transaction every table is copied aside, recreated and refilled. Examples are dropped.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

#: Each table after the tables it refers to.
TABLES = (
    "player", "device", "device_role", "night", "seat", "hand", "entry", "act", "ledger", "transfer", "own_game",
)  # fmt: skip

HOME = 1
EXAMPLES = "examples"

#: The rows to keep of each table: without examples, which versions before 0.3 stored among the home club's nights.
_NIGHTS = f"SELECT id FROM night WHERE club_id = {HOME} AND NOT example"
_AT_NIGHT = f"night_id IN ({_NIGHTS})"
NO_EXAMPLE = {
    "night": "NOT example",
    "player": f"(id IN (SELECT player_id FROM seat WHERE club_id = {HOME} AND {_AT_NIGHT})"
    f" OR id NOT IN (SELECT player_id FROM seat WHERE club_id = {HOME}))",
    "entry": f"hand_id IN (SELECT id FROM hand WHERE club_id = {HOME} AND {_AT_NIGHT})",
    **dict.fromkeys(("seat", "hand", "act", "ledger", "transfer"), _AT_NIGHT),
}


def upgrade() -> None:
    connection = op.get_bind()
    others = sa.text(f"SELECT count(*) FROM club WHERE id <> {HOME} AND key <> '{EXAMPLES}'")
    if connection.scalar(others):
        words = "this database holds several clubs, and a club now has a database of its own"
        raise sa.exc.InvalidRequestError(words)
    op.execute(f"CREATE TABLE old_club AS SELECT id, name FROM club WHERE id = {HOME}")
    for table in TABLES:
        kept = f"club_id = {HOME} AND {NO_EXAMPLE.get(table, 'true')}"
        op.execute(f"CREATE TABLE old_{table} AS SELECT * FROM {table} WHERE {kept}")
    for table in ("club", *TABLES)[::-1]:
        op.drop_table(table)
    make_tables()
    for table in ("club", *TABLES):
        columns = ", ".join(
            f'"{column["name"]}"'
            for column in sa.inspect(connection).get_columns(f"old_{table}")
            if column["name"] != "club_id"
        )
        op.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM old_{table}")
        op.drop_table(f"old_{table}")
    op.execute("DELETE FROM device_role WHERE role = 'phone' AND of_id NOT IN (SELECT id FROM player)")
    if connection.dialect.name == "postgresql":
        go_on_above(connection)


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")


def go_on_above(connection: sa.Connection) -> None:
    """Set PostgreSQL's sequences above the existing ids, as SQLite does automatically."""
    for table in ("club", *TABLES):
        if table in ("device_role", "entry"):
            continue
        if most := connection.scalar(sa.text(f"SELECT max(id) FROM {table}")):
            connection.execute(sa.select(sa.func.setval(sa.func.pg_get_serial_sequence(table, "id"), most)))


def make_tables() -> None:
    moment, number, json = sa.DateTime(timezone=True), sa.BigInteger(), sa.JSON()
    own_id = number.with_variant(sa.Integer(), "sqlite")

    def column(name: str, kind: object, default: object = None) -> sa.Column:
        return sa.Column(name, kind, nullable=False, server_default=default, autoincrement=False)

    def maybe(name: str, kind: object) -> sa.Column:
        return sa.Column(name, kind, nullable=True)

    def unique(table: str, *columns: str) -> sa.UniqueConstraint:
        return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))

    def of(table: str, name: str, other: str) -> sa.ForeignKeyConstraint:
        return sa.ForeignKeyConstraint([name], [f"{other}.id"], name=op.f(f"fk_{table}_{name}"))

    def make(table: str, *parts: object, key: tuple[str, ...] = ("id",), **options) -> None:
        if key == ("id",):
            parts = (sa.Column("id", own_id, nullable=False), *parts)
            options["sqlite_autoincrement"] = True
        op.create_table(table, *parts, sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{table}")), **options)

    def index(name: str, table: str, *columns: str, **options) -> None:
        op.create_index(name, table, list(columns), **options)

    op.create_table(
        "club",
        sa.Column("id", own_id, nullable=False),
        column("name", sa.String(60)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    make(
        "player",
        column("key", sa.String(32)),
        column("name", sa.String(30)),
        column("folded", sa.String(90)),
        column("colour", sa.String(10), ""),
        column("removed", sa.Boolean(), sa.false()),
        column("only_in", number, "0"),
        unique("player", "folded", "only_in"),
        unique("player", "key"),
    )
    make(
        "device",
        column("token", sa.String(64)),
        column("label", sa.String(30), ""),
        column("name", sa.String(30), ""),
        column("first_seen", sa.Date()),
        column("last_seen", sa.Date()),
        unique("device", "token"),
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
        unique("night", "key"),
        unique("night", "watch_key"),
        unique("night", "join_code"),
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
        unique("seat", "night_id", "player_id"),
        unique("seat", "key"),
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
        unique("hand", "night_id", "number"),
        unique("hand", "key"),
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
        unique("own_game", "folded"),
    )
