"""The request pipeline: wrappers around the app, steps before each view, and steps on each response.

All steps are listed here, in order; screens add no hooks of their own. Every request is traced: its id goes into the
log, the response and error pages, its time and status into the metrics.
"""

from __future__ import annotations

import logging
import random
import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, request

from app import metrics
from app.backups.versions import check_schema
from app.locales import set_reader
from app.logs import request_id
from app.night.caches import database_facts
from app.settings import CLEAR_CHARACTERS
from app.web.http import assets, browser, gate, guesses, security

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: The key in a request's environment for its time of arrival, from ``time.perf_counter``.
STARTED_AT = "upcard.begun"

#: The key for whether a trusted proxy has forwarded the request.
FROM_PROXY = "upcard.from_proxy"

HEADER = "X-Request-Id"
#: Set once the schema has been found up to date; /health and /metrics do not check it.
_SCHEMA_CHECKED = "upcard-schema"

_METHODS = frozenset({"GET", "HEAD", "POST"})
_GIVEN_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_log = logging.getLogger(__name__)


def with_id(inner: WSGIApplication) -> WSGIApplication:
    """Give each request an id: the one set by a trusted proxy, or else a new one."""

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ.setdefault(STARTED_AT, time.perf_counter())
        given = str(environ.get("HTTP_X_REQUEST_ID", ""))
        known = environ.get(FROM_PROXY) and _GIVEN_ID.fullmatch(given)
        token = request_id.set(given if known else "".join(random.choices(CLEAR_CHARACTERS, k=8)))
        try:
            return inner(environ, start_response)
        finally:
            request_id.reset(token)

    return respond


def measure(response: Response) -> Response:
    """Count and time the request by route, never by address, which may contain a key."""
    response.headers[HEADER] = request_id.get()
    method = request.method if request.method in _METHODS else "other"
    route = request.url_rule.rule if request.url_rule else "none"
    seconds = time.perf_counter() - request.environ[STARTED_AT]
    metrics.requests.labels(method, route, str(response.status_code)).inc()
    if response.status_code == 500:
        metrics.server_errors.inc()
    metrics.request_seconds.labels(route).observe(seconds)
    if _log.isEnabledFor(logging.INFO):
        fields = {"method": method, "route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        _log.info("%s %s %d, %.1f ms", *fields.values(), extra={"fields": fields})
    return response


def remember_database() -> None:
    """Remember the database of this request; :mod:`app.web.http.errors` notices if a restore replaces it."""
    g.database = database_facts()


def check_schema_once() -> None:
    """Check once that the schema is up to date, since not every way to serve upgrades it first."""
    checked = _SCHEMA_CHECKED in current_app.extensions
    if not checked and request.endpoint not in assets.FILES and request.blueprint != "monitoring":
        check_schema()
        current_app.extensions[_SCHEMA_CHECKED] = True


#: Steps before a view. The first response that a step returns is sent, and no view is called.
BEFORE = (
    browser.use_reader_locale,
    gate.allow_large_file,
    security.check_csrf_token,
    security.extend_session,
    remember_database,
    check_schema_once,
    security.check_host_name,
    security.redirect_to_https,
    browser.migrate_session,
    guesses.limit_guesses,
    gate.check_access,
)

#: Steps on each response, including error pages and responses of the steps before a view.
AFTER = (
    browser.set_device_cookie,
    guesses.count_wrong_guess,
    browser.remember_opened_night,
    security.add_headers,
    assets.cache_versioned,
    assets.compress,
    measure,
)


def init_app(app: Flask) -> None:
    """Wrap the app and add the hooks that run these steps."""
    app.wsgi_app = security.with_valid_environ(with_id(app.wsgi_app))  # type: ignore[assignment]
    app.before_request(_before_view)
    app.after_request(_after_view)
    app.teardown_request(lambda _error: set_reader(""))


def _before_view() -> Response | None:
    return next((response for step in BEFORE if (response := step()) is not None), None)


def _after_view(response: Response) -> Response:
    for step in AFTER:
        response = step(response)
    return response
