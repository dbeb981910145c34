"""Find the rows of a hand's players by the hand, as the database does when it deletes a hand."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_player_hand_hand", "player_hand", ["hand_id"])


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")
