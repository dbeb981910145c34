"""``upcard rulings``: every question that the rules of a game leave open, with its answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from app.games.catalog import GameInfo
from app.games.house import HOUSE, HouseRules, Stakes
from app.games.rulings import NUMBER, Answer, Ruling, answer_text
from app.games.situation import Situation
from app.text import sentence

#: The words for the answers to each house rule on a form.
_NAMES: Mapping[str, Mapping[Answer, str]] = {
    field.name: field.metadata["names"] for field in dataclasses.fields(HouseRules)
}


def option_rulings(info: GameInfo) -> list[Ruling]:
    """Return the options of a game as rulings."""
    document = f"document {info.document}" if info.document[:1].isdigit() else info.document
    source = ", ".join(filter(None, (document, info.name)))
    return [
        Ruling(
            option.key,
            option.label,
            option.default,
            option.choices or option.values(),
            source,
            "Options",
            says={NUMBER: ""} if option.amount else {},
        )
        for option in info.options
    ]


def as_text(info: GameInfo | None = None) -> Iterator[str]:
    """Yield lines on every house rule, or on the rulings that can come up in a game, with their answers."""
    group = ""
    for ruling, answer in _answered(info):
        if info is None and ruling.group != group:
            group = ruling.group
            yield group
        yield f"  {ruling.id}: {answer_text(answer)}"
        answers = [*(_answer(ruling, each) for each in ruling.answers), *["a number"] * (NUMBER in ruling.says)]
        yield f"      {sentence(ruling.question).rstrip(',')}: {' | '.join(answers)}"
        yield f"      {sentence(ruling.source)}."


def _answer(ruling: Ruling, answer: Answer) -> str:
    """Return an answer; one that is no word has its meaning as on a form: ``no (does not hold)``."""
    name = "" if isinstance(answer, str) or ruling.group == "Options" else _NAMES[ruling.id].get(answer, "")
    return f"{answer_text(answer)} ({name.lower()})" if name else answer_text(answer)


def as_json(info: GameInfo | None = None) -> list[dict[str, Any]]:
    """Return the same rulings as JSON values."""
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
        for ruling, _answer in _answered(info)
    ]


def _answered(info: GameInfo | None) -> list[tuple[Ruling, Answer]]:
    """Return all house rules, or a game's options and the house rules that may come up in it, with their answers."""
    if info is None:
        return [(ruling, ruling.default) for ruling in HOUSE.values()]
    situation = Situation(info.usual, HouseRules(), Stakes())
    return [
        *((ruling, getattr(situation.house, ruling.id)) for ruling in situation.rulings()),
        *((ruling, ruling.default) for ruling in option_rulings(info)),
    ]
