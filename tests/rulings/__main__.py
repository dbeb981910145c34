"""Find a record that shows each answer of the rulings named, or of all, and print their part of ``shown.toml``."""

from __future__ import annotations

import sys

from app.games.house import HOUSE
from tests.manual.printed import records
from tests.rulings.shown import answers_of, as_toml, search

found = {}
for ruling in sys.argv[1:] or HOUSE:
    found[ruling] = search(records(), ruling)
    for answer in set(answers_of(ruling)) - set(found[ruling]):
        print(f"no record shows {ruling} = {answer!r}", file=sys.stderr)
print("\n".join(as_toml(found)))
