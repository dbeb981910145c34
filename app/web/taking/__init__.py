"""Taking a night or the whole club along as files, and reading such a file."""
