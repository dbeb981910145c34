"""Upcard: a dealer's assistant for home poker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app import settings

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the web application; ``config`` overrides the environment and the data directory.

    Flask and everything built on it are imported here, so that commands about cards start fast.
    """
    from flask import Flask

    from app import web
    from app.live import screens
    from app.logs import RedactKeys
    from app.night import db

    app = Flask(
        __name__,
        template_folder=str(settings.ROOT / "templates"),
        static_folder=str(settings.ROOT / "static"),
        instance_path=str(settings.data_path()),
    )
    app.config.from_mapping(config or {})
    app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or settings.secret_key()
    app.config.setdefault("SQLALCHEMY_DATABASE_URI", settings.database_url())
    app.logger.addFilter(RedactKeys())
    db.init(app)
    screens.init_app(app)
    web.init_app(app)
    return app
