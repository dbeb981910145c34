"""The request pipeline: wrappers around the app, steps before each view, and steps on each response.

All steps are listed here, in order; screens add no hooks of their own.
"""

from __future__ import annotations

from flask import Flask, Response

from app.locales import set_reader
from app.web.http import addresses, assets, cookies, errors, gate, guesses, rights, security, tracing

#: Steps before a view. The first response that a step returns is sent, and no view is called.
BEFORE = (
    cookies.use_reader_locale,
    gate.allow_large_file,
    security.check_csrf_token,
    security.extend_session,
    errors.remember_database,
    errors.check_schema_once,
    security.check_host_name,
    addresses.redirect_to_https,
    rights.migrate_session,
    guesses.limit_guesses,
    gate.check_access,
)

#: Steps on each response, including error pages and responses of the steps before a view.
AFTER = (
    cookies.set_device_cookie,
    guesses.count_wrong_guess,
    rights.remember_opened_night,
    security.add_headers,
    assets.cache_versioned,
    assets.compress,
    tracing.measure,
)


def init_app(app: Flask) -> None:
    """Wrap the app and add the hooks that run these steps."""
    app.wsgi_app = security.with_valid_environ(tracing.with_id(app.wsgi_app))  # type: ignore[assignment]
    app.before_request(_before_view)
    app.after_request(_after_view)
    app.teardown_request(lambda _error: set_reader(""))


def _before_view() -> Response | None:
    return next((response for step in BEFORE if (response := step()) is not None), None)


def _after_view(response: Response) -> Response:
    for step in AFTER:
        response = step(response)
    return response
