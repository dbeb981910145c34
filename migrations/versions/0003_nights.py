"""Version 0.1: nights, players, seats, hands, their logs, the ledger, and the table's own games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "night",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stakes", sa.JSON(), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("tracked", sa.Boolean(), nullable=False),
        sa.Column("dealer_place", sa.Integer(), nullable=False),
        sa.Column("carried", sa.BigInteger(), nullable=False),
        sa.Column("watch_key", sa.String(length=32), nullable=False, server_default=""),
        sa.Column("changes", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("example", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_night")),
        sa.UniqueConstraint("key", name=op.f("uq_night_key")),
    )
    op.create_index("ix_night_watch_key", "night", ["watch_key"], unique=True)
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=30), nullable=False),
        sa.Column("folded", sa.String(length=90), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("folded", name=op.f("uq_player_folded")),
    )
    op.create_table(
        "hand",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("game_name", sa.String(length=120), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("modifiers", sa.JSON(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("put_away", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_hand_night_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hand")),
        sa.UniqueConstraint("night_id", "number", name=op.f("uq_hand_night_id_number")),
    )
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("sitting_out", sa.Boolean(), nullable=False),
        sa.Column("left", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_seat_night_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("key", name=op.f("uq_seat_key")),
        sa.UniqueConstraint("night_id", "player_id", name=op.f("uq_seat_night_id_player_id")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])

    op.create_table(
        "entry",
        sa.Column("hand_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_entry_hand_id")),
        sa.PrimaryKeyConstraint("hand_id", "number", name=op.f("pk_entry")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ledger",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("hand_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_ledger_hand_id")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_ledger_night_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_ledger_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger")),
    )
    op.create_index("ix_ledger_hand", "ledger", ["hand_id"])
    op.create_index("ix_ledger_stack", "ledger", ["night_id", "player_id", "kind", "amount"])
    op.create_table(
        "own_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("folded", sa.String(length=120), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("modifiers", sa.JSON(), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_game")),
        sa.UniqueConstraint("folded", name=op.f("uq_own_game_folded")),
    )


def downgrade() -> None:
    raise NotImplementedError("there is no older version")
