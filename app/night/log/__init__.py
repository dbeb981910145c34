"""The log of a hand: entries, replay, corrections, seals. Read `entries` first. Only `loading` uses the database."""
