"""Log formats, for people or for programs.

Keys and codes are redacted, so that a reader of the log cannot become a player. Every line about a request has its id.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime

from app import settings

#: The id of the current request; empty outside requests.
request_id: ContextVar[str] = ContextVar("request_id", default="")

#: A key or a code in an address, after the prefix of its kind.
_KEYED = re.compile(r"(/(?:n|p|h|tv|live|host|example|j/asked|j)/)(?!asked/)[^/\s?\"'\]]+")

#: A line end or another control character, with which a path could forge lines of the log.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def redact_keys(text: str) -> str:
    """Return a text with all keys and codes in addresses redacted."""
    return _KEYED.sub(r"\1…", text)


def print_line(line: str) -> None:
    """Print a line on the server's terminal, if it still has one."""
    with suppress(OSError, ValueError):
        print(line, flush=True)


class RedactKeys(logging.Filter):
    """A filter that redacts keys and codes in messages and in tracebacks."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the record, and keep it."""
        record.msg, record.args = redact_keys(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = redact_keys(logging.Formatter().formatException(record.exc_info))
        return True


class Plain(logging.Formatter):
    """Lines for people: ``2026-11-22 21:03:12 ERROR The disk is full [request k7md3xwp]``."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, the name is logging's
        """Return the line, with the id of the request at its end."""
        line, request = _CONTROL.sub(lambda sign: repr(sign[0])[1:-1], super().formatMessage(record)), request_id.get()
        return f"{line} [request {request}]" if request else line


class Json(logging.Formatter):
    """JSON lines: time, level, logger, message, request, error, and the record's own fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := request_id.get():
            line["request"] = request
        if record.exc_info:
            line["error"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line | getattr(record, "fields", {}), ensure_ascii=False)


def configure(handler: logging.Handler) -> logging.Handler:
    """Set a handler to the format of ``UPCARD_LOG``, with keys redacted."""
    handler.setFormatter(Json() if settings.current().log == "json" else Plain())
    handler.addFilter(RedactKeys())
    return handler


def set_up() -> None:
    """Start logging to stderr, from ``UPCARD_LOG_LEVEL`` up."""
    logging.basicConfig(handlers=[configure(logging.StreamHandler(sys.stderr))])
    logging.captureWarnings(True)
    logging.getLogger("app").setLevel(settings.current().log_level.upper())
