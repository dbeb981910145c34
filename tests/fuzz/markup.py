"""Names that contain markup, which must not become an element, an attribute or a script on any page."""

from __future__ import annotations

from html.parser import HTMLParser

from app import settings

#: A name that would break out of text and of attributes in either kind of quotes; and a short one.
NAME, SHORT = """B" onx=1 '><x-f>""", "<x-f>"

#: The only inline script: that of a hand saved as a file, which has no server to load scripts from.
_FILE = (settings.ROOT / "templates" / "hand" / "file.html").read_text()
INLINE = _FILE.partition("<script>")[2].partition("</script>")[0]


class _Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.wrong = ""
        self._script = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        targets = [given.get(name) or "" for name in ("href", "src", "action", "formaction")]
        scripted = any(name.startswith("on") for name in given) or any(
            target.startswith("javascript:") for target in targets
        )
        if tag == "x-f" or scripted:
            self.wrong = self.wrong or self.get_starttag_text() or tag
        self._script = tag == "script" and "src" not in given

    def handle_data(self, data: str) -> None:
        if self._script and data != INLINE:
            self.wrong = self.wrong or f"<script>{data}"
        self._script = False


def markup_in(html: str) -> str:
    """Return the first element of a page that comes from a name or text; empty if none does."""
    return _Elements(html).wrong
