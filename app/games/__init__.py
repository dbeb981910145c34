"""Games as data: what a file may say, what a table may choose, and how it all reads.

``definition`` holds a game ready to be dealt, and ``load`` makes it from its file in ``library/``; ``steps``, ``rules``
and ``modifiers`` are the parts that a file may name. ``house`` declares every house rule, ``situation`` tells which of
them a game at a table can come to, and ``sheet`` puts everything in words.
"""
