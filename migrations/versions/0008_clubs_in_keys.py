"""The club in every key: each row names its club, and no row names another club's. Ids have room for 64 bits.

Every table is put aside, made anew and filled from what was put aside, in one transaction.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

#: Each table after those that it points to.
TABLES = (
    "player", "device", "device_role", "night", "seat", "hand", "entry", "act", "ledger", "transfer", "own_game",
)  # fmt: skip

#: Where a row that did not name its club finds it: a join, and the table that names it.
CLUB_OF = {
    "device_role": ("JOIN old_device ON old_device.id = old.device_id", "old_device"),
    "seat": ("JOIN old_night ON old_night.id = old.night_id", "old_night"),
    "hand": ("JOIN old_night ON old_night.id = old.night_id", "old_night"),
    "entry": (
        "JOIN old_hand ON old_hand.id = old.hand_id JOIN old_night ON old_night.id = old_hand.night_id",
        "old_night",
    ),
    "act": ("JOIN old_night ON old_night.id = old.night_id", "old_night"),
    "ledger": ("JOIN old_night ON old_night.id = old.night_id", "old_night"),
    "transfer": ("JOIN old_night ON old_night.id = old.night_id", "old_night"),
}

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    put_aside()
    with op.batch_alter_table("club") as club:
        club.alter_column("id", existing_type=sa.Integer(), type_=sa.BigInteger(), existing_nullable=False)
    make_tables(in_key=True)
    bring_back()


def downgrade() -> None:
    put_aside()
    make_tables(in_key=False)
    bring_back()


def put_aside() -> None:
    for table in TABLES:
        op.execute(f"CREATE TABLE old_{table} AS SELECT * FROM {table}")
    for table in reversed(TABLES):
        op.drop_table(table)


def bring_back() -> None:
    connection = op.get_bind()
    for table in TABLES:
        kept = [column["name"] for column in sa.inspect(connection).get_columns(f"old_{table}")]
        made = [column["name"] for column in sa.inspect(connection).get_columns(table)]
        new = set(made) - set(kept)
        if new - {"club_id"} or (new and table not in CLUB_OF):
            raise sa.exc.NoSuchColumnError(f"{table} has no {', '.join(sorted(new))}")  # not a database of this version
        join, owner = CLUB_OF[table] if new else ("", "")
        into = ", ".join(f'"{column}"' for column in made)
        values = ", ".join(f'{"old" if column in kept else owner}."{column}"' for column in made)
        op.execute(f"INSERT INTO {table} ({into}) SELECT {values} FROM old_{table} AS old {join}")
    for table in TABLES:
        op.drop_table(f"old_{table}")


def make_tables(*, in_key: bool) -> None:
    """Make all tables, with the club in every key or as they were before."""
    moment, number, json = sa.DateTime(timezone=True), sa.BigInteger(), sa.JSON()
    club = ("club_id",) if in_key else ()

    def column(name: str, kind: object, default: object = None) -> sa.Column:
        return sa.Column(name, kind, nullable=False, server_default=default, autoincrement=False)

    def maybe(name: str, kind: object) -> sa.Column:
        return sa.Column(name, kind, nullable=True)

    def unique(table: str, *columns: str) -> sa.UniqueConstraint:
        return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))

    def address(table: str, name: str) -> sa.UniqueConstraint:
        """A key that stands in addresses: it is looked up before the club is known."""
        return unique(table, name, *club)

    def of(table: str, name: str, other: str) -> sa.ForeignKeyConstraint:
        columns, target = (*club, name), [f"{other}.{column}" for column in (*club, "id")]
        return sa.ForeignKeyConstraint(columns, target, name=op.f(f"fk_{table}_{'_'.join(columns)}"))

    def make(table: str, *parts: object, key: tuple[str, ...] = ("id",), had_club: bool = False, **options) -> None:
        first = [sa.Column("id", number if in_key else ID, nullable=False)] if key == ("id",) else []
        if in_key or had_club:
            first.insert(0, column("club_id", number if in_key else sa.Integer()))
            first.append(sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f(f"fk_{table}_club_id")))
        first.append(sa.PrimaryKeyConstraint(*club, *key, name=op.f(f"pk_{table}")))
        op.create_table(table, *first, *parts, **options)

    def index(name: str, table: str, *columns: str, **options) -> None:
        op.create_index(name, table, [*club, *columns], **options)

    make(
        "player",
        column("key", sa.String(32)),
        column("name", sa.String(30)),
        column("folded", sa.String(90)),
        column("colour", sa.String(10), ""),
        column("removed", sa.Boolean(), sa.false()),
        unique("player", "club_id", "folded"),
        address("player", "key"),
        had_club=True,
    )
    make(
        "device",
        column("token", sa.String(64)),
        column("label", sa.String(30), ""),
        column("name", sa.String(30), ""),
        column("first_seen", sa.Date()),
        column("last_seen", sa.Date()),
        unique("device", *(("token", "club_id") if in_key else ("club_id", "token"))),
        had_club=True,
    )
    if not in_key:
        op.create_index("ix_device_token", "device", ["token"])
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
    codes = [address("night", "watch_key"), address("night", "join_code")] if in_key else []
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
        address("night", "key"),
        *codes,
        had_club=True,
    )
    if not in_key:
        op.create_index("ix_night_watch_key", "night", ["watch_key"], unique=True)
        op.create_index("ix_night_join_code", "night", ["join_code"], unique=True)
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
        unique("seat", *club, "night_id", "player_id"),
        address("seat", "key"),
    )
    index("ix_seat_player" if in_key else "ix_seat_player_id", "seat", "player_id")
    make(
        "hand",
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
        unique("hand", *club, "night_id", "number"),
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
    index("ix_transfer_night" if in_key else "ix_transfer_night_id", "transfer", "night_id")
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
        had_club=True,
    )
