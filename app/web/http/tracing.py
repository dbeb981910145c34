"""Trace requests: an id in the log, the response and error pages; time and status in the metrics."""

from __future__ import annotations

import logging
import random
import re
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Response, request

from app import metrics
from app.logs import request_id
from app.settings import CLEAR_CHARACTERS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: The key in a request's environment for its time of arrival, from ``time.perf_counter``.
STARTED_AT = "upcard.begun"

#: The key for whether a trusted proxy has forwarded the request.
FROM_PROXY = "upcard.from_proxy"

HEADER = "X-Request-Id"

_METHODS = frozenset({"GET", "HEAD", "POST"})
_GIVEN_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_log = logging.getLogger(__name__)


def with_id(inner: WSGIApplication) -> WSGIApplication:
    """Give each request an id: the one set by a trusted proxy, or else a new one."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ.setdefault(STARTED_AT, time.perf_counter())
        given = str(environ.get("HTTP_X_REQUEST_ID", ""))
        known = environ.get(FROM_PROXY) and _GIVEN_ID.fullmatch(given)
        token = request_id.set(given if known else "".join(random.choices(CLEAR_CHARACTERS, k=8)))
        try:
            return inner(environ, start_response)
        finally:
            request_id.reset(token)

    return answer


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
