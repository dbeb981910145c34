"""The page docs/rulings.md: every question that the rules of a game leave open, with its answers."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.catalog import catalog
from app.games.house import house_by_group
from app.games.rulings import Answer, Ruling
from app.manual.describe import toml_value
from app.manual.page import Chapter, as_markdown
from app.manual.rulings import option_rulings

#: Titles of the records that show each answer, by ruling and answer.
ShownBy = Mapping[str, Mapping[Answer, str]]

_TITLE = "Rulings"
_INTRO = (
    "Home-game rules leave questions open, and a hand in play needs answers. Each such question is a ruling, with "
    "its answers and a default. House rules hold for a night, or for one hand if changed when it is called; the "
    "options of a game are chosen when it is called. A game's rule sheet has the answers in force for the rulings that "
    "can come up in it, and `upcard rulings GAME` prints them.",
)
_EVERYWHERE = Chapter(
    "The same at every table",
    (
        "A player goes home in the middle of a hand. Their hand is folded as soon as the action is on them, by the tap "
        "that puts it there. If they have to bring in, the bring-in is posted from their chips, and the hand is folded "
        "when the action is on them again. (Poker TDA rules, *At your seat*: an absent player who is dealt the stud "
        "bring-in posts it. Bob Ciaffone, *Absent player rules*: cash games are more lenient and let a hand live until "
        "it faces a bet.) Shown by `seven-card-stud/absent-player-brings-in`.",
    ),
)
_MADE_BY = "Printed by `make manual` from app/games/house.py and the games: change it there."


def markdown(shown_by: ShownBy) -> str:
    """Return docs/rulings.md."""
    chapters = [_chapter(group, rulings, shown_by) for group, rulings in house_by_group().items()]
    return as_markdown(_TITLE, _INTRO, [*chapters, _options(), _EVERYWHERE], _MADE_BY)


def answers_in_code(ruling: Ruling) -> list[str]:
    """Return the answers of a ruling, as written in a record."""
    return [f"`{toml_value(answer)}`" for answer in ruling.answers] or ["a whole number"]


def _chapter(group: str, rulings: list[Ruling], shown_by: ShownBy) -> Chapter:
    rows = []
    for ruling in rulings:
        shown = shown_by.get(ruling.id, {})
        begins = (f"`{ruling.id}`", ruling.question)
        for answer in ruling.answers or shown:
            default = " (default)" if answer == ruling.default else ""
            record = f"`{shown[answer]}`" if answer in shown else ""
            rows.append((*begins, f"`{toml_value(answer)}`{default}", ruling.sentence(answer), record))
            begins = ("", "")
    sources = " ".join(f"`{ruling.id}`: {ruling.source}." for ruling in rulings)
    headings = ("id", "question", "answer", "on the sheet", "shown by the record")
    return Chapter(group, (f"Sources of the questions: {sources}",), headings, tuple(rows))


def _options() -> Chapter:
    rows = [
        (
            info.name,
            f"`{ruling.id}`",
            ruling.question,
            ", ".join(f"`{toml_value(answer)}`" for answer in ruling.answers),
            f"`{toml_value(ruling.default)}`",
        )
        for info in catalog().values()
        for ruling in option_rulings(info)
    ]
    headings = ("game", "id", "question", "answers", "default")
    intro = ("Questions that a game's own rules leave open, from the passage in the document that describes the game.",)
    return Chapter("Options of games", intro, headings, tuple(rows))
