"""The television."""
