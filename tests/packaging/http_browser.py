"""A browser without scripts, which follows links, fills in forms and presses buttons by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

#: A script's import from a relative address.
_IMPORT = re.compile(rb'(?:from|import) "(\.[^"]+)"')

SECONDS = 60


@dataclass
class Form:
    """A form: its address, and the fields sent besides the pressed button's."""

    action: str = ""
    method: str = "get"
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Element:
    """A link, a button or a section: its attributes, and its accessible name once it has ended."""

    tag: str
    attributes: dict[str, str]
    form: Form
    text: str = ""

    @property
    def name(self) -> str:
        """Return the accessible name."""
        return self.attributes.get("aria-label") or self.text


class Page(HTMLParser):
    """A page: its links, buttons, sections and assets, and forms with the values that a browser would send."""

    def __init__(self, browser: Browser, url: str, html: str) -> None:
        super().__init__()
        self.browser = browser
        self.url = url
        self.elements: list[Element] = []
        self.assets: list[str] = []
        self._open: list[Element] = []
        self._form = Form()
        self._forms: dict[str, Form] = {}
        self._select = ""
        self.feed(html)
        for element in self.elements:  # a button may be outside its form
            element.form = self._forms.get(element.attributes.get("form", ""), element.form)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(attributes.get("action", ""), attributes.get("method", "get"))
            if "id" in attributes:
                self._forms[attributes["id"]] = self._form
        elif tag == "input":
            self._read_input(attributes)
        elif tag == "select":
            self._select = attributes["name"]
        elif tag == "option" and "selected" in attributes and self._select:
            self._form.fields.append((self._select, attributes["value"]))
        elif asset := attributes.get({"link": "href", "script": "src"}.get(tag, "")):
            self.assets.append(asset)
        elif tag in ("a", "button", "section"):
            self._open.append(Element(tag, attributes, self._form))
            self.elements.append(self._open[-1])

    def handle_endtag(self, tag: str) -> None:
        if tag in ("a", "button", "section"):
            self._open.pop()
        elif tag == "form":
            self._form = Form()
        elif tag == "select":
            self._select = ""

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text = " ".join(f"{element.text} {data}".split())

    def _read_input(self, attributes: dict[str, str]) -> None:
        chosen = attributes.get("type") not in ("checkbox", "radio") or "checked" in attributes
        if chosen and "name" in attributes:
            self._form.fields.append((attributes["name"], attributes.get("value", "")))

    def fetch_assets(self) -> dict[str, bytes]:
        """Fetch style sheets, icons, and scripts with their imports, by path; fail if one is missing or empty."""
        contents: dict[str, bytes] = {}
        waiting = list(self.assets)
        while waiting:
            asset = waiting.pop()
            path = asset.partition("?")[0]
            if path in contents:
                continue
            with self.browser.request(urljoin(self.url, asset)) as answer:
                contents[path] = answer.read()
            assert contents[path], f"{asset} is empty"
            waiting += [urljoin(path, name.decode()) for name in _IMPORT.findall(contents[path])]
        return contents

    def names(self, tag: str) -> list[str]:
        """Return the accessible names of all links (``a``), buttons or sections, in order."""
        return [element.name for element in self.elements if element.tag == tag]

    def section(self, name: str) -> str:
        """Return the text of a section."""
        return self._find("section", lambda element: element.name == name, name).text

    def follow(self, start: str) -> Page:
        """Follow the first link whose name begins with ``start``."""
        return self.browser.open(self.address(start))

    def download(self, name: str) -> bytes:
        """Return the file that a link leads to."""
        with self.browser.request(self.address(name)) as answer:
            content: bytes = answer.read()
            return content

    def address(self, start: str) -> str:
        """Return the address of the first link whose name begins with ``start``."""
        link = self._find("a", lambda element: element.name.startswith(start), start)
        return urljoin(self.url, link.attributes["href"])

    def press(self, name: str, /, **typed: str) -> Page:
        """Press a button after typing into fields of its form."""
        button = self._find("button", lambda element: element.name == name, name)
        fields = [(key, typed.get(key, value)) for key, value in button.form.fields]
        if "name" in button.attributes:
            fields.append((button.attributes["name"], button.attributes.get("value", "")))
        action = button.attributes.get("formaction") or button.form.action
        assert button.form.method == "post"
        return self.browser.open(urljoin(self.url, action), fields)

    def _find(self, tag: str, wanted: Callable[[Element], bool], name: str) -> Element:
        for element in self.elements:
            if element.tag == tag and wanted(element):
                return element
        raise AssertionError(f"no {tag} {name!r} at {self.url} among {self.names(tag)}")


class Browser:
    """A browser that keeps cookies from page to page."""

    def __init__(self) -> None:
        self._opener = build_opener(HTTPCookieProcessor())

    def open(self, url: str, fields: list[tuple[str, str]] | None = None) -> Page:
        """Get a page, or post a form and follow the redirect."""
        with self.request(url, fields) as answer:
            return Page(self, answer.url, answer.read().decode())

    def request(self, url: str, fields: list[tuple[str, str]] | None = None) -> Any:
        """Return the response; fail with its text if it is an error."""
        data = None if fields is None else urlencode(fields).encode()
        try:
            answer: HTTPResponse = self._opener.open(Request(url, data), timeout=SECONDS)
        except HTTPError as error:
            with error:
                raise AssertionError(f"{url}: {error.status} {error.read().decode()[:2000]}") from error
        return answer
