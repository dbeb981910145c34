"""The log of a hand: entries, replay, corrections."""
