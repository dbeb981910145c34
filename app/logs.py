"""What is logged, in lines for people or for programs.

No line holds a key or a code: whoever reads a log must not become a player. Each line of a request holds its id.
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

#: The id of the request that this thread answers; empty outside of requests.
request_id: ContextVar[str] = ContextVar("request_id", default="")

#: The parts of addresses after which a key or a code stands.
_KEYED = re.compile(r"(/(?:n|p|h|tv|live|host|example|j/asked|j)/)(?!asked/)[^/\s?\"'\]]+")


def without_keys(text: str) -> str:
    """Return a text with every key and code in an address left out."""
    return _KEYED.sub(r"\1…", text)


def tell_terminal(line: str) -> None:
    """Say something to whoever started the server, if anybody still listens."""
    with suppress(OSError, ValueError):
        print(line, flush=True)


class WithoutKeys(logging.Filter):
    """Leaves keys and codes out of what is logged, of errors and where they come from too."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record, and let it pass."""
        record.msg, record.args = without_keys(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = without_keys(logging.Formatter().formatException(record.exc_info))
        return True


class Plain(logging.Formatter):
    """Writes lines for people: ``2026-11-22 21:03:12 ERROR The disk is full [request k7md3xwp]``."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, the name is logging's
        """Return the line, with the id of the request at its end."""
        line, of = super().formatMessage(record), request_id.get()
        return f"{line} [request {of}]" if of else line


class Json(logging.Formatter):
    """Writes one object of JSON a line: time, level, logger, message, request, error, and fields of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if of := request_id.get():
            line["request"] = of
        if record.exc_info:
            line["error"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line | getattr(record, "fields", {}), ensure_ascii=False)


def prepare(handler: logging.Handler) -> logging.Handler:
    """Let a handler write as ``UPCARD_LOG`` says, and no keys."""
    handler.setFormatter(Json() if settings.current().log == "json" else Plain())
    handler.addFilter(WithoutKeys())
    return handler


def begin() -> None:
    """Log to stderr from now on, from ``UPCARD_LOG_LEVEL`` upwards."""
    logging.basicConfig(handlers=[prepare(logging.StreamHandler(sys.stderr))])
    logging.captureWarnings(True)
    logging.getLogger("app").setLevel(settings.current().log_level.upper())
