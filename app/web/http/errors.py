"""Error pages: a sentence on what went wrong, and a way back. Programs get JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from flask import Flask, Response, current_app, g, jsonify, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError, NoResultFound, SQLAlchemyError
from sqlalchemy.orm.exc import ObjectDeletedError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.wrappers import Response as AnyResponse

from app import metrics
from app.dataclass import dataclass
from app.night.caches import database_facts
from app.night.db import db
from app.night.faults import FAULTS, GoneError, SchemaError, fault_of
from app.night.links import night_by_watch_key
from app.night.log.loading import NoHandError
from app.night.nights import night_by_key
from app.night.people.seats import seat_by_key
from app.web.http.browser import is_api_request

WORDS: dict[int, tuple[str, str]] = {
    400: ("That could not be read", "The form was not complete. Go back and try again."),
    404: ("Nothing here", "There is no page at this address. It may have been mistyped."),
    405: ("Nothing to open here", "This address only takes forms. Go back to the table."),
    413: ("Too much at once", "What was sent is larger than anything Upcard accepts."),
    500: ("Something broke", "This is a bug in Upcard, not your mistake. Everything entered before is safely stored."),
}
OTHER = ("That did not work", "Go back and try again.")
STALE = (
    "This page is out of date",
    "The browser has forgotten its session, so nothing was entered. Go back, reload the page, and tap again. If that "
    "does not help, let the browser keep cookies for this address.",
)
MOVED_ON = "Someone else entered something first. Ask for the table again."
RESTORED = (
    "A copy has just been restored",
    "What you changed may be gone, and not all of it was entered. Go back, look at what is there now, and try again.",
)
ENDED = (
    "This link no longer works",
    'It has been renewed, or it was mistyped. The dealer has the new one, under "Television and phones".',
)
NO_TABLE = (
    "This code does not open a table",
    "It has been renewed, or it was mistyped. The television shows the right one between hands.",
)
ENDED_DEALER = (
    "This address no longer works",
    'It has been renewed, or it was mistyped. The new one is on the dealer\'s tablet, under "Television and phones". '
    "Nothing is lost.",
)


@dataclass(frozen=True, slots=True)
class _LinkKind:
    """A kind of link to a night: the function that looks its key up, its page, and the message once it is renewed."""

    find: Callable[[str], object]
    endpoint: str
    ended: tuple[str, str]


#: The kinds of link, by the first part of their paths; the key is the second.
_LINKS = {
    "n": _LinkKind(night_by_key, "dealer.table", ENDED_DEALER),
    "tv": _LinkKind(night_by_watch_key, "television.page", ENDED),
    "p": _LinkKind(seat_by_key, "phone.page", ENDED),
}
#: A row is not there. PostgreSQL raises an error for a value out of range for its column; SQLite finds no row.
_NO_ROW = (NoResultFound, ObjectDeletedError, DataError)
#: The first part of the path that people type, as the television shows it, to request a seat.
_JOIN_PREFIX = "j"


def init_app(app: Flask) -> None:
    """Register a handler for every kind of error."""
    for kind in FAULTS:  # start at 0, so that the first fault shows as an increase
        metrics.database_faults.labels(kind)
    app.register_error_handler(CSRFError, lambda _error: _page(400, *STALE))
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(500, lambda _error: _page(500, *WORDS[500]))
    app.register_error_handler(NoHandError, _hand_is_gone)
    for failure in (SQLAlchemyError, GoneError, SchemaError):
        app.register_error_handler(failure, _database_fails)


def _http_error(error: HTTPException) -> Any:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    if error.code == 405 and request.method == "GET":
        link, key = _link_of_request()
        if link and not link.find(key):
            return _page(404, *WORDS[404])  # so that it counts as a wrong guess
        if form := _page_of_form():
            return redirect(form, 303)
    title, text = WORDS.get(error.code, OTHER)
    if isinstance(error, MethodNotAllowed) and is_api_request():
        text = f"This address takes only {' and '.join({'GET', 'POST'} & {*(error.valid_methods or ())})}."
    response = _page(error.code, title, text)
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _page_of_form() -> str:
    """Return the page with the form that posts to the requested address; empty if there is none.

    A refused form is shown at the address that it posts to, which a browser may later open or restore with GET.
    """
    link, key = _link_of_request()
    adapter = current_app.create_url_adapter(request)
    if is_api_request() or "HX-Request" in request.headers or adapter is None:
        return ""
    try:
        endpoint, values = adapter.match(method="POST")
    except HTTPException:
        return ""
    page = f"{endpoint.partition('.')[0]}.page"
    if page not in current_app.view_functions:
        return url_for(link.endpoint, key=key) if link is not None else ""
    needed = {name for rule in current_app.url_map.iter_rules(page) for name in rule.arguments}
    return url_for(page, **{name: values[name] for name in needed}) if needed <= values.keys() else ""


def _database_fails(error: Exception) -> Response:
    """Show why nothing can be stored and what to do, on a page that retries. Re-raise an error that is a bug.

    Answer 404 if a row has just been removed.
    """
    fault = fault_of(error)
    if fault is None:
        restored = g.get("database") is not database_facts()
        if not restored and not isinstance(error, _NO_ROW):
            raise error
        db.session.rollback()
        return _page(409, *RESTORED) if restored else _page(404, *WORDS[404])
    metrics.database_faults.labels(fault.kind).inc()
    with suppress(SQLAlchemyError, GoneError):
        db.session.remove()
    current_app.logger.error("%s: %s", fault.title, error)
    link, key = _link_of_request()
    back = url_for(link.endpoint, key=key) if link and key else url_for("home.page")
    sent = request.method not in ("GET", "HEAD")
    if is_api_request():
        response = refused(503, fault.kind, f"{fault.title}. {fault.do}")
    else:
        response = make_response(render_template("fault.html", fault=fault, sent=sent, again=back if sent else ""), 503)
    if fault.retry is not None:
        response.headers["Retry-After"] = str(fault.retry)
    response.headers["Cache-Control"] = "no-store"
    return response


def _hand_is_gone(_error: NoHandError) -> AnyResponse:
    """Show the night as it is now, after another screen has undone the call of this hand."""
    if is_api_request():
        return refused(409, "stale", MOVED_ON)
    if "HX-Request" in request.headers:
        response = make_response("", 200)
        response.headers["HX-Refresh"] = "true"
        return response
    if request.method == "GET":
        return redirect(request.url, 303)
    link, key = _link_of_request()
    return redirect(url_for(link.endpoint, key=key) if link else url_for("home.page"), 303)


def _page(status: int, title: str, text: str) -> Response:
    """Return an error page. On a television's or phone's link it leads back there only."""
    link, key = _link_of_request()
    back = ""
    if status == 404 and request.path.startswith(f"/{_JOIN_PREFIX}/"):
        return error_page(status, *NO_TABLE, back, start=False)
    if link and key:
        if status != 404 or link.find(key):
            back = url_for(link.endpoint, key=key)
        else:
            title, text = link.ended
    return error_page(status, title, text, back, start=not (link is not None and link.ended is ENDED))


def error_page(status: int, title: str, text: str, back: str = "", *, start: bool = True) -> Response:
    """Return a page that says what went wrong, with links ``back`` to the table and to the start page."""
    if is_api_request():
        return refused(status, HTTP_STATUS_CODES[status].lower(), text)
    page = render_template("error.html", title=title, text=text, back=back, start=start, fault=status >= 500)
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def refused(status: int, error: str, reason: str, headers: Mapping[str, str] = {}, **more: object) -> Response:
    """Return a refusal for a program: ``error`` is a keyword, ``reason`` a sentence for people."""
    return make_response(jsonify(error=error, reason=reason, **more), status, headers)


def _link_of_request() -> tuple[_LinkKind | None, str]:
    """Return the kind of link in the request's path, if any, and its key."""
    kind, _, rest = request.path.removeprefix("/").partition("/")
    return _LINKS.get(kind), rest.partition("/")[0]
