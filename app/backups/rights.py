"""Who may do what, which a restore leaves as it is: devices and links are those of now, not those of the copy."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.backups.checking import connect

#: What opens a door, by the table that it stands in.
_LINKS = {"night": "key, watch_key, join_code", "player": "key", "seat": "key"}

#: The roles of devices for what a database knows; who asked for a seat goes with the line that asked.
_KNOWN = (
    "(role IN ('host', 'guest') OR role = 'dealer' AND of_id IN (SELECT id FROM {0}.night)"
    " OR role = 'phone' AND of_id IN (SELECT id FROM {0}.player))"
)

#: Whether a copy is one of this very database.
_RELATED = """
SELECT 1 FROM main.night JOIN now.night USING (id, started_at)
UNION ALL SELECT 1 FROM main.device JOIN now.device USING (id, token) LIMIT 1
"""


_LAST_ID = "(SELECT new.seq FROM now.sqlite_sequence AS new WHERE new.name = old.name)"


def carry_rights(draft: Path, database: Path) -> None:
    """Write into a copy of a database who may do what there now, for all that both know.

    A device that has been signed out or let in since stays so, and a link that has been renewed stays dead. A copy of
    another database keeps the devices and links that are in it. Raises :class:`sqlite3.Error`.
    """
    with closing(connect(draft)) as copy:
        copy.execute("ATTACH ? AS now", (str(database),))
        copy.execute("BEGIN")
        if copy.execute(_RELATED).fetchone() is None:
            return
        for table, keys in _LINKS.items():
            same = f"FROM now.{table} AS new WHERE new.id = {table}.id"
            copy.execute(f"UPDATE {table} SET ({keys}) = (SELECT {keys} {same}) WHERE EXISTS (SELECT 1 {same})")
        copy.execute(f"DELETE FROM device_role WHERE {_KNOWN.format('now')}")
        for table, rows in (("device", "true"), ("device_role", _KNOWN.format("main"))):
            columns = ", ".join(row[1] for row in copy.execute(f"PRAGMA table_info({table})"))
            copy.execute(f"INSERT OR REPLACE INTO {table} ({columns}) SELECT {columns} FROM now.{table} WHERE {rows}")
        # No id is given again that stood for something else before the restore.
        copy.execute(f"UPDATE sqlite_sequence AS old SET seq = max(seq, {_LAST_ID}) WHERE {_LAST_ID} IS NOT NULL")
        copy.execute(
            "INSERT INTO sqlite_sequence SELECT * FROM now.sqlite_sequence WHERE name NOT IN "
            "(SELECT name FROM main.sqlite_sequence)"
        )
        copy.execute("COMMIT")
