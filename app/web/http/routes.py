"""Routes compiled when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from werkzeug.routing import Rule


class Route(Rule):
    """A route that compiles its address builder when it first builds an address.

    Werkzeug compiles two functions for each route as it is added: with 180 routes, a tenth of the start-up time. If a
    later version no longer calls this, it compiles them at once again.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, **values: compiled()(rule, **values)
