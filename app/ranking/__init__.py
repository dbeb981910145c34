"""The ranking of hands: high and low hands as numbers to compare, with wild cards and bugs, and in words.

Pure: cards and rules go in, numbers and words come out. Nothing here knows about players, pots or games.
"""

from app.ranking.badugi import badugi, show_badugi
from app.ranking.high import high
from app.ranking.least import least_hand, least_high
from app.ranking.low import LOW_CATEGORIES, low, low_qualifies
from app.ranking.order import HIGH_CATEGORIES
from app.ranking.plays import LineUse, best, permitted
from app.ranking.points import counts_of, nearness, points_name, totals
from app.ranking.rules import USUAL_HIGH, HighRules, LowRules
from app.ranking.words import HandName, Parts, Shown, show_high, show_low, unpack_high, unpack_low_parts

__all__ = [
    "HIGH_CATEGORIES",
    "LOW_CATEGORIES",
    "USUAL_HIGH",
    "HandName",
    "HighRules",
    "LineUse",
    "LowRules",
    "Parts",
    "Shown",
    "badugi",
    "best",
    "counts_of",
    "high",
    "least_hand",
    "least_high",
    "low",
    "low_qualifies",
    "nearness",
    "permitted",
    "points_name",
    "show_badugi",
    "show_high",
    "show_low",
    "totals",
    "unpack_high",
    "unpack_low_parts",
]
