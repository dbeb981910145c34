"""The ranking of hands: high and low hands as numbers to compare, with wild cards and bugs, and in words.

Pure: cards and rules go in, numbers and words come out. Nothing here knows about players, pots or games.
"""
