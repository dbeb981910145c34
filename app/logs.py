"""What is logged, without the keys and codes that stand in addresses: whoever reads a log must not become a player."""

from __future__ import annotations

import logging
import re
from contextlib import suppress

#: The parts of addresses after which a key or a code stands.
_KEYED = re.compile(r"(/(?:n|p|tv|live|host|example|j/asked|j)/)(?!asked/)[^/\s?\"'\]]+")


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
