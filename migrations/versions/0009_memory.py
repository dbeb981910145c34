"""Every hand has a key, the address of its page; a night says which hand or rules its televisions show."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("night", sa.Column("shown_hand_id", sa.BigInteger(), nullable=True))
    op.add_column("night", sa.Column("shown_step", sa.Integer(), nullable=True))
    op.add_column("night", sa.Column("shown_rules", sa.JSON(), nullable=True))
    op.add_column("hand", sa.Column("key", sa.String(32), nullable=True))
    hand = sa.table("hand", sa.column("club_id"), sa.column("id"), sa.column("key"))
    connection = op.get_bind()
    for club_id, hand_id in connection.execute(sa.select(hand.c.club_id, hand.c.id)).all():
        this = (hand.c.club_id == club_id) & (hand.c.id == hand_id)
        connection.execute(sa.update(hand).where(this).values(key=secrets.token_urlsafe(12)))
    with op.batch_alter_table("hand") as table:
        table.alter_column("key", existing_type=sa.String(32), nullable=False)
        table.create_unique_constraint(op.f("uq_hand_key_club_id"), ["key", "club_id"])


def downgrade() -> None:
    with op.batch_alter_table("hand") as table:
        table.drop_constraint(op.f("uq_hand_key_club_id"), type_="unique")
        table.drop_column("key")
    with op.batch_alter_table("night") as table:
        table.drop_column("shown_rules")
        table.drop_column("shown_step")
        table.drop_column("shown_hand_id")
