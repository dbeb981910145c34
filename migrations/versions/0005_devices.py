"""Devices that are known again, and what each is: the phone of a person."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=30), nullable=False, server_default=""),
        sa.Column("first_seen", sa.Date(), nullable=False),
        sa.Column("last_seen", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_device_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("club_id", "token", name=op.f("uq_device_club_id_token")),
    )
    op.create_index(op.f("ix_device_token"), "device", ["token"])
    # Every link is unclaimed: the device that opens it next claims it.
    op.create_table(
        "device_role",
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("of_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_device_role_device_id")),
        sa.PrimaryKeyConstraint("device_id", "role", "of_id", name=op.f("pk_device_role")),
    )
    op.create_index("ix_device_role_of", "device_role", ["role", "of_id"])
    claimed = sa.text("status = 'claimed'")
    op.create_index(
        "uq_device_role_claimed",
        "device_role",
        ["role", "of_id"],
        unique=True,
        sqlite_where=claimed,
        postgresql_where=claimed,
    )


def downgrade() -> None:
    op.drop_table("device_role")
    op.drop_table("device")
