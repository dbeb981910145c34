"""Clubs and their persons; acts on people and money; a ledger of two accounts a row; money and settling up."""

import secrets
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

HOME = 1
EASY = "23456789abcdefghjkmnpqrstuvwxyz"


def upgrade() -> None:
    connection = op.get_bind()
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("key", name=op.f("uq_club_key")),
    )
    connection.execute(sa.text("INSERT INTO club (key, name) VALUES ('home', '')"))
    _persons(connection)
    _nights(connection)
    with op.batch_alter_table("own_game") as own_game:
        own_game.add_column(sa.Column("club_id", sa.Integer(), nullable=False, server_default=str(HOME)))
    with op.batch_alter_table("own_game") as own_game:
        own_game.alter_column("club_id", existing_type=sa.Integer(), server_default=None)
        own_game.drop_constraint("uq_own_game_folded", type_="unique")
        own_game.create_unique_constraint("uq_own_game_club_id_folded", ["club_id", "folded"])
        own_game.create_foreign_key("fk_own_game_club_id", "club", ["club_id"], ["id"])
    op.create_table(
        "act",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_act_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_act")),
    )
    op.create_index("ix_act_night", "act", ["night_id", "status"])
    _ledger(connection)
    op.create_table(
        "transfer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("debtor_id", sa.Integer(), nullable=True),
        sa.Column("creditor_id", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("carried_to", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_transfer_night_id")),
        sa.ForeignKeyConstraint(["debtor_id"], ["player.id"], name=op.f("fk_transfer_debtor_id")),
        sa.ForeignKeyConstraint(["creditor_id"], ["player.id"], name=op.f("fk_transfer_creditor_id")),
        sa.ForeignKeyConstraint(["carried_to"], ["night.id"], name=op.f("fk_transfer_carried_to")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfer")),
    )
    op.create_index(op.f("ix_transfer_night_id"), "transfer", ["night_id"])


def _persons(connection: sa.Connection) -> None:
    with op.batch_alter_table("player") as player:
        player.add_column(sa.Column("club_id", sa.Integer(), nullable=False, server_default=str(HOME)))
        player.add_column(sa.Column("key", sa.String(length=32), nullable=True))
        player.add_column(sa.Column("colour", sa.String(length=10), nullable=False, server_default=""))
        player.add_column(sa.Column("removed", sa.Boolean(), nullable=False, server_default=sa.false()))
    # The link of the latest night goes on as the person's own; those of earlier nights lead to their seats as before.
    latest = dict(connection.execute(sa.text("SELECT player_id, MAX(id) FROM seat GROUP BY player_id")).all())
    keys = dict(connection.execute(sa.text("SELECT id, key FROM seat")).all())
    _fill(connection, "player", "key", lambda row: keys.get(latest.get(row), "") or secrets.token_urlsafe(12))
    with op.batch_alter_table("player") as player:
        player.alter_column("key", existing_type=sa.String(length=32), nullable=False)
        player.alter_column("club_id", existing_type=sa.Integer(), server_default=None)
        player.drop_constraint("uq_player_folded", type_="unique")
        player.create_unique_constraint("uq_player_club_id_folded", ["club_id", "folded"])
        player.create_unique_constraint("uq_player_key", ["key"])
        player.create_foreign_key("fk_player_club_id", "club", ["club_id"], ["id"])


def _nights(connection: sa.Connection) -> None:
    with op.batch_alter_table("night") as night:
        night.add_column(sa.Column("club_id", sa.Integer(), nullable=False, server_default=str(HOME)))
        night.add_column(sa.Column("join_code", sa.String(length=32), nullable=False, server_default=""))
        night.add_column(sa.Column("currency", sa.String(length=3), nullable=False, server_default=""))
        night.add_column(sa.Column("worth", sa.BigInteger(), nullable=False, server_default="0"))
        night.add_column(sa.Column("chips", sa.JSON(), nullable=False, server_default="[]"))
        night.add_column(sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True))
        night.add_column(sa.Column("asks_dealer", sa.Boolean(), nullable=False, server_default=sa.true()))
    _fill(connection, "night", "join_code", lambda _row: "".join(secrets.choice(EASY) for _ in range(8)))
    with op.batch_alter_table("night") as night:
        night.alter_column("club_id", existing_type=sa.Integer(), server_default=None)
        night.create_foreign_key("fk_night_club_id", "club", ["club_id"], ["id"])
        night.create_index("ix_night_join_code", ["join_code"], unique=True)


def _ledger(connection: sa.Connection) -> None:
    # What is carried to the next hand is what is left in the pot: it has no row of its own any more.
    connection.execute(sa.text("DELETE FROM ledger WHERE player_id IS NULL"))
    op.drop_index("ix_ledger_stack", "ledger")
    with op.batch_alter_table("ledger") as ledger:
        ledger.add_column(sa.Column("act_id", sa.Integer(), nullable=True))
        ledger.add_column(sa.Column("account", sa.String(length=10), nullable=False, server_default="chips"))
        ledger.add_column(sa.Column("against", sa.String(length=10), nullable=False, server_default="pot"))
        ledger.add_column(sa.Column("against_id", sa.Integer(), nullable=True))
        ledger.alter_column("player_id", existing_type=sa.Integer(), nullable=False)
        ledger.create_foreign_key("fk_ledger_act_id", "act", ["act_id"], ["id"])
        ledger.create_foreign_key("fk_ledger_against_id", "player", ["against_id"], ["id"])
        ledger.create_index("ix_ledger_account", ["night_id", "player_id", "account", "against", "amount"])
        ledger.create_index("ix_ledger_act", ["act_id"])
    connection.execute(sa.text("UPDATE ledger SET against = 'bank' WHERE kind IN ('buy-in', 'cash-out')"))
    # Where chips were not tracked, nothing had been put in against the awards.
    untracked = "SELECT id FROM night WHERE NOT tracked"
    connection.execute(
        sa.text(f"UPDATE ledger SET account = 'won' WHERE kind = 'award' AND night_id IN ({untracked})")
    )


def _fill(connection: sa.Connection, table: str, column: str, value: Callable[[int], str]) -> None:
    rows = sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.String))
    for (row,) in connection.execute(sa.select(rows.c.id)).all():
        connection.execute(sa.update(rows).where(rows.c.id == row).values({column: value(row)}))


def downgrade() -> None:
    op.drop_table("transfer")
    op.get_bind().execute(sa.text("DELETE FROM ledger WHERE account <> 'chips' OR against NOT IN ('bank', 'pot')"))
    with op.batch_alter_table("ledger") as ledger:
        ledger.drop_index("ix_ledger_act")
        ledger.drop_index("ix_ledger_account")
        ledger.drop_constraint("fk_ledger_act_id", type_="foreignkey")
        ledger.drop_constraint("fk_ledger_against_id", type_="foreignkey")
        for column in ("act_id", "account", "against", "against_id"):
            ledger.drop_column(column)
        ledger.alter_column("player_id", existing_type=sa.Integer(), nullable=True)
        ledger.create_index("ix_ledger_stack", ["night_id", "player_id", "kind", "amount"])
    op.drop_table("act")
    with op.batch_alter_table("own_game") as own_game:
        own_game.drop_constraint("fk_own_game_club_id", type_="foreignkey")
        own_game.drop_constraint("uq_own_game_club_id_folded", type_="unique")
        own_game.create_unique_constraint("uq_own_game_folded", ["folded"])
        own_game.drop_column("club_id")
    with op.batch_alter_table("night") as night:
        night.drop_index("ix_night_join_code")
        night.drop_constraint("fk_night_club_id", type_="foreignkey")
        for column in ("club_id", "join_code", "currency", "worth", "chips", "settled_at", "asks_dealer"):
            night.drop_column(column)
    with op.batch_alter_table("player") as player:
        player.drop_constraint("fk_player_club_id", type_="foreignkey")
        player.drop_constraint("uq_player_club_id_folded", type_="unique")
        player.drop_constraint("uq_player_key", type_="unique")
        player.create_unique_constraint("uq_player_folded", ["folded"])
        for column in ("club_id", "key", "colour", "removed"):
            player.drop_column(column)
    op.drop_table("club")
