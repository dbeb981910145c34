"""The screens: a folder each, forms in, fragments out.

A screen is a folder with a ``blueprint`` in one of its modules; adding one is adding a folder.
"""

from __future__ import annotations

from flask import Blueprint, Flask

from app.hand.spoken import spoken
from app.plugins import load_modules
from app.web.http import assets, errors, security
from app.web.http import compression as zipped


def init_app(app: Flask) -> None:
    """Give an application its screens, its static files, its protection and its error pages."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["spoken"] = spoken
    zipped.init_app(app)
    assets.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    for module in load_modules(__name__):
        blueprint = getattr(module, "blueprint", None)
        if isinstance(blueprint, Blueprint):
            app.register_blueprint(blueprint)
