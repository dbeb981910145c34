"""The end of a hand: pots, who wins which part, and the chips."""
