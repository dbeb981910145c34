"""Odds: what each player in a hand can expect to win, found by dealing the rest of the hand many times.

Begin with ``views`` (which cards are known) and ``estimate`` (the figures). ``ahead`` finds what is still to come,
``dealing`` deals it and lets the engine judge, and ``arrays`` does the same with numpy if the game's rules allow it.
Nothing here knows about nights or screens; randomness comes from a seed.
"""
