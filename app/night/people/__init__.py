"""Who plays: names, seats, who is in the next hand."""
