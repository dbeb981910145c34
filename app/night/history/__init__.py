"""Nights and hands that are over, looked at again: lists, replays, statistics. Nothing that writes imports it."""
