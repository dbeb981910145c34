"""The page of the copies of the database, for the host alone."""
