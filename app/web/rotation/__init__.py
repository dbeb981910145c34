"""The rotation of a night."""
