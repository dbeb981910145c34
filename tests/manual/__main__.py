"""Print the manual's reference pages from the code: ``make manual``."""

from __future__ import annotations

from tests.manual.printed import ROOT, pages

for path, text in pages().items():
    path.write_text(text, "utf-8")
    print(f"printed {path.relative_to(ROOT)}")
