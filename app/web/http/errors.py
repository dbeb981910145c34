"""Error pages: what went wrong in a sentence, and a way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from app.night import night_by_key, night_by_watch_key, seat_by_key

WORDS: dict[int, tuple[str, str]] = {
    400: ("That could not be read", "The form was not complete. Go back and try again."),
    404: ("Nothing here", "This address leads to no night and no page. It may have been mistyped."),
    405: ("Not this way", "This address takes no such request. Go back to the table."),
    413: ("Too much at once", "What was sent is larger than anything Upcard needs."),
    500: ("Something broke", "That is a mistake in Upcard, not yours. What was answered before is safely stored."),
}
OTHER = ("That did not work", "Go back and try again.")
STALE = (
    "This page is from before",
    "The browser has forgotten its session, so nothing was entered. Go back, reload the page, and tap again.",
)
ENDED = (
    "This link opens nothing",
    "It has been renewed since, or it was mistyped. The dealer has the new one, under “Television and phones”.",
)
ENDED_DEALER = (
    "This address opens no table",
    "It has been renewed since, or it was mistyped. The new one is on the tablet that deals, under “Television and "
    "phones”; nothing of the night is lost.",
)

#: How an address begins that is a link to a night, who finds the night by the key after it, and the page it opens.
_LINKS: dict[str, tuple[Callable[[str], object], str]] = {
    "n": (night_by_key, "dealer.table"),
    "tv": (night_by_watch_key, "television.page"),
    "p": (seat_by_key, "phone.page"),
}


def init_app(app: Flask) -> None:
    """Answer every error with a page of ours."""
    app.register_error_handler(CSRFError, lambda _error: _page(400, *STALE))
    app.register_error_handler(HTTPException, _known)
    app.register_error_handler(500, lambda _error: _page(500, *WORDS[500]))


def _known(error: HTTPException) -> Any:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response()
    response = _page(error.code, *WORDS.get(error.code, OTHER))
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _page(status: int, title: str, text: str) -> Response:
    """The page. Whoever has come by the link of a television or a phone is led back to that, and nowhere else."""
    kind, _, rest = request.path.removeprefix("/").partition("/")
    key, back = rest.partition("/")[0], ""
    if kind in _LINKS and key:
        find, endpoint = _LINKS[kind]
        if status != 404 or find(key):
            back = url_for(endpoint, key=key)
        else:
            title, text = ENDED_DEALER if kind == "n" else ENDED
    page = render_template("error.html", title=title, text=text, back=back, closed=kind in ("tv", "p"))
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response
