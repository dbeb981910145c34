"""Tables of the statistics pages, read row by row, with the link of each figure."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

ALL = "all"


@dataclass
class ReadTable:
    """A table with the title of its section, and the text and link of each cell."""

    title: str
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    links: list[list[str]] = field(default_factory=list)
    more: str = ""

    def by_name(self) -> dict[str, list[str]]:
        return {row[0]: row[1:] for row in self.rows}


class Reader(HTMLParser):
    """A parser that collects the tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[ReadTable] = []
        self.text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "div" and values.get("class") == "figures-wide":
            self.tables.append(ReadTable((values.get("aria-label") or "").removesuffix(", table")))
        elif tag == "tr" and self.tables:
            self.tables[-1].rows.append([])
            self.tables[-1].links.append([])
        elif tag in ("td", "th") and self.tables:
            self.text = []
            self.tables[-1].links[-1].append("")
        elif tag == "a" and self.text is not None:
            self.tables[-1].links[-1][-1] = values["href"] or ""
        elif tag == "a" and self.tables and f"{ALL}=" in (values["href"] or ""):
            self.tables[-1].more = (values["href"] or "").partition("#")[0]

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self.text is not None:
            self.tables[-1].rows[-1].append("".join(self.text).strip())
            self.text = None


def tables_of(page: str) -> dict[str, ReadTable]:
    """Return the tables of a page by title."""
    reader = Reader()
    reader.feed(page)
    for table in reader.tables:
        table.heads = table.rows.pop(0)
        table.links.pop(0)
    tables = {table.title: table for table in reader.tables}
    assert len(tables) == len(reader.tables), [table.title for table in reader.tables]
    return tables
