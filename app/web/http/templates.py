"""The environment that templates are rendered in."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment as FlaskEnvironment

#: A tag that includes one template, whose name stands in it, with the signs that trim the space before and behind.
_INCLUDE = re.compile(r'\{%(-?) include "([^"]+)" (-?)%\}')


class Environment(FlaskEnvironment):
    """Flask's, with the globals of all templates in one dict, and included templates where they are included.

    Each template that imports macros compares its globals with theirs, which chains of dicts make slow: a twelfth of
    the time of a phone. Each that is included is handed all that the other one knows, and renders apart: a tenth of
    the time of a television.
    """

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Return a template with those that it includes in their places. What one of those sets stays its own."""
        return _INCLUDE.sub(self._included, super().preprocess(source, name, filename))

    def _included(self, match: re.Match[str]) -> str:
        before, name, after = match.groups()
        assert self.loader is not None
        source, filename, _current = self.loader.get_source(self, name)
        body = self.preprocess(source, name, filename).removesuffix("\n")
        return f"{{%{before} with %}}{body}{{% endwith {after}%}}"

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template, which has none of its own as a rule."""
        return ChainMap(d, self.globals) if d else self.globals
