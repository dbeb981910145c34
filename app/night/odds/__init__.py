"""Odds for the screens, worked out by a process of its own, so that nobody who taps waits for them.

Begin with ``answers``: :func:`~app.night.odds.answers.ask` returns odds, or None while they are worked out. ``process``
is the other end.
"""
