"""Add whether televisions show the odds at an all-in."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("night", sa.Column("all_in_odds", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
