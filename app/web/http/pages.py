"""Responses: rendered pages, files, redirects, event streams, and pages pushed with each change of a night."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from tempfile import TemporaryFile
from typing import Any

from flask import (
    Response,
    flash,
    g,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask.globals import app_ctx
from flask.sessions import SessionMixin
from werkzeug.wrappers import Response as AnyResponse

from app.live.feed import Draw, Stream, Subscription
from app.live.screens import feed, opening
from app.night.screens import Screen
from app.web.http.cookies import use_reader_locale
from app.web.http.security import READ_SESSION


def render(template: str, status: int = 200, /, **variables: Any) -> Response:
    """Render a template with these variables."""
    return make_response(render_template(template, **variables), status)


def render_page(template: str, page: object, status: int = 200) -> Response:
    """Render a template with the attributes of the page object as its variables."""
    return render(template, status, **{name: getattr(page, name) for name in dir(page) if not name.startswith("_")})


#: The parts of a stream's environment that its page needs: the server's address, the session and the languages.
_ENVIRON_OF_PAGE = (
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_COOKIE", "HTTP_HOST", "QUERY_STRING"),
    *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "wsgi.url_scheme"),
)


#: The pages that streams push: each name maps to a factory that takes a link's key and a device's token.
DRAWN_PAGES: dict[str, Callable[[str, str], Draw]] = {}


def drawing(key: str, token: str) -> Draw | None:
    """Return the function that draws the page for the requested stream; None if the stream is of versions alone."""
    make = DRAWN_PAGES.get(request.args.get("draw", ""))
    if make is None:
        return None
    app = app_ctx.app
    draw_parts = make(key, token)
    # A minimal WSGI environment in which the page gets the same addresses as in the stream's request.
    copied = {name: request.environ[name] for name in _ENVIRON_OF_PAGE if name in request.environ}
    environ = copied | {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SCRIPT_NAME": "", "wsgi.input": BytesIO()}
    # The session read from the cookie, and the form token signed for it.
    reused: tuple[SessionMixin | None, str] = (None, "")

    def draw(screen: Screen) -> str:
        nonlocal reused
        read, token = reused
        with app.request_context(environ | {READ_SESSION: read}) as context:
            if token:
                g.csrf_token = token
            use_reader_locale()
            parts = draw_parts(screen)
            # A stream cannot set a cookie, so forms with the token of a new session would be refused.
            if context.session.modified:
                return ""
            reused = context.session, g.get("csrf_token", "")
            return parts

    return draw


def event_stream(night: int, subscription: Subscription, version: str) -> Response:
    """Return the stream of a night's versions from this one on, beginning with the page if the browser's is outdated.

    The browser's version is in a header if it reconnects on its own, and in the parameter ``at`` if a page connects.
    """
    shown = request.headers.get("Last-Event-ID") or request.args.get("at", "")
    events = Stream(feed(), night, subscription, *opening(night, subscription.draw, version, shown))
    response = Response(events, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def as_file(data: bytes | str, kind: str, name: str) -> Response:
    """Return a download."""
    response = make_response(data)
    response.headers["Content-Type"] = kind if kind == "application/zip" else f"{kind}; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def as_long_file(parts: Iterable[str], kind: str, name: str) -> Response:
    """Return a download made of parts, which are collected on disk before any is sent."""
    file = TemporaryFile()  # noqa: SIM115  closed once the response has been sent
    try:
        for part in parts:
            file.write(part.encode())
        file.seek(0)
    except BaseException:
        file.close()
        raise
    response = send_file(file, kind, as_attachment=True, download_name=name, etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


def redirect_to(address: str) -> AnyResponse:
    """Redirect the browser; htmx by its own header, since it would swap a plain redirect's target into the page."""
    if "HX-Request" not in request.headers:
        return redirect(address, 303)
    response = make_response("", 200)
    response.headers["HX-Redirect"] = address
    return response


def back_to(endpoint: str, message: str = "", **values: Any) -> AnyResponse:
    """Redirect to a page after a form, with a message on what was done."""
    if message:
        flash(message, "done")
    return redirect(url_for(endpoint, **values), 303)


def back_to_referrer(pages: Iterable[str], otherwise: str, **values: Any) -> AnyResponse:
    """Redirect to the page that contained the form, as it was shown, if that is one of ``pages``."""
    addresses = tuple(url_for(page, _external=True, **values) for page in pages)
    sender = request.referrer or ""
    return redirect(sender, 303) if sender.startswith(addresses) else back_to(otherwise, **values)


class Page:
    """A page object, whose attributes are the variables of its template.

    ``entered`` are the values of refused forms, by attribute.
    """

    def __init__(self, **entered: object) -> None:
        for name, value in entered.items():
            setattr(self, name, value)


def take_messages(category: str) -> str:
    """Return the flashed messages of a category as one text, and forget them.

    An automatic refresh gets none, since they are for the page that sent the form.
    """
    if "X-By-Itself" in request.headers:
        return ""
    return ". ".join(dict.fromkeys(map(str, get_flashed_messages(category_filter=[category]))))
