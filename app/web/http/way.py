"""The way of a request: what wraps the app, what goes before a view, and what is done to its response.

Everything is listed here in the order in which it is done; no screen adds a hook of its own.
"""

from __future__ import annotations

from flask import Flask, Response

from app.web.http import addresses, assets, cookies, errors, gate, guesses, rights, security, tracing

#: Before a view: the first of these to return a response ends the way, and no view is called.
BEFORE = (
    gate.allow_large_file,
    security.check_csrf_token,
    security.keep_session,
    errors.note_database,
    errors.look_at_schema,
    security.refuse_other_names,
    addresses.lead_to_https,
    rights.renew_old_session,
    guesses.refuse_guesser,
    gate.turn_away_others,
)

#: After it, or after whatever has answered in its place, error pages too.
AFTER = (
    gate.keep_given_token,
    guesses.count_wrong,
    rights.remember_opened,
    security.add_headers,
    assets.cache_versioned,
    assets.compress,
    tracing.measure,
)


def init_app(app: Flask) -> None:
    """Send every request this way."""
    traced = tracing.with_id(app.wsgi_app)
    app.wsgi_app = cookies.with_names_of_https(security.with_readable_address(traced))  # type: ignore[assignment]
    app.before_request(_before_view)
    app.after_request(_after_view)


def _before_view() -> Response | None:
    return next((response for step in BEFORE if (response := step()) is not None), None)


def _after_view(response: Response) -> Response:
    for step in AFTER:
        response = step(response)
    return response
