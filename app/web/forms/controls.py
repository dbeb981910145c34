"""Form controls made from typed fields: a yes-or-no is a switch, a choice among words a select, a number an input.

A control keeps what was typed, right or wrong, with its error beside it. Whoever adds a house rule, an option or a
modifier writes a dataclass field, and the screens follow.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from werkzeug.datastructures import MultiDict

from app.cards.card import RANKS
from app.games.build import types_of

Kind = Literal["switch", "select", "number", "numbers", "text", "ranks", "cards", "price"]
Typed = MultiDict[str, str]

#: No number of chips, raises or cards at a home table is larger.
MOST = 1_000_000

#: What the choice "a number of chips" of a price sends, beside the number itself.
AMOUNT = "chips"

RANK_CHOICES = tuple((rank, "10" if rank == "T" else rank) for rank in reversed(RANKS))


@dataclass(frozen=True, slots=True)
class Control:
    """One control as a template draws it. ``value`` is what it shows; ``usual`` the default in words."""

    name: str
    label: str
    kind: Kind
    value: str
    usual: str
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    error: str = ""
    low: int = 0
    amount: str = ""
    changed: bool = False

    @property
    def id(self) -> str:
        """The name as an element's id."""
        return "f-" + self.name.replace(".", "-").replace("_", "-")

    @property
    def on(self) -> bool:
        """Whether a switch is on."""
        return self.value == "1"

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """What the control sends, for an address."""
        amount = [(f"{self.name}.amount", self.amount)] if self.value == AMOUNT else []
        return [(self.name, self.value), *amount]

    @property
    def words(self) -> str:
        """The setting in words: ``Queens themselves: all wild``, or the label alone of a switch that is on."""
        if self.kind == "switch" and self.on:
            return self.label
        named = dict(self.choices).get(self.value, self.value) if self.kind == "select" else self.value
        value = "off" if self.kind == "switch" else self.amount or named[:1].lower() + named[1:]
        return f"{self.label}: {value}"


@dataclass(frozen=True, slots=True)
class Spec:
    """What can be entered: the key and type of a value, whatever it comes from. ``required`` ones have no default.

    ``names`` says choices in other words than their own.
    """

    key: str
    label: str
    kind: Kind
    default: Any
    choices: tuple[str | int, ...] = ()
    hint: str = ""
    low: int = 0
    required: bool = False
    names: tuple[tuple[str | int, str], ...] = ()

    def control(self, prefix: str, value: Any, typed: Typed | None = None, error: str = "") -> Control:
        """The control for a value, showing what was typed instead where something was."""
        name = prefix + self.key
        shown, amount = self._shown(value)
        if typed is not None and name in typed:
            shown = "".join(typed.getlist(name)) if self.kind == "ranks" else typed.getlist(name)[-1]
            amount = typed.get(f"{name}.amount", "")
        words = tuple((str(one), self.words(one)) for one in self.choices)
        if self.kind == "price":
            words = (*words, (AMOUNT, "A number of chips"))
        return Control(
            name=name,
            label=self.label,
            kind=self.kind,
            value=shown,
            usual=self.words(self.default),
            choices=RANK_CHOICES if self.kind == "ranks" else words,
            hint=self.hint,
            error=error,
            low=self.low,
            amount=amount,
            changed=self.required or value != self.default,
        )

    def read(self, typed: Typed, prefix: str, current: Any) -> tuple[Any, str]:
        """What was entered and what is wrong with it; the current value where nothing was sent or it is wrong."""
        name = prefix + self.key
        if name not in typed:
            return current, ""
        text = typed.getlist(name)[-1].strip()
        if self.kind == "switch":
            return (text == "1", "") if text in ("0", "1") else (current, "Choose on or off")
        if self.kind == "number":
            return read_number(text, self.low, current)
        if self.kind == "numbers":
            return read_numbers(text, current)
        if self.kind == "price" and text == AMOUNT:
            return read_number(typed.get(f"{name}.amount", ""), 0, current)
        if self.kind in ("select", "price"):
            for choice in self.choices:
                if text == str(choice):
                    return choice, ""
            return current, "Choose one of the list"
        if self.kind == "ranks":
            marked = "".join(typed.getlist(name)).upper()
            return "".join(rank for rank in RANKS if rank in marked), ""
        return (clean_cards(text) if self.kind == "cards" else text[:100]), ""

    def words(self, value: Any) -> str:
        """A value in words: ``On``, ``High hand``, ``3``."""
        if isinstance(value, bool):
            return ("Off", "On")[value]
        if isinstance(value, list | tuple):
            return " ".join(map(str, value))
        return dict(self.names).get(value) or sentence(str(value))

    def _shown(self, value: Any) -> tuple[str, str]:
        if self.kind == "switch":
            return ("1" if value else "0"), ""
        if self.kind == "price" and value not in self.choices:
            return AMOUNT, str(value)
        return (self.words(value) if self.kind == "numbers" else str(value)), ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A part of a form after reading it: controls to draw, and the values where nothing is wrong."""

    controls: tuple[Control, ...]
    values: Mapping[str, Any]

    @property
    def ok(self) -> bool:
        """Whether every control holds a value that fits."""
        return not any(control.error for control in self.controls)

    def blame(self, name: str, text: str) -> Entered:
        """The same with an error at one control, by its key or its full name; at the first where none is so called."""
        names = [control.name for control in self.controls]
        at = next((n for n, own in enumerate(names) if name in (own, own.rpartition(".")[2])), 0)
        marked = [
            dataclasses.replace(control, error=text) if n == at else control for n, control in enumerate(self.controls)
        ]
        return Entered(tuple(marked), self.values)


def read_all(specs: Iterable[Spec], prefix: str, typed: Typed, current: Mapping[str, Any]) -> Entered:
    """Every control of a part of a form, with the values typed over the current ones."""
    controls, values = [], {}
    for spec in specs:
        before = current.get(spec.key, spec.default)
        value, error = spec.read(typed, prefix, before)
        values[spec.key] = value
        controls.append(spec.control(prefix, value, typed, error))
    return Entered(tuple(controls), values)


def specs_of(
    cls: type[Any], labels: Mapping[str, str] | None = None, lows: Mapping[str, int] | None = None
) -> tuple[Spec, ...]:
    """What can be entered for a dataclass, in the order of its fields.

    A text called ``ranks`` or ``cards`` is picked or typed as such. A field may name itself for the screen with
    ``metadata={"label": ..., "hint": ...}``.
    """
    hints = types_of(cls)
    specs = []
    for field in dataclasses.fields(cls):
        hint = hints[field.name]
        kind, choices = _kind(field.name, hint)
        default: Any = field.default
        required = default is dataclasses.MISSING
        if required:
            default = choices[0] if choices else {"switch": False, "number": 0, "numbers": []}.get(kind, "")
        elif kind == "numbers":
            default = list(default)
        label = (labels or {}).get(field.name) or field.metadata.get("label") or as_label(field.name)
        said = field.metadata.get("hint", "such as Qs Kh" if kind == "cards" else "")
        specs.append(Spec(field.name, label, kind, default, choices, said, (lows or {}).get(field.name, 0), required))
    return tuple(specs)


def read_number(text: str, low: int, current: int) -> tuple[int, str]:
    """A whole number as people type it, and what is wrong with it."""
    text = text.strip().replace(" ", "")
    if not (text.isascii() and text.isdigit()):
        return current, "Enter a whole number" if text else "Enter a number"
    if len(text) > 12 or int(text) > MOST:
        return current, f"At most {MOST:,}"
    return (int(text), "") if int(text) >= low else (current, f"At least {low}")


def read_numbers(text: str, current: list[int]) -> tuple[list[int], str]:
    """Whole numbers as people type them, with blanks or commas between them, and what is wrong with them."""
    words = text[:100].replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        return current, "Enter whole numbers, such as 2 or 2, 3"
    return sorted({int(word) for word in words}), ""


def clean_cards(text: str) -> str:
    """Cards as people type them (``qs, 10H``) as the rules read them (``QsTh``); anything odd is left for the rules."""
    text = text[:100].replace("10", "T").replace(",", "").replace(" ", "")
    return "".join(sign.lower() if at % 2 else sign.upper() for at, sign in enumerate(text))


def as_label(name: str) -> str:
    """A field's or a modifier's name as words: ``Suicide king``, ``Roll your own``."""
    return sentence(name.replace("_", " ").replace("-", " "))


def sentence(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def _kind(name: str, hint: Any) -> tuple[Kind, tuple[str | int, ...]]:
    """The control for a field's type, and the choices of one that is picked; an amount may come beside choices."""
    if get_origin(hint) is Literal:
        return "select", get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        picked = next((get_args(one) for one in get_args(hint) if get_origin(one) is Literal), ())
        return ("price" if int in get_args(hint) else "select", picked) if picked else ("text", ())
    if hint is bool:
        return "switch", ()
    if hint is int:
        return "number", ()
    if get_origin(hint) is tuple and get_args(hint)[:1] == (int,):
        return "numbers", ()
    if hint is str and name in ("ranks", "cards"):
        return ("ranks" if name == "ranks" else "cards"), ()
    return "text", ()
