"""Form controls made from the typed fields of dataclasses: a switch for a bool, a select for words, a number input.

A rule may be a sentence whose blanks are controls. To add a house rule, an option or a modifier, add a dataclass field:
the screens follow. A control shows the text as typed, valid or not, with its error beside it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from string import Formatter
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from werkzeug.datastructures import MultiDict

from app.cards.card import RANKS
from app.dataclass import dataclass, replace
from app.games.build import BLANK
from app.text import sentence, whole_number

ControlKind = Literal["switch", "select", "number", "numbers", "text", "ranks", "cards", "price"]

#: The value of the choice "a number of chips" of a price; the number has a field of its own.
AMOUNT = "chips"


@dataclass(frozen=True, slots=True)
class Control:
    """A form control of a field.

    ``value``: the text that it shows, valid or not. ``choices``: values to post, with their labels. ``amount``: the
    number beside a price's choices. ``changed``: whether the value differs from the default.
    """

    name: str
    field: Field
    value: str
    choices: tuple[tuple[str, str], ...]
    error: str
    amount: str
    changed: bool

    @property
    def key(self) -> str:
        """The key of the value."""
        return self.field.key

    @property
    def id(self) -> str:
        """The id of the control's element."""
        return "f-" + self.name.replace(".", "-").replace("_", "-")

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.value == "1"

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names and values that the control posts."""
        amount = [(f"{self.name}.amount", self.amount)] if self.value == AMOUNT else []
        return [(self.name, self.value), *amount]

    @property
    def words(self) -> str:
        """The setting in words: ``Queens themselves: all wild``; for a switch that is on, the label alone."""
        kind, label = self.field.kind, self.field.label
        if kind == "switch" and not self.choices:
            return label if self.on else f"{label}: off"
        shown = dict(self.choices).get(self.value, self.value) if kind in ("select", "switch") else self.value
        said = self.amount or shown[:1].lower() + shown[1:]
        return self.field.sentence.replace(BLANK, said) or f"{label}: {said}"

    @property
    def parts(self) -> list[SentencePart]:
        """The sentence with the control as its blank."""
        before, _, after = self.field.sentence.partition(BLANK)
        return [(before or self.field.label, self), (after, None)]


#: A part of a sentence: text, and the control after it.
SentencePart = tuple[str, Control | None]

#: The fields of a form or a query string.
FormData = MultiDict[str, str]

RANK_CHOICES = tuple((rank, "10" if rank == "T" else rank) for rank in reversed(RANKS))


@dataclass(frozen=True, slots=True)
class Field:
    """A field for one value; a ``required`` one has no default.

    ``names``: words for some of the ``choices``. ``low``: the least number. ``sentence``: the label with its
    :data:`BLANK`; empty if the control follows the label.
    """

    key: str
    label: str
    kind: ControlKind
    default: Any
    choices: tuple[str | int, ...] = ()
    hint: str = ""
    low: int = 0
    required: bool = False
    names: Mapping[str | int, str] = dataclasses.field(default_factory=dict)
    sentence: str = ""

    def control(self, prefix: str, value: Any, form: FormData | None = None, error: str = "") -> Control:
        """Return the control for a value; it shows the text typed in ``form``, if any."""
        name = prefix + self.key
        shown, amount = self._shown(value)
        if form is not None and name in form:
            shown = "".join(form.getlist(name)) if self.kind == "ranks" else form.getlist(name)[-1]
            amount = form.get(f"{name}.amount", "")
        choices = tuple((str(choice), self.words(choice)) for choice in self.choices)
        if self.kind == "switch" and self.names:
            choices = (("1", self.words(True)), ("0", self.words(False)))
        if self.kind == "price":
            choices = (*choices, (AMOUNT, "A number of chips"))
        choices = RANK_CHOICES if self.kind == "ranks" else choices
        return Control(name, self, shown, choices, error, amount, changed=self.required or value != self.default)

    def read(self, form: FormData, prefix: str, current: Any) -> FieldValue:
        """Read the value from a form; keep ``current`` if none was posted or it is invalid."""
        name = prefix + self.key
        if name not in form:
            return FieldValue(current)
        text = form.getlist(name)[-1].strip()
        match self.kind:
            case "switch":
                return FieldValue(text == "1") if text in ("0", "1") else FieldValue(current, "Choose on or off")
            case "number":
                return read_number(text, self.low, current)
            case "numbers":
                return read_numbers(text, current)
            case "price" if text == AMOUNT:
                return read_number(form.get(f"{name}.amount", ""), 0, current)
            case "select" | "price":
                choice = next((choice for choice in self.choices if text == str(choice)), None)
                return FieldValue(current, "Choose one from the list") if choice is None else FieldValue(choice)
            case "ranks":
                marked = "".join(form.getlist(name)).upper()
                return FieldValue("".join(rank for rank in RANKS if rank in marked))
            case "cards":
                return FieldValue(clean_cards(text))
            case _:
                return FieldValue(text[:100])

    def words(self, value: Any) -> str:
        """Return a value in words: ``On``, ``High hand``, ``3``."""
        if isinstance(value, bool):
            return self.names.get(value) or ("Off", "On")[value]
        if isinstance(value, list | tuple):
            return " ".join(map(str, value))
        return self.names.get(value) or sentence(str(value))

    def _shown(self, value: Any) -> tuple[str, str]:
        """Return the text that the control shows for a value, and the number beside a price's choices."""
        if self.kind == "switch":
            return ("1" if value else "0"), ""
        if self.kind == "price" and value not in self.choices:
            return AMOUNT, str(value)
        return (self.words(value) if self.kind == "numbers" else str(value)), ""


@dataclass(frozen=True, slots=True)
class FormSection:
    """A form section as read: its controls, and their values, which are current or default ones where not valid."""

    controls: tuple[Control, ...]
    values: Mapping[str, Any]

    @property
    def ok(self) -> bool:
        """Whether every control holds a valid value."""
        return not any(control.error for control in self.controls)

    def parts(self, template: str) -> list[SentencePart]:
        """Return the parts of a sentence that contains the keys of these controls in braces."""
        controls = {control.key: control for control in self.controls}
        return [(text, controls[key] if key else None) for text, key, _, _ in Formatter().parse(template)]

    def with_error(self, name: str, error: str) -> FormSection:
        """Return the section with an error at the control with this key or name, or else at the first one."""
        at = next((n for n, control in enumerate(self.controls) if name in (control.name, control.key)), 0)
        marked = replace(self.controls[at], error=error)
        return FormSection((*self.controls[:at], marked, *self.controls[at + 1 :]), self.values)


def read_section(fields: Iterable[Field], prefix: str, form: FormData, current: Mapping[str, Any]) -> FormSection:
    """Read a section of a form; where nothing valid was typed, take the current or the default value."""
    controls, values = [], {}
    for field in fields:
        reading = field.read(form, prefix, current.get(field.key, field.default))
        values[field.key] = reading.value
        controls.append(field.control(prefix, reading.value, form, reading.error))
    return FormSection(tuple(controls), values)


def form_fields(cls: type[Any]) -> tuple[Field, ...]:
    """Return the form fields of a dataclass, in order.

    A text whose name ends in ``ranks`` is a choice of ranks, and one called ``cards`` is typed as cards. A dataclass
    field made by :func:`~app.games.build.setting` has its own words for the screen.
    """
    types = get_type_hints(cls)
    fields = []
    for field in dataclasses.fields(cls):
        kind, choices = _kind(field.name, types[field.name])
        default: Any = field.default
        required = default is dataclasses.MISSING
        if required:
            default = choices[0] if choices else {"switch": False, "number": 0, "numbers": []}.get(kind, "")
        elif kind == "numbers":
            default = list(default)
        says = field.metadata
        label = says.get("label") or as_label(field.name)
        hint = "such as Qs Kh" if kind == "cards" else ""
        if says.get("choices"):
            kind, choices = "select", tuple(says["choices"])
        low = says.get("least", 0)
        names, blank = says.get("names", {}), says.get("sentence", "")
        fields.append(Field(field.name, label, kind, default, choices, hint, low, required, names, blank))
    return tuple(fields)


def as_label(name: str) -> str:
    """Return the name of a field or a modifier as words: ``Suicide king``, ``Roll your own``."""
    return sentence(name.replace("_", " ").replace("-", " "))


def _kind(name: str, hint: Any) -> tuple[ControlKind, tuple[str | int, ...]]:
    """Return the kind of control for a field's type, with its choices; a price has choices or an amount."""
    if get_origin(hint) is Literal:
        return "select", get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        choices = tuple(word for part in get_args(hint) if get_origin(part) is Literal for word in get_args(part))
        return ("price" if int in get_args(hint) else "select", choices) if choices else ("text", ())
    if hint is bool:
        return "switch", ()
    if hint is int:
        return "number", ()
    if get_origin(hint) is tuple and get_args(hint)[:1] == (int,):
        return "numbers", ()
    if hint is str and (name == "cards" or name.endswith("ranks")):
        return ("cards" if name == "cards" else "ranks"), ()
    return "text", ()


#: The upper bound of numbers of chips, raises or cards.
MAX_NUMBER = 1_000_000


class FieldValue(NamedTuple):
    """A value as read from a form, with an ``error`` the previous value; or the text of a field, and its error."""

    value: Any
    error: str = ""


def read_number(text: str, low: int, current: int, high: int = MAX_NUMBER) -> FieldValue:
    """Read a whole number from ``low`` to ``high``, ignoring spaces between digits."""
    text = "".join(text.split())
    if not (text.isascii() and text.isdigit()):
        return FieldValue(current, "Enter a whole number" if text else "Enter a number")
    number = whole_number(text, digits=12)
    if number is None or number > high:
        return FieldValue(current, f"At most {high:,}")
    return FieldValue(number) if number >= low else FieldValue(current, f"At least {low}")


def read_numbers(text: str, current: list[int]) -> FieldValue:
    """Read whole numbers separated by spaces or commas; return them sorted, without duplicates."""
    numbers = [whole_number(word, digits=3) for word in text[:100].replace(",", " ").split()]
    if not numbers or None in numbers:
        return FieldValue(current, "Enter whole numbers, such as 2 or 2, 3")
    return FieldValue(sorted({number for number in numbers if number is not None}))


def clean_cards(text: str) -> str:
    """Return cards as people type them (``qs, 10H``) in notation (``QsTh``); rules refuse what is not a card."""
    text = text[:100].replace("10", "T").replace(",", "").replace(" ", "")
    return "".join(sign.lower() if at % 2 else sign.upper() for at, sign in enumerate(text))
