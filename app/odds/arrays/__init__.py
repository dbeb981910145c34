"""Many deals at once with numpy, for games whose rules allow it; the optional extra ``odds`` installs numpy.

``deals`` checks whether a hand can be dealt this way, deals it and counts; ``places`` holds the finished hands,
``wild`` and ``shares`` apply the rules to them, and ``hands`` ranks them. A card is the bit of its number; a hand is an
integer of such bits.
"""
