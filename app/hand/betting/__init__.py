"""Betting: rounds, bet sizes and prices, openers."""
