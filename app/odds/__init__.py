"""Odds: what each player of a hand can expect to win, when what is to come is dealt as often as asked.

Begin with ``views`` (the cards that are known to whom it is asked for) and ``estimate`` (the figures). ``ahead``
finds what is still to come, ``dealing`` deals it and lets the engine judge, ``arrays`` does the same with numpy where
a game's rules allow it. Nothing here knows a night or a screen; chance comes from a seed.
"""
