"""Error pages: what went wrong in a sentence, and a way back."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

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
    key = (request.view_args or {}).get("key", "") if status != 404 else ""
    response = make_response(render_template("error.html", title=title, text=text, key=key), status)
    response.headers["Cache-Control"] = "no-store"
    return response
