"""The settings in the environment: whether each is one, and is understood."""

from __future__ import annotations

import os
from collections.abc import Iterator

from app import settings
from app.doctor.finding import Finding, good, look, wrong
from app.logs import FORMATS, LEVELS
from app.server.proxies import problem_with_proxies
from app.text import whole_number

#: A word that opens the metrics to other machines can be guessed if it is shorter.
SHORT_TOKEN = 20


def environment() -> Iterator[Finding]:
    """Look at every variable that begins with ``UPCARD_``."""
    found = [*_typos(), *_limits(), *_choices(), *_values()]
    yield from found or [good("settings", f"Settings: {', '.join(_given()) or 'none, everything is as usual'}.")]


def _given() -> list[str]:
    return sorted(name for name in os.environ if name.startswith("UPCARD_"))


def _typos() -> Iterator[Finding]:
    known = {f"UPCARD_MOST_{name.upper()}" for name in settings.LIMITS} | settings.NAMES
    for name in _given():
        if name not in known:
            yield look("settings", f"{name} is no setting.", "Look at its spelling; docs/serving.md lists them.")


def _limits() -> Iterator[Finding]:
    for name, usual in settings.LIMITS.items():
        variable = f"UPCARD_MOST_{name.upper()}"
        given = os.environ.get(variable, "")
        if given and settings.limit(name) != whole_number(given, 9):
            yield wrong("settings", f"{variable} is no number, so the usual {usual:,} counts.", "Give digits alone.")


def _choices() -> Iterator[Finding]:
    for name, choices in (("UPCARD_LOG", FORMATS), ("UPCARD_LOG_LEVEL", LEVELS)):
        if os.environ.get(name, choices[0]).casefold() not in ("", *choices):
            yield wrong("settings", f"{name} is none of {', '.join(choices)}.", "Choose one of these.")


def _values() -> Iterator[Finding]:
    port = os.environ.get("UPCARD_PORT") or "8000"
    number = whole_number(port, 5)
    if number is None or number > 65535:
        yield wrong("settings", "UPCARD_PORT is no port.", "Give a number from 0 to 65535.")
    if problem := problem_with_proxies():
        yield wrong("settings", f"{problem}.", "Give addresses such as 127.0.0.1, or networks such as 10.0.0.0/8.")
    if 0 < len(settings.metrics_token()) < SHORT_TOKEN:
        do = 'Make a longer one: python3 -c "import secrets; print(secrets.token_urlsafe())"'
        yield look("settings", "UPCARD_METRICS_TOKEN is short enough to be guessed.", do)
