"""The money form: whether to play for money, what a chip is worth, and the set of chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, field
from typing import Any

from app.dataclass import dataclass
from app.money.amounts import InputError, known_currency, money_field, read_money
from app.money.chipset import MAX_COLOURS, STANDARD_SETS, Chip, ChipValue, drawn_colour, find_input_error, set_text
from app.text import sentence, whole_number
from app.web.forms.fields import FormData

#: The least number of rows for chips, including empty ones.
ROWS = 4

#: The choices of no chips by colour, and of a custom set; the other choices are usual sets as text.
NO_CHIPS, OWN_CHIPS = "none", "own"

#: The currency of a table that has never played for money.
DEFAULT_CURRENCY = "EUR"


@dataclass(frozen=True, slots=True)
class ChipRow:
    """Chips of one colour as typed, and their errors by field."""

    colour: str = ""
    value: str = ""
    count: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoneyForm:
    """The money form as typed.

    ``worth``: what a chip is worth. ``chosen``: the choice of a set of chips. ``rows``: the chips of a custom set.
    ``coins`` and ``chips``: the worth and the set as read, if there are no ``errors``.
    """

    for_money: bool
    currency: str
    worth: str
    rows: tuple[ChipRow, ...]
    chosen: str = OWN_CHIPS
    coins: int = 0
    chips: tuple[Mapping[str, Any], ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether everything typed is valid."""
        return not self.errors and not any(row.errors for row in self.rows)

    @property
    def code(self) -> str:
        """The currency to play in; empty for chips alone."""
        return self.currency if self.for_money else ""

    def choices(self, usual: Sequence[Sequence[Chip]]) -> list[tuple[str, list[tuple[str, str]], bool]]:
        """Return the sets to choose from: none, the ``usual`` ones, and a custom one.

        Each has its value in the form, pairs of words and colour for its chips, and whether it is chosen.
        """
        sets = {set_text(chips): [(set_text([chip]), drawn_colour(chip.colour)) for chip in chips] for chips in usual}
        chosen = self.chosen if self.chosen in (NO_CHIPS, *sets) else OWN_CHIPS
        offered = {NO_CHIPS: [("Any chips", "")], **sets, OWN_CHIPS: [("Our own colours", "")]}
        return [(value, parts, value == chosen) for value, parts in offered.items()]


def money_form(played_for: ChipValue) -> MoneyForm:
    """Return the form as a table plays now."""
    chips = played_for.chip_set.chips if played_for.chip_set is not None else ()
    rows = [ChipRow(chip.colour, str(chip.value), "" if chip.count is None else str(chip.count)) for chip in chips]
    worth = money_field(played_for.coins_a_chip, played_for.currency) if played_for.currency else ""
    chosen = NO_CHIPS if not chips else set_text(chips) if all(chip.count is None for chip in chips) else OWN_CHIPS
    return MoneyForm(
        bool(played_for.currency), played_for.currency or DEFAULT_CURRENCY, worth, _filled_up(rows), chosen
    )


def read_money_form(form: FormData) -> MoneyForm:
    """Read the posted form. Its rows count only if a custom set is chosen."""
    for_money = form.get("for") == "money"
    code, coins, errors = read_worth(form.get("currency", ""), form.get("worth", "")) if for_money else ("", 0, {})
    rows = [
        ChipRow(
            colour=" ".join(form.get(f"colour-{place}", "").split())[:30],
            value=form.get(f"value-{place}", "").strip()[:20],
            count=form.get(f"count-{place}", "").strip()[:20],
        )
        for place in range(MAX_COLOURS)
    ]
    typed = [row for row in rows if row.colour or row.value or row.count]
    chosen = form.get("set", OWN_CHIPS)[:200]
    usual = {NO_CHIPS: (), **{set_text(chips): chips for chips in STANDARD_SETS}}.get(chosen)
    chips, wrong = _read_chips(typed) if usual is None else (tuple(map(asdict, usual)), None)
    if isinstance(wrong, InputError):
        place = wrong.row or 0
        row = typed[place]
        typed[place] = ChipRow(row.colour, row.value, row.count, {wrong.about or "colour": sentence(wrong.reason)})
    return MoneyForm(
        for_money=for_money,
        currency=code or form.get("currency", "").strip()[:10] or DEFAULT_CURRENCY,
        worth=form.get("worth", "").strip()[:20],
        rows=_filled_up(typed),
        chosen=OWN_CHIPS if usual is None else chosen,
        coins=coins,
        chips=chips,
        errors=errors,
    )


def read_worth(currency: str, worth: str) -> tuple[str, int, dict[str, str]]:
    """Return a currency's code, what a chip is worth in its smallest coin, and the errors of either field."""
    code = known_currency(currency)
    if isinstance(code, InputError):
        return "", 0, {"currency": sentence(code.reason)}
    coins = read_money(worth.strip()[:20], code)
    if isinstance(coins, InputError):
        return code, 0, {"worth": sentence(coins.reason)}
    return code, coins, {} if coins else {"worth": "Say what a chip is worth"}


def _read_chips(rows: Sequence[ChipRow]) -> tuple[tuple[Mapping[str, Any], ...], InputError | None]:
    chips = []
    for place, row in enumerate(rows):
        value, count = whole_number(row.value, digits=9), whole_number(row.count, digits=6)
        if value is None:
            return (), InputError("enter a whole number", place, "value")
        if count is None and row.count:
            return (), InputError("enter a whole number", place, "count")
        chips.append(Chip(row.colour, value, count))
    wrong = find_input_error(chips) if chips else None
    return tuple(map(asdict, chips)), wrong


def _filled_up(rows: Sequence[ChipRow]) -> tuple[ChipRow, ...]:
    empty = max(ROWS - len(rows), 1)
    return tuple([*rows, *[ChipRow()] * empty][:MAX_COLOURS])
