"""Checks of the rules by other means: random hands, played by the app and judged again independently.

The expected results come only from the rules of play, computed in other ways than in ``app/``: by brute force, from the
log of a hand, or by another program. Only the deal, the cards as text and the result are taken from ``app/``.

Each module with a ``CHECK`` is a check (:mod:`tests.checks.check`): add one by adding a module. ``make test`` runs a
fixed number of rounds of each, ``make check-rules`` as many as there is time for.
"""
