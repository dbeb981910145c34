"""Cards and decks: what lies on the table, and its two-letter text."""
