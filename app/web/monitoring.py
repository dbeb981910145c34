"""/health and /metrics, for monitoring."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from hmac import compare_digest
from importlib.metadata import version
from threading import Lock

from flask import Flask, Response, current_app, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from sqlalchemy.exc import SQLAlchemyError

from app import settings
from app.address import is_loopback
from app.backups.files import latest_copy
from app.backups.starting import database_file
from app.backups.versions import check_schema
from app.dataclass import dataclass
from app.live.screens import feed_of
from app.metrics import REGISTRY
from app.night.db import db, try_to_write
from app.night.faults import FAULTS, Fault, GoneError, SchemaError, fault_of
from app.web.http.gate import GuardedBlueprint, Who

blueprint = GuardedBlueprint("monitoring", __name__, Who.ANYBODY)

#: How long a health check is reused, in seconds.
FRESH_SECONDS = 1.0
#: The least free disk space for a healthy server.
MIN_ROOM = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Health:
    """The result of a health check: the database's schema, or its fault. ``at``: None before the first check."""

    at: float | None
    schema: str = ""
    fault: Fault | None = None


UNKNOWN = Health(None)


class Watch:
    """The last health check. One thread checks at a time; the others use the last result."""

    def __init__(self) -> None:
        self._last = UNKNOWN
        self._lock = Lock()

    def now(self) -> Health:
        """Return a recent result. Threads wait for a check only if there has been none."""
        if not self._is_fresh() and self._lock.acquire(blocking=self._last.at is None):
            try:
                if not self._is_fresh():
                    before, self._last = self._last.fault, _check()
                    _log_change(before, self._last.fault)
            finally:
                self._lock.release()
        return self._last

    def _is_fresh(self) -> bool:
        return self._last.at is not None and time.monotonic() - self._last.at < FRESH_SECONDS


@blueprint.get("/health")
def health() -> Response:
    """Respond with 200 if taps can be stored, else with 503 and the fault, for load balancers and watchdogs."""
    watch: Watch = current_app.extensions.setdefault("upcard-health", Watch())
    last = watch.now()
    report = {"status": "ok", "version": version("upcard"), "schema": last.schema}
    if last.fault is None:
        return jsonify(report)
    response = jsonify(report | {"status": "fault", "fault": last.fault.kind, "title": last.fault.title})
    response.status_code = 503
    if last.fault.retry is not None:
        response.headers["Retry-After"] = str(last.fault.retry)
    return response


def _log_change(before: Fault | None, now: Fault | None) -> None:
    if now is not None and now is not before:
        current_app.logger.warning("Not healthy: %s. %s", now.title, now.happened)
    elif now is None and before is not None:
        current_app.logger.warning("Healthy again, after: %s.", before.title)


def _check() -> Health:
    """Check that the database answers and is writable, without writing anything."""
    try:
        check_schema()
        schema = try_to_write()
        path = database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])
        full = path is not None and shutil.disk_usage(path.parent).free < MIN_ROOM
        return Health(time.monotonic(), schema, FAULTS["full"] if full else None)
    except (SQLAlchemyError, GoneError, SchemaError, OSError) as error:
        return Health(time.monotonic(), fault=fault_of(error) or FAULTS["disk"])
    finally:
        db.session.remove()


#: Headers that a proxy adds to the requests it forwards.
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


class LiveMetrics:
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
def metrics() -> Response:
    """Send the metrics of this process for Prometheus."""
    if not _may_read():
        return Response("For this machine, or with the token in UPCARD_METRICS_TOKEN.\n", 403, mimetype="text/plain")
    now = CollectorRegistry()
    now.register(LiveMetrics(current_app))
    return Response(generate_latest(REGISTRY) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)


def _may_read() -> bool:
    """Return whether the client has the token, or is on this machine and not behind a proxy."""
    token = settings.current().metrics_token
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and compare_digest(given.encode(), token.encode()):
        return True
    return is_loopback(request.remote_addr or "") and not any(name in request.headers for name in _FORWARDED)
