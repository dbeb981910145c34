"""Pages of forms that follow their night: where they listen, and how far they have come."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request, url_for

from app.night import Night, night_version


@dataclass(frozen=True, slots=True)
class Following:
    """What a page needs to follow a night: the address of the ``live`` stream, the version ``at`` which it is, and the
    address of the ``page`` itself. ``answer``: it is the answer to a form, and shows what was entered there.
    """

    live: str
    at: str
    page: str
    answer: bool


def following(night: Night, page: str) -> Following:
    """Return how a page follows its night. Ask for it before anything else is read, lest a change go unnoticed."""
    asked = request.method == "GET"
    here = request.full_path.rstrip("?") if asked else page
    return Following(url_for("live.stream", key=night.key), night_version(night.id), here, not asked)
