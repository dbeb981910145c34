"""Cards and decks, and their two-letter text."""
