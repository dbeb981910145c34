"""What lies on the table, as several screens draw it: cards, seats, hands."""
