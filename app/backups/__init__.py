"""The safety of what is stored: checking the database, copying it while it is used, and putting a copy in its place.

All of this is about the file of SQLite. PostgreSQL has programs of its own: ``pg_dump`` and ``pg_restore``.
"""
