"""Calling a game."""
