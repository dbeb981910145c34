"""The values on the help page."""

from __future__ import annotations

from dataclasses import dataclass

from app.games.house import house_by_group
from app.web.forms.house import HOUSE_FIELDS

#: A heading, and under it the name and the setting of each house rule.
RuleGroup = tuple[str, list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class HelpPage:
    """The help. ``key`` is the dealer's address to go back to, empty where there is none.

    ``house`` are the house rules that hold where nobody has changed them, in the words of the forms.
    """

    key: str
    house: list[RuleGroup]


def help_page(key: str) -> HelpPage:
    """Return the help for the table at this dealer's address, or for nobody in particular."""
    fields = {field.key: field for field in HOUSE_FIELDS}
    return HelpPage(
        key,
        [
            (title, [(ruling.question, fields[ruling.id].words(ruling.default)) for ruling in rulings])
            for title, rulings in house_by_group().items()
        ],
    )
