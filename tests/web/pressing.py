"""A page without scripts, whose buttons send forms as a browser would."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from flask.testing import FlaskClient
from werkzeug.test import TestResponse


@dataclass
class Button:
    """A button and the form that it sends: the form's own fields, and the button's."""

    name: str
    value: str
    fields: list[tuple[str, str]]
    label: str = ""
    current: bool = False


@dataclass
class Page(HTMLParser):
    """A page as received. ``regions`` maps the label of each section to its words."""

    client: FlaskClient
    url: str
    answer: TestResponse
    buttons: list[Button] = field(default_factory=list)
    regions: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self._fields: list[tuple[str, str]] = []
        self._button: Button | None = None
        self._inside: list[str] = []
        self.feed(self.answer.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = []
        elif tag == "section":
            self._inside.append(attributes.get("aria-label", ""))
            self.regions[self._inside[-1]] = ""
        elif tag == "input" and attributes.get("name") and attributes.get("type") not in ("radio", "checkbox"):
            self._fields.append((attributes["name"], attributes.get("value", "")))
        elif tag == "button":
            current = attributes.get("aria-current") == "true"
            self._button = Button(
                attributes.get("name", ""),
                attributes.get("value", ""),
                self._fields,
                attributes.get("aria-label", ""),
                current,
            )
            self.buttons.append(self._button)

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self._inside.pop()
        elif tag == "button" and self._button is not None:
            self._button.label = " ".join(self._button.label.split())
            self._button = None

    def handle_data(self, data: str) -> None:
        for name in self._inside:
            self.regions[name] = " ".join(f"{self.regions[name]} {data}".split())
        if self._button is not None and data.strip():
            self._button.label = self._button.label or data.strip()

    @property
    def names(self) -> list[str]:
        """The accessible names of the buttons, in order."""
        return [button.label for button in self.buttons]

    def press(self, name: str, **typed: str) -> Page:
        """Press the button of this name, with ``typed`` in the fields of its form; return the next page."""
        button = next((button for button in self.buttons if button.label == name), None)
        assert button is not None, f"no button {name!r} among {self.names}"
        data: dict[str, list[str]] = {}
        for key, value in button.fields:
            data.setdefault(key, []).append(value)
        data |= {key: [value] for key, value in typed.items()}
        if button.name:
            data.setdefault(button.name, []).append(button.value)
        return Page(self.client, self.url, self.client.post(self.url, data=data))


def open_page(client: FlaskClient, url: str) -> Page:
    """Return the page at this address."""
    return Page(client, url, client.get(url))
