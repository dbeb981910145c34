"""The rulings: each answer of each one is shown by a record."""
