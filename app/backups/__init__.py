"""Backups of the SQLite database: check it, copy it while in use, restore a copy. Read `copying`, then `restoring`.

PostgreSQL has its own programs for this, ``pg_dump`` and ``pg_restore``.
"""
