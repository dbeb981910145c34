"""Backups of the SQLite database: check it, copy it while it is in use, restore a copy. Start with copying, restoring.

PostgreSQL has its own programs for this, ``pg_dump`` and ``pg_restore``.
"""
