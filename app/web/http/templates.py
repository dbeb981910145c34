"""The environment that templates are rendered in."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment as FlaskEnvironment


class Environment(FlaskEnvironment):
    """Flask's, with the globals of all templates in one dict.

    Each template that imports macros compares its globals with theirs, which chains of dicts make slow: a twelfth of
    the time of a phone.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template, which has none of its own as a rule."""
        return ChainMap(d, self.globals) if d else self.globals
