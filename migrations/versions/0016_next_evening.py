"""Add the next evening, and who is coming."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club", sa.Column("next_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("club", sa.Column("next_place", sa.String(80), server_default="", nullable=False))
    op.add_column("player", sa.Column("comes", sa.String(5), server_default="", nullable=False))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
