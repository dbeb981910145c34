"""/health: whether taps can be stored, for load balancers and watchdogs. Checked at most once a second."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from importlib.metadata import version
from threading import Lock

from flask import Response, current_app, jsonify
from sqlalchemy.exc import SQLAlchemyError

from app.backups.starting import database_file
from app.backups.versions import check_schema
from app.night.db import db, try_to_write
from app.night.faults import FAULTS, Fault, GoneError, SchemaError, fault_of
from app.web.http.gate import GuardedBlueprint, Who

blueprint = GuardedBlueprint("health", __name__, Who.ANYBODY)

#: How long a check of the database is reused.
FRESH_SECONDS = 1.0
#: The least free disk space with which a night can go on.
LEAST_ROOM = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Health:
    """The result of a check: the database's schema, or its fault. ``at`` is None before the first check."""

    at: float | None
    schema: str = ""
    fault: Fault | None = None


UNKNOWN = Health(None)


class Watch:
    """The last check of the database. One thread checks at a time; the others use the last result."""

    def __init__(self) -> None:
        self._last = UNKNOWN
        self._looking = Lock()

    def now(self) -> Health:
        """Return a recent result. Threads wait for a check only if there has been none."""
        if not self._is_fresh() and self._looking.acquire(blocking=self._last.at is None):
            try:
                if not self._is_fresh():
                    before, self._last = self._last.fault, _look()
                    _tell(before, self._last.fault)
            finally:
                self._looking.release()
        return self._last

    def _is_fresh(self) -> bool:
        return self._last.at is not None and time.monotonic() - self._last.at < FRESH_SECONDS


@blueprint.get("/health")
def page() -> Response:
    """Answer 200 if taps can be stored, else 503 with what is wrong."""
    watch: Watch = current_app.extensions.setdefault("upcard-health", Watch())
    health = watch.now()
    answer = {
        "status": "ok" if health.fault is None else "fault",
        "version": version("upcard"),
        "schema": health.schema,
    }
    if health.fault is None:
        return jsonify(answer)
    response = jsonify({**answer, "fault": health.fault.kind, "title": health.fault.title})
    response.status_code = 503
    if health.fault.retry is not None:
        response.headers["Retry-After"] = str(health.fault.retry)
    return response


def _tell(before: Fault | None, now: Fault | None) -> None:
    """Log a fault once, and once that it is over."""
    if now is not None and now is not before:
        current_app.logger.warning("Not healthy: %s. %s", now.title, now.happened)
    elif now is None and before is not None:
        current_app.logger.warning("Healthy again, after: %s.", before.title)


def _look() -> Health:
    """Check that the database answers and is writable, without writing anything."""
    try:
        check_schema()
        schema = try_to_write()
        path = database_file(current_app.config["SQLALCHEMY_DATABASE_URI"])
        full = path is not None and shutil.disk_usage(path.parent).free < LEAST_ROOM
        return Health(time.monotonic(), schema, FAULTS["full"] if full else None)
    except (SQLAlchemyError, GoneError, SchemaError, OSError) as error:
        return Health(time.monotonic(), fault=fault_of(error) or FAULTS["disk"])
    finally:
        db.session.remove()
