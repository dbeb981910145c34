"""The screens, a module or folder each.

A screen is a module with a blueprint, or a folder with such a module; to add a screen, add one. Screens import the
parts that several of them render, ``pad``, ``table``, ``forms`` and ``plots``, and ``http``; they never import each
other.
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
from app.web.http.templates import Environment, KeptTemplates, remembered


def init_app(app: Flask) -> None:
    """Register the screens, static files, form protection and error pages."""
    app.jinja_environment = Environment
    # Keep every template: a cache that may drop some searches its list at each use, a twentieth of a screen's time.
    app.jinja_options = {**app.jinja_options, "cache_size": -1}
    if folder := app.config.get("KEPT_IN"):
        app.jinja_options["bytecode_cache"] = KeptTemplates(
            folder / "templates", Path(app.root_path, app.template_folder or "")
        )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(day=day_text, clock=time_text, moment=moment_text)
    app.jinja_env.globals.update(request_id=request_id.get, remembered=remembered)
    assets.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    pipeline.init_app(app)
    app.url_rule_class = Route
    for module in load_modules(__name__):
        for value in vars(module).values():
            if isinstance(value, Blueprint):
                app.register_blueprint(value)
