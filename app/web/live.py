"""The event stream of a night: its versions and, with ``?draw``, the changing parts of a page.

A page that cannot keep a stream open polls the same address with ``?now``. A page that is drawn here is never left, so
if the server has been upgraded since it was loaded, it is told to load again, with new scripts and styles.
"""

from __future__ import annotations

from flask import Response, abort, request

from app.address import is_loopback
from app.live.feed import Subscription, ended_event
from app.night.links import night_id_of_link, night_to_follow
from app.night.screens import night_version
from app.web.http.assets import files_version
from app.web.http.browser import device_token
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import drawing, event_stream

blueprint = GuardedBlueprint("live", __name__, Who.LINK, url_prefix="/live")


@blueprint.get("/<key>")
def stream(key: str) -> Response:
    """Stream the versions of the night of this link, beginning with the current one."""
    client = request.remote_addr or ""
    limited = "" if is_loopback(client) else client
    subscription = Subscription(key, device_token(), drawing(key, device_token()), limited)
    night = night_to_follow(subscription.key, subscription.token)
    if night is None:
        abort(404 if night_id_of_link(key) is None else 403)
    version = night_version(night)
    if "now" in request.args:
        return Response(version, mimetype="text/plain")
    if (files := request.args.get("files")) and files != files_version():
        return Response(ended_event("new"), mimetype="text/event-stream")
    return event_stream(night, subscription, version)
