"""What no copy holds: answers under a seal that have not been opened."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from app.backups.checking import connect
from app.night.log.entries import LogEntry
from app.night.log.loading import replay_hand
from app.night.log.replay import LiveHand
from app.night.log.sealing import told_entries
from app.night.models import Hand

#: The hands that may hold such answers: those being played, and the last one of an open night,
#: whose misdeal Undo takes back.
_HANDS = """
SELECT hand.id, definition, setup, hand.number FROM hand JOIN night ON night.id = night_id
WHERE finished_at IS NULL
OR (ended_at IS NULL AND hand.number = (SELECT max(number) FROM hand WHERE night_id = night.id))
"""


def leave_out_answers(draft: Path) -> None:
    """Take the answers that nobody may read yet out of a copy, whichever version has written it.

    Whoever goes on from it is asked again. Raises :class:`sqlite3.Error`.
    """
    with closing(connect(draft)) as copy:
        copy.row_factory = sqlite3.Row
        copy.execute("PRAGMA secure_delete = ON")  # or they would stay in the file, where no row needs the room
        copy.execute("BEGIN")
        for hand_id, definition, setup, number in copy.execute(_HANDS).fetchall():
            entries = copy.execute("SELECT * FROM entry WHERE hand_id = ? ORDER BY number", (hand_id,)).fetchall()
            rows = {row["number"]: dict(row) for row in entries}
            log = [LogEntry(row["number"], row["kind"], row["text"]) for row in entries]
            try:
                hand = Hand(id=hand_id, definition=json.loads(definition), setup=json.loads(setup), number=number)
                live = replay_hand(hand, log)
            except (ValueError, TypeError):
                continue  # nobody can play what is stored there; it is copied as it is
            if not isinstance(live, LiveHand) or (told := told_entries(live, log)) == log:
                continue
            copy.execute("DELETE FROM entry WHERE hand_id = ?", (hand_id,))
            for at, entry in enumerate(told, start=1):
                row = {**rows[entry.number], "number": at, "kind": entry.kind, "text": entry.text}
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                copy.execute(f"INSERT INTO entry ({names}) VALUES ({values})", row)
            outcome = "json_set(outcome, '$.actions', ?)"  # nothing else of a hand that is void depends on them
            copy.execute(f"UPDATE hand SET outcome = {outcome} WHERE id = ?", (len(told), hand_id))
        copy.execute("COMMIT")
