"""The screens, a module or folder each.

A screen is a module with a blueprint, or a folder that contains one; it is registered automatically. Screens import
``http`` and the shared parts ``pad``, ``table``, ``forms`` and ``plots``; they never import each other.
"""

from __future__ import annotations

from flask import Blueprint, Flask

from app.plugins import load_modules
from app.web.http import assets, errors, pages, pipeline, security
from app.web.http.addresses import Route


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
