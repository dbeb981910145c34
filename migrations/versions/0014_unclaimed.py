"""Add whether a club was imported before any device was the host's."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club", sa.Column("unclaimed", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
