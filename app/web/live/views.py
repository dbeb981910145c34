"""Live screens: a stream of events that says at which number a night is; the page then fetches what it shows.

Whoever cannot hold a stream open asks now and then, at the same address with ``?now``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, request
from werkzeug.local import LocalProxy

from app.live.feed import FullError, Listener
from app.live.screens import feed, postgres_listener
from app.night import night_id_of_link, night_version

blueprint = Blueprint("live", __name__, url_prefix="/live")

#: A stream says something at least this often: a page that hears nothing knows that it has been cut off, and the
#: server that nobody is there any more.
BEAT_SECONDS = 15
RETRY_MILLISECONDS = 2000


@blueprint.get("/<key>")
def stream(key: str) -> Response:
    """The numbers of the night that this address belongs to, from now on; 503 where no more can listen."""
    night_id = night_id_of_link(key)
    if night_id is None:
        abort(404)
    if "now" in request.args:
        return Response(night_version(night_id), mimetype="text/plain")
    postgres_listener().start()
    held = ExitStack()
    try:
        listener = held.enter_context(feed().listening(night_id))
    except FullError:
        return Response("Too many screens are looking on", 503, mimetype="text/plain")
    app = cast(LocalProxy[Flask], current_app)._get_current_object()
    events = _events(app, key, night_id, night_version(night_id), listener)
    response = Response(events, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(held.close)
    return response


def _events(app: Flask, key: str, night_id: int, number: str, listener: Listener) -> Iterator[str]:
    """A number as soon as it is there, and again as a sign of life, until the address ends.

    A stream may stay for hours: it holds no connection to the database but while it looks there.
    """
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    while True:
        yield f"data: {number}\n\n"
        table = number.partition(".")[0]
        number = listener.wait(BEAT_SECONDS) or _read(app, night_id)
        # Something about the table has changed: it may have been this very address.
        if number.partition(".")[0] != table and not _leads(app, key, night_id):
            yield "event: gone\ndata: gone\n\n"
            return


def _read(app: Flask, night_id: int) -> str:
    with app.app_context():
        return night_version(night_id)


def _leads(app: Flask, key: str, night_id: int) -> bool:
    with app.app_context():
        return night_id_of_link(key) == night_id
