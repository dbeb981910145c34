"""Betting: rounds, sizes, who opens, auctions."""
