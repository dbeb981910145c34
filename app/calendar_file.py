"""An event as a calendar file (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def calendar_file(title: str, begins: datetime, lasts: timedelta, place: str, uid: str, made: datetime) -> str:
    """Return a file with one event. The same ``uid`` with a later ``made`` replaces the event in a calendar."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Upcard//Upcard//EN",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"DTSTAMP:{_moment(made)}",
        f"DTSTART:{_moment(begins)}",
        f"DTEND:{_moment(begins + lasts)}",
        f"SUMMARY:{_text(title)}",
        *([f"LOCATION:{_text(place)}"] if place else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Break a line into lines of at most 75 bytes, all but the first starting with a space."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > 74:
            parts.append(part)
            part = ""
        part += letter
    return "\r\n ".join((*parts, part))
