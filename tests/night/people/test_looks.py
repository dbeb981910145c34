"""A person's badge: initials by visible letters, and colours that are legible on the felt."""

from __future__ import annotations

import re
from math import dist
from pathlib import Path

import pytest

from app.night.models import Player
from app.night.people.roster import COLOURS, avoid_same_colour, colour_of, initials
from app.night.validation import MAX_SEATS

ROOT = Path(__file__).resolve().parents[3]
TOKENS, PARTS = ROOT / "static" / "css" / "tokens.css", ROOT / "templates" / "pictures" / "_parts.svg"
GROUNDS = ("felt", "felt-2", "felt-3", "felt-4", "seat", "panel", "panel-2")


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ann", "An"),
        ("ann", "An"),
        ("Al B. Capone", "AC"),
        ("Y", "Y"),
        ("Zoë", "Zo"),
        ("e\u0301a", "E\u0301a"),
        ("7 of 9", "79"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("👍🏽 Bob", "👍🏽B"),
        ("🇩🇪🇫🇷", "🇩🇪"),
        ("李雷", "李雷"),
    ],
)
def test_initials_come_from_the_first_and_last_word(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_every_player_has_a_colour() -> None:
    assert colour_of(Player(id=3, colour="mint")) == "mint"
    assert {colour_of(Player(id=number, colour="")) for number in range(8)} == set(COLOURS[:8])
    assert colour_of(Player(id=1, colour="of an older version")) in COLOURS


@pytest.mark.parametrize(
    ("sits_down", "sit", "colours"),
    [
        (Player(id=9, colour=""), [Player(id=1, colour="")], ["coral", "amber"]),
        (Player(id=9, colour=""), [Player(id=2, colour="")], ["amber", "lime"]),
        (Player(id=9, colour="lime"), [Player(id=2, colour="")], ["lime", "coral"]),
        (Player(id=9, colour="rose"), [Player(id=2, colour="rose")], ["coral", "rose"]),
        (Player(id=9, colour=""), [Player(id=number, colour="") for number in range(8)], ["aqua", *COLOURS[:8]]),
        (Player(id=9, colour=""), [Player(id=8, colour=colour) for colour in COLOURS], ["amber", *COLOURS]),
    ],
    ids=["by id", "no clash", "a chosen colour stays", "both have chosen", "a ninth player", "no colour left"],
)
def test_people_at_one_table_get_different_colours(sits_down: Player, sit: list[Player], colours: list[str]) -> None:
    avoid_same_colour(sits_down, sit)
    assert [colour_of(player) for player in (sits_down, *sit)] == colours


def test_a_full_table_has_as_many_colours_as_seats() -> None:
    assert len(set(COLOURS)) == MAX_SEATS


def luminance(colour: str) -> float:
    digits = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def tokens(theme: int) -> dict[str, str]:
    """Return the colours of the dark theme, or of the light one."""
    pairs = re.findall(r"--([\w-]+): var\(--dark, #(\w+)\) var\(--light, #(\w+)\)", TOKENS.read_text())
    return {token: pair[theme] for token, *pair in pairs}


@pytest.mark.parametrize("theme", [0, 1], ids=["dark", "light"])
@pytest.mark.parametrize("name", COLOURS)
def test_a_badge_contrasts_with_the_felt_and_with_its_initials(name: str, theme: int) -> None:
    colours = tokens(theme)
    colour = colours[f"person-{name}"]
    assert min(contrast(colour, colours[ground]) for ground in GROUNDS) >= 4.5
    assert contrast(colour, colours["on-person"]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["dark", "light"])
@pytest.mark.parametrize("name", COLOURS)
def test_badge_colours_differ_from_those_with_a_meaning(name: str, theme: int) -> None:
    def parts(colour: str) -> tuple[int, ...]:
        return tuple(int(colour[at : at + 2], 16) for at in (0, 2, 4))

    colours = tokens(theme)
    own = parts(colours[f"person-{name}"])
    assert min(dist(own, parts(colours[meaning])) for meaning in ("accent", "won", "wild-ink")) >= 24


def test_pictures_use_the_same_badge_colours() -> None:
    drawn = dict(re.findall(r"'([a-z]+)': '#(\w+)'", re.findall(r"people = ({.*?})", PARTS.read_text())[0]))
    assert drawn == {name: tokens(0)[f"person-{name}"] for name in COLOURS}
