"""A night or a club as a JSON file, written and read. Read `export` and `importing` first."""
