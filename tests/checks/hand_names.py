"""Names of hands as said at the table: ``full house, queens over fours``, ``8-7-4-2-A low``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

WORDS = "deuce three four five six seven eight nine ten jack queen king ace".split()
SINGULAR = dict(zip("23456789TJQKA", WORDS, strict=True))
PLURAL = {letter: word + ("es" if word == "six" else "s") for letter, word in SINGULAR.items()}
TIMES = {2: "double", 3: "triple", 4: "quadruple", 5: "quintuple"}
COUNTS = {"three of a kind": "three", "four of a kind": "four", "five of a kind": "five"}


def high_name(category: str, letters: Sequence[str]) -> str:
    """Return the name of a high hand from its ranks, the most important first."""
    if not letters:
        return "no cards"
    top = letters[0]
    # A wild card that repeats the ace makes a double-ace flush.
    suited = letters[:4] if category == "four-card flush" else letters
    repeated = TIMES.get(suited.count(top), "")
    match category:
        case "high card":
            return f"{SINGULAR[top]} high"
        case "royal flush":
            return category
        case "flush" if repeated:
            return f"{repeated}-{SINGULAR[top]} flush"
        case "four-card flush" if repeated:
            return f"{category}, {repeated} {SINGULAR[top]} high"
        case "flush" | "four-card flush" | "straight" | "straight flush" | "four-card straight":
            return f"{category}, {SINGULAR[top]} high"
    return kinds_name(category, letters)


def kinds_name(category: str, letters: Sequence[str]) -> str:
    """Return the name of a hand of pairs, trips and the like."""
    groups = [letter for letter, count in Counter(letters).items() if count > 1]
    match category:
        case "pair":
            return f"pair of {PLURAL[groups[0]]}"
        case "two pair":
            return f"two pair, {PLURAL[groups[0]]} and {PLURAL[groups[1]]}"
        case "full house":
            return f"full house, {PLURAL[groups[0]]} over {PLURAL[groups[1]]}"
    return f"{COUNTS[category]} {PLURAL[groups[0]]}"


def low_name(category: str, letters: Sequence[str]) -> str:
    """Return the name of a low hand, which lists every unpaired rank."""
    if not letters:
        return "no cards"
    counted = Counter(letters)
    single = [letter for letter in letters if counted[letter] == 1]
    figures = "-".join("10" if letter == "T" else letter for letter in single)
    if category == "high card":
        return f"{figures} low"
    if category in ("straight", "flush", "straight flush", "royal flush"):
        return f"{category.replace('royal', 'straight')}, {figures} low"
    if category == "full house":
        return f"{kinds_name(category, letters)} low"
    return ", ".join(filter(None, [kinds_name(category, letters), figures])) + " low"
