"""Responses: rendered pages, files, redirects, streams, and pages pushed with each change of a night."""

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
from app.web.http.cookies import note_reader
from app.web.http.security import READ_SESSION


def render(template: str, status: int = 200, /, **variables: Any) -> Response:
    """Render a template with these variables."""
    return make_response(render_template(template, **variables), status)


def render_page(template: str, page: object, status: int = 200) -> Response:
    """Render a template; its variables are the fields, attributes and properties of the page object."""
    return render(template, status, **{name: getattr(page, name) for name in dir(page) if not name.startswith("_")})


#: The parts of a stream's request that drawing its page needs: the server's address, the session and the languages.
_KEPT = (
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_COOKIE", "HTTP_HOST", "QUERY_STRING"),
    *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "wsgi.url_scheme"),
)


#: The pages drawn at every change of their night: each is made from a link's key and a device's token.
DRAWN_PAGES: dict[str, Callable[[str, str], Draw]] = {}


def drawing(key: str, token: str) -> Draw | None:
    """Return the function that draws the page for the requested stream; None if it wants the version alone."""
    make = DRAWN_PAGES.get(request.args.get("draw", ""))
    if make is None:
        return None
    app = app_ctx.app
    draw_parts = make(key, token)
    # The smallest WSGI environment in which a page makes the same addresses as its stream's request.
    kept_fields = {name: request.environ[name] for name in _KEPT if name in request.environ}
    environ = kept_fields | {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SCRIPT_NAME": "", "wsgi.input": BytesIO()}
    # The session read from the cookie, and the form token signed for it, are reused each time.
    kept: tuple[SessionMixin | None, str] = (None, "")

    def draw(screen: Screen) -> str:
        nonlocal kept
        read, token = kept
        with app.request_context(environ | {READ_SESSION: read}) as context:
            if token:
                g.csrf_token = token
            note_reader()
            parts = draw_parts(screen)
            # A stream cannot set a cookie, so forms with the token of a session begun here would be refused.
            if context.session.modified:
                return ""
            kept = context.session, g.get("csrf_token", "")
            return parts

    return draw


def event_stream(night: int, subscription: Subscription, version: str) -> Response:
    """Return the stream of a night's versions, starting with this one, and with the page if the browser shows another.

    A browser that reconnects by itself sends the last version it has heard in a header; a page sends its own as ``at``.
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
    """Return a download made of parts. They are collected on disk before the first is sent."""
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
    """Redirect the browser. htmx needs its own header: it would swap the target of a plain redirect into the page."""
    if "HX-Request" not in request.headers:
        return redirect(address, 303)
    response = make_response("", 200)
    response.headers["HX-Redirect"] = address
    return response


def back_to(endpoint: str, message: str = "", **values: Any) -> AnyResponse:
    """Redirect to a page after a form, with a message about what was done."""
    if message:
        flash(message, "done")
    return redirect(url_for(endpoint, **values), 303)


def back_to_sender(pages: Iterable[str], otherwise: str, **values: Any) -> AnyResponse:
    """Redirect to the page that held the form, as it was shown, if its address begins like one of these."""
    addresses = tuple(url_for(page, _external=True, **values) for page in pages)
    sender = request.referrer or ""
    return redirect(sender, 303) if sender.startswith(addresses) else back_to(otherwise, **values)


class Page:
    """A page object: its attributes are the variables of its template.

    Refused forms are passed by name, as they were entered, and replace the fresh ones.
    """

    def __init__(self, **entered: object) -> None:
        for name, value in entered.items():
            setattr(self, name, value)


def take_messages(category: str) -> str:
    """Return the messages of a category as one text, each once, and forget them.

    A page that refreshes by itself gets none: they are for the page that sent the form.
    """
    if "X-By-Itself" in request.headers:
        return ""
    return ". ".join(dict.fromkeys(map(str, get_flashed_messages(category_filter=[category]))))
