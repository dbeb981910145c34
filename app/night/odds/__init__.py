"""Odds for the screens, computed in a separate process so that no tap waits for them.

Begin with ``answers``: :func:`~app.night.odds.answers.ask` returns odds, or None while they are computed. ``process``
is the other end.
"""
