"""Export of a night or of the whole club as files, and import of such a file."""
