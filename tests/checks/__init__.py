"""Independent checks of the rules: random hands, played by the app and judged again by other means.

The expected results come from the rules of play alone, computed in other ways than in ``app/``: by brute force, from
the log of a hand, or by another program. Only the deal, the cards as text and the result are taken from ``app/``.

Each module with a ``CHECK`` is a check (:mod:`tests.checks.check`); a new module adds one. ``make test`` runs a fixed
number of rounds of each check, ``make check-rules`` as many as there is time for.
"""
