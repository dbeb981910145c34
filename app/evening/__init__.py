"""The money of an evening, pure: who pays whom, which chips make an amount, and amounts of money as text."""
