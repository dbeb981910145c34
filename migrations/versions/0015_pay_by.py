"""Add how to pay a person."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("pay_by", sa.String(100), server_default="", nullable=False))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
