"""A night has an address for televisions, counts its changes, and may be an example."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Columns are added in place: a copied table would be dropped under the rows that point to it.
    op.add_column("night", sa.Column("watch_key", sa.String(length=32), nullable=False, server_default=""))
    op.add_column("night", sa.Column("changes", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("night", sa.Column("example", sa.Boolean(), nullable=False, server_default=sa.false()))
    connection = op.get_bind()
    nights = sa.table("night", sa.column("id", sa.Integer), sa.column("watch_key", sa.String))
    for (night_id,) in connection.execute(sa.select(nights.c.id)).all():
        values = {"watch_key": secrets.token_urlsafe(12)}
        connection.execute(sa.update(nights).where(nights.c.id == night_id).values(values))
    op.create_index("ix_night_watch_key", "night", ["watch_key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_night_watch_key", "night")
    op.drop_column("night", "example")
    op.drop_column("night", "changes")
    op.drop_column("night", "watch_key")
