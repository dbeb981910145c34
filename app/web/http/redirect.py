"""On to another page, for a browser and for htmx."""

from __future__ import annotations

from flask import make_response, redirect, request
from werkzeug.wrappers import Response


def go(address: str) -> Response:
    """Another page; htmx is told to leave this one, since a redirect would end up inside it."""
    if "HX-Request" not in request.headers:
        return redirect(address, 303)
    response = make_response("", 200)
    response.headers["HX-Redirect"] = address
    return response
