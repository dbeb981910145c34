"""Hands already played."""
