"""The screens, a module or folder each.

A screen is a module with a blueprint, or a folder that contains one; it is registered automatically. Screens import
``http`` and the shared parts ``pad``, ``table``, ``forms`` and ``plots``; they never import each other.
"""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask
from jinja2 import StrictUndefined

from app.dates import day_text, moment_text, time_text
from app.logs import request_id
from app.plugins import load_modules
from app.web.http import assets, errors, pipeline, security
from app.web.http.addresses import Route
from app.web.http.templates import Environment, TemplateCache, cached


def init_app(app: Flask) -> None:
    """Set up templates, static files, form protection, error pages and the pipeline, and register the screens."""
    app.jinja_environment = Environment
    # Cache without limit: an LRU cache reorders its list at each use, which takes a twentieth of a screen's time.
    app.jinja_options = {**app.jinja_options, "cache_size": -1}
    if folder := app.config.get("KEPT_IN"):
        app.jinja_options["bytecode_cache"] = TemplateCache(
            folder / "templates", Path(app.root_path, app.template_folder or "")
        )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(day=day_text, clock=time_text, moment=moment_text)
    app.jinja_env.globals.update(request_id=request_id.get, cached=cached)
    assets.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    pipeline.init_app(app)
    app.url_rule_class = Route
    for module in load_modules(__name__):
        for value in vars(module).values():
            if isinstance(value, Blueprint):
                app.register_blueprint(value)
