"""Rulings: a record shows the effect of each answer."""
