"""The screens: one blueprint each, forms in, fragments out.

A screen is a module of this package with a ``blueprint`` in it; adding one is adding a file.
"""

from __future__ import annotations

import importlib
import pkgutil

from flask import Blueprint, Flask

from app.hand.spoken import spoken
from app.web import assets, errors, security, zipped


def init_app(app: Flask) -> None:
    """Give an application its screens, its static files, its protection and its error pages."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["spoken"] = spoken
    zipped.init_app(app)
    assets.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    for found in pkgutil.iter_modules(__path__):
        blueprint = getattr(importlib.import_module(f"{__name__}.{found.name}"), "blueprint", None)
        if isinstance(blueprint, Blueprint):
            app.register_blueprint(blueprint)
