"""``upcard rulings`` and docs/rulings.md: every question that a game leaves open, and what may be answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.catalog import GameInfo, catalog
from app.games.house import HOUSE, house_by_group
from app.games.rulings import Answer, Ruling, answer_words
from app.games.situation import Situation
from app.manual.describe import written
from app.manual.page import Chapter, as_markdown
from app.text import sentence

#: The title of the record that shows an answer, by ruling and answer.
ShownBy = Mapping[str, Mapping[Answer, str]]

_TITLE = "Rulings"
_INTRO = (
    "The rules of a home game leave questions open, and a table at play cannot. Each such question is a ruling, with "
    "its answers and a default. The rulings of the house hold for a night, or for one hand when it is called; the "
    "options of a game are chosen when it is called. A game's sheet has the answers in force of those that it can "
    "come to, and `upcard rulings GAME` prints them.",
)
_EVERYWHERE = Chapter(
    "The same at every table",
    (
        "A player goes home in the middle of a hand. Their hand is folded when it is their turn to bet, in the tap "
        "that makes it their turn. If they have to bring in, the bring-in is posted from their chips, and the hand is "
        "folded when it is their turn again. (Poker TDA rules, *At your seat*: an absent player who is dealt the stud "
        "bring-in posts it. Bob Ciaffone, *Absent player rules*: the lenient way of money games lets a hand live until "
        "it faces a bet.) Shown by `seven-card-stud/absent-player-brings-in`.",
    ),
)
_MADE_BY = "Printed by `make manual` from app/games/house.py and the games: change it there."


def option_rulings(info: GameInfo) -> list[Ruling]:
    """Return the rulings that are options of a game."""
    source = f"document {info.document}, {info.name}"
    return [
        Ruling(option.key, option.label, option.default, option.choices or option.values(), source, "Options")
        for option in info.options
    ]


def answers_in_code(ruling: Ruling) -> list[str]:
    """Return what may be answered, as a record writes it."""
    return [f"`{written(answer)}`" for answer in ruling.answers] or ["a whole number"]


def markdown(shown_by: ShownBy) -> str:
    """Return the page docs/rulings.md."""
    chapters = [_chapter(group, rulings, shown_by) for group, rulings in house_by_group().items()]
    return as_markdown(_TITLE, _INTRO, [*chapters, _options(), _EVERYWHERE], _MADE_BY)


def as_text(situation: Situation | None = None) -> Iterator[str]:
    """Yield lines about every ruling of the house, or about those that a game can come to with the answer in force."""
    if situation is None:
        for group, rulings in house_by_group().items():
            yield group
            for ruling in rulings:
                yield from _lines(ruling, ruling.default)
        return
    for ruling in situation.rulings():
        yield from _lines(ruling, getattr(situation.house, ruling.id))
    for ruling in option_rulings(catalog()[situation.game.id]):
        yield from _lines(ruling, ruling.default)


def as_json(situation: Situation | None = None) -> list[dict[str, Any]]:
    """Return the same as plain values."""
    rulings = list(HOUSE.values())
    if situation is not None:
        rulings = [*situation.rulings(), *option_rulings(catalog()[situation.game.id])]
    return [
        {
            "id": ruling.id,
            "group": ruling.group,
            "question": ruling.question,
            "answers": list(ruling.answers),
            "default": ruling.default,
            "source": ruling.source,
            "says": {str(answer): words for answer, words in ruling.says.items() if words},
        }
        for ruling in rulings
    ]


def _lines(ruling: Ruling, answer: Answer) -> Iterator[str]:
    yield f"  {ruling.id}: {answer_words(answer)}"
    yield f"      {sentence(ruling.question)}: {_choices(ruling)}"
    yield f"      {sentence(ruling.source)}."


def _choices(ruling: Ruling) -> str:
    return " | ".join(map(answer_words, ruling.answers)) or "a number"


def _chapter(group: str, rulings: list[Ruling], shown_by: ShownBy) -> Chapter:
    rows = []
    for ruling in rulings:
        shown = shown_by.get(ruling.id, {})
        for answer in ruling.answers or tuple(shown):
            first = answer == (ruling.answers or tuple(shown))[0]
            rows.append(
                (
                    f"`{ruling.id}`" if first else "",
                    ruling.question if first else "",
                    f"`{written(answer)}`" + (" (default)" if answer == ruling.default else ""),
                    ruling.sentence(answer),
                    f"`{shown[answer]}`" if answer in shown else "",
                )
            )
    sources = tuple(f"`{ruling.id}`: {ruling.source}." for ruling in rulings)
    headings = ("id", "question", "answer", "on the sheet", "shown by the record")
    return Chapter(group, ("Where the questions come from: " + " ".join(sources),), headings, tuple(rows))


def _options() -> Chapter:
    rows = [
        (
            info.name,
            f"`{ruling.id}`",
            ruling.question,
            ", ".join(f"`{written(answer)}`" for answer in ruling.answers),
            f"`{written(ruling.default)}`",
        )
        for info in catalog().values()
        for ruling in option_rulings(info)
    ]
    headings = ("game", "id", "question", "answers", "default")
    intro = ("What a game's own rules leave open, from the passage of the document that the game comes from.",)
    return Chapter("Options of games", intro, headings, tuple(rows))
