"""The links and forms of a page, with all choices in the forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from urllib.parse import urljoin, urlsplit

from tests.fuzz.markup import NAME

#: A field and its value.
Pair = tuple[str, str | bytes]

_LINKS = ("href", "hx-get", "src")
_METHODS = (("hx-post", "POST"), ("hx-get", "GET"), ("formaction", ""))


@dataclass
class Choice:
    """A field that sends one of its values: a select, radio buttons, or (``optional``) a checkbox."""

    name: str
    values: list[str] = field(default_factory=list)
    optional: bool = False


@dataclass
class Form:
    """A form on a page.

    ``fixed``: hidden fields. ``typed`` and ``numbers``: fields to type text and numbers into. ``buttons``: the method,
    address and field of each button.
    """

    path: str
    method: str
    fixed: list[Pair] = field(default_factory=list)
    typed: list[Pair] = field(default_factory=list)
    numbers: list[Pair] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    buttons: list[tuple[str, str, Pair]] = field(default_factory=list)

    @property
    def addresses(self) -> list[tuple[str, str]]:
        """The method and address of each button."""
        return [(method, path) for method, path, _ in self.buttons] or [(self.method, self.path)]


@dataclass(frozen=True)
class Sending:
    """A request to send. ``honest``: a browser could have sent it."""

    method: str
    path: str
    fields: tuple[Pair, ...]
    honest: bool = False


class Page(HTMLParser):
    """The links and forms of a page or a fragment."""

    def __init__(self, path: str, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._path = path
        self._named: dict[str, Form] = {}
        self._form: Form | None = None
        self._choice: Choice | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in _LINKS:
            if name in given:
                self._link(given[name])
        if tag == "form":
            self._form = Form(self._own(given.get("action", "")), given.get("method", "GET").upper())
            self.forms.append(self._form)
            self._named[given.get("id", "")] = self._form
        form = self._named.get(given["form"]) if "form" in given else self._form
        if tag == "option" and self._choice is not None:
            self._choice.values.append(given.get("value", ""))
        elif form is not None and tag == "button":
            self._button(form, given)
        elif form is not None and tag in ("input", "textarea", "select") and given.get("name"):
            self._field(form, tag, given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._choice = None

    def _button(self, form: Form, given: dict[str, str]) -> None:
        if given.get("type") == "button" or "disabled" in given:
            return
        path, method = form.path, form.method
        for name, how in _METHODS:
            if name in given:
                path, method = self._own(given[name]), how or form.method
        form.buttons.append((method, path, (given.get("name", ""), given.get("value", ""))))

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value, kind = given["name"], given.get("value", ""), given.get("type", "text")
        if tag == "select":
            self._choice = Choice(name)
            form.choices.append(self._choice)
        elif kind == "checkbox":
            form.choices.append(Choice(name, [value or "on"], optional=True))
        elif kind == "radio":
            choice = next((choice for choice in form.choices if choice.name == name and not choice.optional), None)
            if choice is None:
                choice = Choice(name)
                form.choices.append(choice)
            choice.values.append(value)
        elif kind == "hidden":
            form.fixed.append((name, value))
        else:
            (form.numbers if given.get("inputmode") in ("numeric", "decimal") else form.typed).append((name, value))

    def _link(self, address: str) -> None:
        if address and not urlsplit(address).netloc and not urlsplit(address).scheme:
            self.links.append(self._own(address))

    def _own(self, address: str) -> str:
        return urljoin(self._path, address).partition("#")[0]


#: Sensible and odd text to type into fields, and into number fields.
TYPED = ("Ann", "Bob", "Zoë", "pizza", "Friday"), ("Cy", NAME, "7.50", "p1 p2", "Kh", "EUR", "1", "")
NUMBERS = ("1", "2", "5", "20", "100"), ("0", "7.50", "x", "1000", "")


def filled(form: Form, random: Random, weights: Sequence[float] | None = None) -> Sending:
    """Return the form as a person might fill it in. ``weights``: the relative frequencies of its buttons."""
    fields = list(form.fixed)
    careful, leave_empty = random.random() < 0.7, random.random() < 0.4
    for typed, (sensible, odd) in ((form.typed, TYPED), (form.numbers, NUMBERS)):
        for name, value in typed:
            unchanged = random.random() < 0.9 if value else leave_empty
            fields.append((name, value if unchanged else random.choice(sensible if careful else sensible + odd)))
    for choice in form.choices:
        if choice.values and not (choice.optional and random.random() < 0.5):
            fields.append((choice.name, random.choice(choice.values)))
    method, path, button = form.method, form.path, ("", "")
    if form.buttons:
        method, path, button = random.choices(form.buttons, weights)[0]
    if button[0]:
        fields.append(button)
    return Sending(method, path, tuple(fields), honest=True)
