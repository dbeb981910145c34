"""Names of files that every system takes."""

from __future__ import annotations

import re
import unicodedata

from app.night.models import Night


def file_name(night: Night, ending: str) -> str:
    """Return a name for a file of a night: ``friday-2026-11-23.json``."""
    plain = unicodedata.normalize("NFKD", night.name).encode("ascii", "ignore").decode().casefold()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "night"
    day = f"{night.started_at.astimezone():%Y-%m-%d}"
    return f"{words if words.endswith(day) else f'{words}-{day}'}.{ending}"
