"""Store codes and ids instead of sentences, and a row per hand and player for statistics.

A text that no code can replace stays in ledger.why, or as the reason of an outcome.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

#: The reasons of outcomes that name nobody, in the words used by every version so far.
REASONS = {
    "misdeal": "misdeal",
    "agreed split": "agreed",
    "everyone else has folded": "everyone else folded",
    "everyone else has folded or mucked": "everyone else folded or mucked",
    "everyone else has folded; partners share": "everyone but partners folded",
}

#: The number of facts that a hand has for each player.
NUMBERS = 4


def upgrade() -> None:
    op.add_column("ledger", sa.Column("reversal", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE ledger SET reversal = true WHERE why = 'taken back'")
    # The reasons for awards come from a hand's log, unless it can no longer be replayed.
    op.execute("UPDATE ledger SET why = '' WHERE reversal OR NOT (kind = 'carried' OR (kind = 'award' AND act_id IS NULL))")
    number = sa.BigInteger()
    op.create_table(
        "player_hand",
        sa.Column("night_id", number, autoincrement=False, nullable=False),
        sa.Column("hand_id", number, autoincrement=False, nullable=False),
        sa.Column("player_id", number, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("pot", number, nullable=False),
        sa.Column("wild", sa.Integer(), nullable=False),
        sa.Column("put_in", number, nullable=True),
        sa.Column("won", number, nullable=False),
        sa.Column("showdown", sa.Boolean(), nullable=False),
        sa.Column("best", number, nullable=False),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_player_hand_night_id")),
        sa.ForeignKeyConstraint(["hand_id"], ["hand.id"], name=op.f("fk_player_hand_hand_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_hand_player_id")),
        sa.PrimaryKeyConstraint("night_id", "hand_id", "player_id", name=op.f("pk_player_hand")),
        sqlite_with_rowid=False,
    )
    rewrite_outcomes(op.get_bind())


def downgrade() -> None:
    raise NotImplementedError("go back with the copy that was made before the update")


def rewrite_outcomes(connection: sa.Connection) -> None:
    """Store winners by seat and reasons by code; turn each player's facts into a row."""
    hand = sa.table("hand", *map(sa.column, ("id", "night_id", "game_id")), *(sa.column(name, sa.JSON) for name in ("setup", "outcome")))
    columns = "night_id hand_id player_id seat game_id pot wild put_in won showdown best".split()
    player_hand = sa.table("player_hand", *map(sa.column, columns))
    finished = sa.select(hand).where(sa.column("finished_at").is_not(None))
    for row in connection.execute(finished).all():
        names, outcome = row.setup["names"], dict(row.outcome)
        facts = outcome.pop("facts", None)
        outcome.pop("shown", None)
        outcome["winners"] = [[names.index(name), chips] for name, chips in outcome["winners"] if name in names]
        if outcome["why"] in REASONS:
            outcome["why"] = {"kind": REASONS[outcome["why"]]}
        if facts is not None and facts["version"] == 1:
            if facts.get("unreadable"):
                outcome["unreadable"] = True
            elif not facts["void"]:
                connection.execute(sa.insert(player_hand), rows_of(row, facts))
        connection.execute(sa.update(hand).where(hand.c.id == row.id).values(outcome=outcome))


def rows_of(hand: sa.Row, facts: dict) -> list[dict]:
    numbers, players = facts["players"], hand.setup["players"]
    rows = []
    for seat, player in enumerate(players):
        put_in, won, showdown, best = numbers[seat * NUMBERS : (seat + 1) * NUMBERS]
        rows.append(
            {
                "night_id": hand.night_id,
                "hand_id": hand.id,
                "player_id": player,
                "seat": (seat + 1) % len(players),
                "game_id": hand.game_id,
                "pot": facts["pot"],
                "wild": facts["wild"],
                "put_in": put_in,
                "won": won,
                "showdown": bool(showdown),
                "best": best,
            }
        )
    return rows
