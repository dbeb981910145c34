"""Figures of nights: who won how much, in which games, in which pots."""
