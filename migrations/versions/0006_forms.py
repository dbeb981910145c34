"""The mark of the form that an act was entered by: a form that is sent again counts once."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("act", sa.Column("form", sa.String(length=32), nullable=True))
    op.create_index("ix_act_form", "act", ["night_id", "form"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_act_form", "act")
    with op.batch_alter_table("act") as act:
        act.drop_column("form")
