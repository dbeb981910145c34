"""What the people who use a device call it: the name that somebody typed who asked the host."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("device", sa.Column("name", sa.String(length=30), server_default="", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("device") as device:
        device.drop_column("name")
