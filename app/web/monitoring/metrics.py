"""/metrics of this process for Prometheus, open to this machine or with the token."""

from __future__ import annotations

from collections.abc import Iterator
from hmac import compare_digest

from flask import Flask, Response, current_app, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from app import metrics, settings
from app.backups.files import latest_copy
from app.backups.starting import database_file
from app.live.screens import feed_of
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.tracing import is_from_here

blueprint = GuardedBlueprint("metrics", __name__, Who.ANYBODY)

#: Headers that a proxy adds to the requests it forwards.
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


class Now:
    """The metrics read on request: open streams, and the time of the last backup."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def collect(self) -> Iterator[Metric]:
        """Yield the current values."""
        yield GaugeMetricFamily("upcard_streams", "Screens that hold a stream open.", feed_of(self._app).count())
        database = database_file(self._app.config["SQLALCHEMY_DATABASE_URI"])
        latest = latest_copy(database) if database is not None else None
        if latest is not None:
            name, words = "upcard_last_backup_timestamp_seconds", "When the last copy of the database was made."
            yield GaugeMetricFamily(name, words, latest.made.timestamp())


@blueprint.get("/metrics")
def page() -> Response:
    """Send the metrics as text."""
    if not _may_read():
        return Response("For this machine, or with the token in UPCARD_METRICS_TOKEN.\n", 403, mimetype="text/plain")
    now = CollectorRegistry()
    now.register(Now(current_app))
    return Response(generate_latest(metrics.REGISTRY) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)


def _may_read() -> bool:
    """Return whether the client has the token, or is on this machine and not behind a proxy on it."""
    token = settings.current().metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and compare_digest(given.encode(), token.encode()):
        return True
    return is_from_here(request.environ) and not any(name in request.headers for name in _FORWARDED)
