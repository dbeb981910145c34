"""Add the rotation of a night, and the game number of each hand dealt from it."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("night", sa.Column("rotation", sa.JSON(), nullable=True))
    op.add_column("hand", sa.Column("rotation", sa.Integer(), nullable=True))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
