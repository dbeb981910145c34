"""Many deals at once with numpy, for games whose rules allow it; the optional extra ``odds`` installs it.

``deals`` says whether a hand can go this way, deals and counts; ``wild`` and ``shares`` are the rules on a hand that is
``laid`` out in arrays, ``hands`` the rankings. A card is a bit, by its number; a hand is an integer of such bits.
"""
