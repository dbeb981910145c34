"""Routes that are ready when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from werkzeug.routing import Rule


class Route(Rule):
    """A route that compiles what builds its addresses when it first builds one.

    Werkzeug compiles two functions for each route as it is added: with 180 routes a tenth of the start. Should a later
    version not call this, it compiles them at once again.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, **values: compiled()(rule, **values)
