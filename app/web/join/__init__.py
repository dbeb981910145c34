"""Asking for a seat."""
