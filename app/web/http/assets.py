"""Static files, including htmx from its package, and gzip compression."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, g, request, send_from_directory, url_for
from markupsafe import Markup

FOR_EVER = "public, max-age=31536000, immutable"

#: The endpoints of files, which are the same for everyone and hold no secrets.
FILES = ("static", "assets.htmx", "assets.module")

blueprint = Blueprint("assets", __name__)


@blueprint.get("/assets/htmx.min.js")
def htmx() -> Response:
    """Send the htmx library from its Python package. None of the package's own code, a Django app, runs."""
    response = Response(Path(_htmx()).read_bytes(), mimetype="text/javascript")
    response.headers["Cache-Control"] = FOR_EVER if request.args.get("v") == _version(_htmx()) else "no-cache"
    return response


@blueprint.get("/assets/js-<version>/<path:name>")
def module(version: str, name: str) -> Response:
    """Send a script; for an old version, the current one, uncached."""
    folder = _static() / "js"
    response = send_from_directory(folder, name, mimetype="text/javascript")
    response.headers["Cache-Control"] = FOR_EVER if version == _version(*_files_in(folder, ".js")) else "no-cache"
    return response


def init_app(app: Flask) -> None:
    """Give templates ``asset``, ``script`` and ``htmx_url``."""
    app.jinja_env.globals.update(asset=_asset_url, htmx_url=_htmx_url, script=lambda name: _script_url(f"{name}.js"))
    app.jinja_env.globals.update(files_version=files_version)


def page_files() -> list[str]:
    """Return the versioned addresses of all files that pages load."""
    folder = _static()
    styles = [Path(path).relative_to(folder).as_posix() for path in _files_in(folder / "css", ".css")]
    icons = ["icons/upcard.svg", "icons/upcard-180.png", "icons/upcard.webmanifest"]
    scripts = [Path(path).relative_to(folder / "js").as_posix() for path in _files_in(folder / "js", ".js")]
    fonts = [url_for("static", filename=f"fonts/{path.name}") for path in sorted((folder / "fonts").glob("*.woff2"))]
    return [*map(_asset_url, styles + icons), *fonts, *map(_script_url, scripts), _htmx_url()]


def files_version() -> str:
    """Return a version that changes with any style sheet or script."""
    return _version(*_files_in(_static() / "css", ".css"), *_files_in(_static() / "js", ".js"), _htmx())


def _asset_url(name: str) -> str:
    return url_for("static", filename=name, v=_version(str(_static() / name)))


def _script_url(name: str) -> str:
    """Return the address of a script. All scripts share one version, since they import each other."""
    if "scripts_version" not in g:  # once per request, since it checks every file
        g.scripts_version = _version(*_files_in(_static() / "js", ".js"))
    return url_for("assets.module", version=g.scripts_version, name=name)


def _htmx_url() -> str:
    return url_for("assets.htmx", v=_version(_htmx()))


@lru_cache(maxsize=1)
def embedded_typefaces() -> Markup:
    """Return ``@font-face`` rules with embedded fonts, for files opened without a server."""
    base = (_static() / "css" / "base.css").read_text()
    faces = re.findall(r"@font-face \{.*?\}", base, re.DOTALL)
    return Markup("\n".join(_with_fonts(face) for face in faces if "latin-ext" not in face))


def embedded_styles(*sheets: str) -> Markup:
    """Return style sheets as one text, with embedded fonts."""
    texts = [(_static() / "css" / f"{name}.css").read_text() for name in sheets]
    return Markup("\n".join(map(_with_fonts, texts)))


def _with_fonts(styles: str) -> str:
    def embedded(match: re.Match[str]) -> str:
        return f"data:font/woff2;base64,{base64.b64encode((_static() / 'fonts' / match[1]).read_bytes()).decode()}"

    return re.sub(r"\.\./fonts/([\w.-]+)", embedded, styles)


def cache_versioned(response: Response) -> Response:
    """Allow browsers to cache a static file for ever if its address has its version, as the names of fonts do."""
    if request.endpoint == "static":
        sent = response.status_code in (200, 304)
        response.headers["Cache-Control"] = FOR_EVER if sent and _has_its_version() else "no-cache"
    return response


def _has_its_version() -> bool:
    name = str((request.view_args or {})["filename"])
    return name.endswith(".woff2") or request.args.get("v") == _version(str(_static() / name))


def _static() -> Path:
    return Path(str(current_app.static_folder))


@lru_cache(maxsize=1)
def _htmx() -> str:
    return str(files("js_lib_htmx").joinpath("static/htmx/htmx.min.js"))


@lru_cache(maxsize=8)
def _files_in(folder: Path, suffix: str) -> tuple[str, ...]:
    return tuple(sorted(map(str, folder.rglob(f"*{suffix}"))))


def _version(*paths: str) -> str:
    """Return a version that changes with any of these files."""
    try:
        return _hash(paths, tuple(os.stat(path).st_mtime_ns for path in paths))
    except FileNotFoundError:
        return "missing"


@lru_cache(maxsize=256)
def _hash(paths: tuple[str, ...], _changed: tuple[int, ...]) -> str:
    return hashlib.sha256(b"".join(Path(path).read_bytes() for path in paths)).hexdigest()[:10]


COMPRESSED_TYPES = frozenset(
    {"application/javascript", "application/manifest+json", "image/svg+xml", "text/css", "text/html", "text/javascript"}
)
#: A response that fits into one network packet is not worth compressing.
MIN_BYTES = 1200


def compress(response: Response) -> Response:
    """Compress a response for a client that accepts gzip."""
    static = request.endpoint in FILES
    if response.mimetype not in COMPRESSED_TYPES or not (static or response.is_sequence):
        return response
    response.vary.add("Accept-Encoding")
    same_site = "HX-Request" in request.headers or request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")
    if not _accepts_gzip(response) or not (static or same_site):
        return response
    response.direct_passthrough = False
    plain = response.get_data()
    if response.status_code != 304:
        if len(plain) < MIN_BYTES:
            return response
        response.set_data(_gzip_once(plain) if static else gzip.compress(plain, 6, mtime=0))
        response.content_encoding = "gzip"
        response.headers.pop("Accept-Ranges", None)
    # Weak, since the compressed response has the same content but not the same bytes.
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)
    return response


def _accepts_gzip(response: Response) -> bool:
    """Return whether the client accepts gzip. Ranges count uncompressed bytes, so they are never compressed."""
    return (
        request.accept_encodings["gzip"] > 0
        and "Range" not in request.headers
        and "Content-Encoding" not in response.headers
    )


@lru_cache(maxsize=64)
def _gzip_once(plain: bytes) -> bytes:
    return gzip.compress(plain, 9, mtime=0)
