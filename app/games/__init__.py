"""Games as data: what a file may contain, what a table may choose, and how the rules read.

``definition`` holds a game ready to be dealt, and ``load`` makes it from its file in ``library/``; ``steps``, ``rules``
and ``modifiers`` are the parts that a file may name. ``house`` declares every house rule, ``situation`` works out which
of them a game at a table may need, and ``sheet`` puts everything in words.
"""
