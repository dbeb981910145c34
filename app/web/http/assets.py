"""Static files: our own, and htmx from the package that carries it.

A page asks for ``asset("css/base.css")``; the address holds a hash of the content, so that a browser may keep the
file for ever and still loads the new one after an update.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Flask, Response, request, url_for

FOR_EVER = "public, max-age=31536000, immutable"

#: The endpoints that send files: the same for everyone, without secrets.
FILES = ("static", "assets.htmx")

blueprint = Blueprint("assets", __name__)


@blueprint.get("/assets/htmx.min.js")
def htmx() -> Response:
    """Send the htmx library as its package ships it."""
    response = Response(_htmx(), mimetype="text/javascript")
    response.headers["Cache-Control"] = FOR_EVER if "v" in request.args else "public, max-age=86400"
    return response


def init_app(app: Flask) -> None:
    """Give templates ``asset`` and ``htmx_url``, and let browsers keep versioned files for ever."""
    folder = Path(str(app.static_folder))

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=_version(folder / name))

    def htmx_url() -> str:
        return url_for("assets.htmx", v=hashlib.sha256(_htmx()).hexdigest()[:10])

    app.jinja_env.globals.update(asset=asset, htmx_url=htmx_url)
    app.after_request(_keep_versioned)


def _keep_versioned(response: Response) -> Response:
    if request.endpoint == "static":
        versioned = "v" in request.args and response.status_code in (200, 304)
        response.headers["Cache-Control"] = FOR_EVER if versioned else "no-cache"
    return response


def _version(path: Path) -> str:
    try:
        return _hash(path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return "missing"


@lru_cache(maxsize=256)
def _hash(path: Path, _changed: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


@lru_cache(maxsize=1)
def _htmx() -> bytes:
    """Read the file out of its package, which calls itself a Django app; none of its code runs."""
    return files("js_lib_htmx").joinpath("static/htmx/htmx.min.js").read_bytes()
