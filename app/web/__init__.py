"""The screens, a module or folder each.

A screen is a module with a blueprint, or a folder that contains one; it is registered automatically. Screens import
``http`` and the shared parts ``pad``, ``table``, ``forms`` and ``plots``; they never import each other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from flask import Blueprint, Flask
from werkzeug.routing import Rule

from app.plugins import load_modules
from app.web.http import assets, errors, pages, pipeline, security


def init_app(app: Flask) -> None:
    """Set up templates, static files, form protection, error pages and the pipeline, and register the screens."""
    pages.init_app(app)
    assets.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    pipeline.init_app(app)
    app.url_rule_class = Route
    for module in load_modules(__name__):
        for value in vars(module).values():
            if isinstance(value, Blueprint):
                app.register_blueprint(value)


class Route(Rule):
    """A route that compiles its address builder on first use.

    Werkzeug compiles two functions when a route is added: with 180 routes, that is a tenth of the start-up time. If a
    later version no longer calls this method, only that time is lost.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))
        return lambda rule, **values: compiled()(rule, **values)
