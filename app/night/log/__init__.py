"""The log of a hand: its entries, the hand replayed from them, and corrections. Imports nothing else of the night."""
