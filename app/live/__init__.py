"""Telling the screens that a night has changed: which table is at which number, and nothing more."""
