"""Add the club's locale."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club", sa.Column("locale", sa.String(20), server_default="", nullable=False))


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
