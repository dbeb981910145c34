"""Form tokens that last the evening, and headers that keep other sites' scripts out."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Flask, Response, request, session
from flask_wtf.csrf import CSRFProtect

from app.web.http.assets import FILES
from app.web.http.sessions import Sessions

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: No form of ours comes near this size; a larger body is refused before it is read.
MAX_BODY = 256 * 1024

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'; img-src 'self' data:"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

#: Nobody comes back to these with a form: they keep no session.
_WITHOUT_SESSION = (*FILES, "live.stream", "health.page", "metrics.page")

_csrf = CSRFProtect()


def init_app(app: Flask) -> None:
    """Protect every form with a token and every response with headers."""
    app.session_interface = Sessions()
    app.config["WTF_CSRF_TIME_LIMIT"] = None
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=30)
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    app.config["SESSION_COOKIE_NAME"] = "upcard"
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY  # Flask has an entry for each of these, so setdefault would do nothing
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.config["MAX_FORM_PARTS"] = 1000
    _csrf.init_app(app)
    app.wsgi_app = _with_readable_address(app.wsgi_app)  # type: ignore[assignment]
    app.before_request(_keep_session)
    app.after_request(_add_headers)


def _with_readable_address(inner: WSGIApplication) -> WSGIApplication:
    """Drop a Host header that is no host's name, on which Flask fails, and zero bytes, on which PostgreSQL does."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            environ.get("HTTP_HOST", "").lower().encode("idna")
        except UnicodeError:
            environ["HTTP_HOST"] = ""
        environ["PATH_INFO"] = environ.get("PATH_INFO", "").replace("\0", "?")
        return inner(environ, start_response)

    return answer


def _keep_session() -> None:
    """Let the session outlive the browser window, so that a form token from the afternoon is still good at midnight.

    The cookie is renewed with whole pages only: a response with a fresh cookie is never cached, and a stream or a tap
    that was under way must not bring back an older session.
    """
    if request.endpoint not in _WITHOUT_SESSION and "HX-Request" not in request.headers:
        session.permanent = True


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint not in FILES:
        response.headers.setdefault("Cache-Control", "no-store")
    return response
