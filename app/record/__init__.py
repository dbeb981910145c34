"""Hand records: one hand as text, in the Poker Hand History format with Upcard's additions.

Text goes in and comes out; files are opened elsewhere.
"""
