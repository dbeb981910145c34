"""The list of nights."""
