"""Checks of the rules by other means: random hands, played here and judged again from outside.

What is right is worked out from the rules of play alone, in ways unlike those of ``app/``: by trying everything out, by
reading the log of a hand, or by another program. From ``app/`` come only the deal, the cards as text and the result.

Each module with a ``CHECK`` is a check (:mod:`tests.checks.check`): add one by adding a module. ``make test`` takes a
fixed number of rounds of each, and ``make check-rules`` as many as there is time for.
"""
