"""Figures of evenings: who won what, at which games, in which pots."""
