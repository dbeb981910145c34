"""Live screens: a stream of events that carries a night's version; the page then fetches what it shows.

A page that cannot hold a stream open asks now and then, at the same address with ``?now``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, request
from werkzeug.local import LocalProxy

from app.live.feed import FullError, Listener
from app.live.screens import feed, postgres_listener
from app.night import night_id_of_link, night_id_to_follow, night_version
from app.web.http.device import device_token

blueprint = Blueprint("live", __name__, url_prefix="/live")

#: A stream sends something at least this often. A page that hears nothing knows that it has been cut off, and the
#: server notices when nobody is there any more.
BEAT_SECONDS = 15
RETRY_MILLISECONDS = 2000
#: How soon a page comes back when its link leads to another night now: before it would say that it is cut off.
MOVING_MILLISECONDS = 100


@blueprint.get("/<key>")
def stream(key: str) -> Response:
    """Stream the versions of the night behind this link from now on; answer 503 where no more screens can listen."""
    token = device_token()
    night_id = night_id_to_follow(key, token)
    if night_id is None:
        abort(404 if night_id_of_link(key) is None else 403)
    if "now" in request.args:
        return Response(night_version(night_id), mimetype="text/plain")
    postgres_listener().start()
    held = ExitStack()
    try:
        listener = held.enter_context(feed().listening(night_id))
    except FullError:
        return Response("Too many screens are open", 503, mimetype="text/plain")
    app = cast(LocalProxy[Flask], current_app)._get_current_object()
    events = _events(app, key, token, night_id, night_version(night_id), listener)
    response = Response(events, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(held.close)
    return response


def _events(app: Flask, key: str, token: str, night_id: int, version: str, listener: Listener) -> Iterator[str]:
    """Yield each version as soon as there is one, and the same again as a sign of life, until the link ends.

    A stream may stay open for hours, so it holds a database connection only while it reads.
    """
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    while True:
        yield f"data: {version}\n\n"
        changes = version.partition(".")[0]
        news = listener.wait(BEAT_SECONDS)
        version = news or _read_version(app, night_id)
        # A beat without news, or a change of the table: it may have been this very link.
        if news is not None and version.partition(".")[0] == changes:
            continue
        now_at = _night_to_follow(app, key, token)
        if now_at is None:
            ended = "gone" if _is_gone(app, key) else "out"
            yield f"event: {ended}\ndata: {ended}\n\n"
            return
        if now_at != night_id:
            # A person's link has moved on to the next night: the page takes up the stream of that one at once.
            yield f"retry: {MOVING_MILLISECONDS}\ndata: {_read_version(app, now_at)}\n\n"
            return


def _read_version(app: Flask, night_id: int) -> str:
    with app.app_context():
        return night_version(night_id)


def _night_to_follow(app: Flask, key: str, token: str) -> int | None:
    """Return the night that a link leads this device to now, if it does."""
    with app.app_context():
        return night_id_to_follow(key, token)


def _is_gone(app: Flask, key: str) -> bool:
    """Return whether a link has been renewed, where otherwise only this device has lost it."""
    with app.app_context():
        return night_id_of_link(key) is None
