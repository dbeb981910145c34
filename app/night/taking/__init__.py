"""Taking nights along: the file of a club or a night, as JSON, written and read; docs/taking-along.md describes it."""
