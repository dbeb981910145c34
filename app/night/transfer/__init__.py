"""A night or a club as a JSON file: writing and reading it. Read `export` and `importing` first."""
