"""Markup: names hold some, of which no page may make an element, an attribute or a script."""

from __future__ import annotations

from html.parser import HTMLParser

#: A name that breaks out of text, and of an attribute in quotes of either kind; and a shorter one.
NAME, SHORT = """B" onx=1 '><x-f>""", "<x-f>"


class _Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.wrong = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        leads = [given.get(name) or "" for name in ("href", "src", "action", "formaction")]
        scripted = any(name.startswith("on") for name in given) or any(to.startswith("javascript:") for to in leads)
        if tag == "x-f" or scripted or (tag == "script" and "src" not in given):
            self.wrong = self.wrong or self.get_starttag_text() or tag


def markup_in(html: str) -> str:
    """Return the first element of a page that no template of ours has; empty if there is none."""
    return _Elements(html).wrong
