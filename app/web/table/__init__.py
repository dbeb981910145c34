"""The table as several screens draw it: cards, seats, hands."""
