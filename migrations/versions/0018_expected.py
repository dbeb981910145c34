"""Add a player's all-in equity in a hand."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player_hand", sa.Column("expected", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
