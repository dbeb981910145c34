"""Redirects that a browser and htmx both follow."""

from __future__ import annotations

from flask import make_response, redirect, request
from werkzeug.wrappers import Response


def redirect_to(address: str) -> Response:
    """Redirect the browser. htmx needs its own header: it would swap the target of a plain redirect into the page."""
    if "HX-Request" not in request.headers:
        return redirect(address, 303)
    response = make_response("", 200)
    response.headers["HX-Redirect"] = address
    return response
