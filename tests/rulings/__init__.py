"""The rulings: each answer of each is shown by a record."""
