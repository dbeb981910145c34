"""Templates and responses: pages, files, redirects, event streams, and pages pushed with each change of a night."""

from __future__ import annotations

import hashlib
import re
from collections import ChainMap
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from flask import (
    Flask,
    Response,
    current_app,
    flash,
    g,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask.globals import app_ctx
from flask.sessions import SessionMixin
from flask.templating import Environment as FlaskEnvironment
from jinja2 import FileSystemBytecodeCache, StrictUndefined
from jinja2.bccache import Bucket
from werkzeug.wrappers import Response as AnyResponse

from app.dates import datetime_text, day_text, time_text
from app.live.feed import Draw, Stream, Subscription
from app.live.screens import feed_of, opening
from app.logs import request_id
from app.money.amounts import money_field
from app.night.screens import Screen
from app.text import counted, listing, width
from app.web.http.browser import use_reader_locale
from app.web.http.security import READ_SESSION


def render(template: str, status: int = 200, /, **variables: Any) -> Response:
    """Render a template with these variables."""
    return make_response(render_template(template, **variables), status)


def render_page(template: str, page: object, status: int = 200) -> Response:
    """Render a template with the attributes of the page object as its variables.

    A page with forms takes the values of a refused one as keywords, and sets these attributes to them.
    """
    return render(template, status, **{name: getattr(page, name) for name in dir(page) if not name.startswith("_")})


#: The parts of a stream's environment that its page needs: the server's address, the session and the languages.
_ENVIRON_OF_PAGE = (
    *("HTTP_ACCEPT_LANGUAGE", "HTTP_COOKIE", "HTTP_HOST", "QUERY_STRING"),
    *("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "wsgi.url_scheme"),
)

#: The pages that streams push: each name maps to a factory that takes a link's key and a device's token.
DRAWN_PAGES: dict[str, Callable[[str, str], Draw]] = {}


def drawing(key: str, token: str) -> Draw | None:
    """Return the function that draws the page for the requested stream; None if the stream is of versions alone."""
    make = DRAWN_PAGES.get(request.args.get("draw", ""))
    if make is None:
        return None
    app = app_ctx.app
    draw_parts = make(key, token)
    # A minimal WSGI environment in which the page gets the same addresses as in the stream's request.
    copied = {name: request.environ[name] for name in _ENVIRON_OF_PAGE if name in request.environ}
    environ = copied | {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SCRIPT_NAME": "", "wsgi.input": BytesIO()}
    # The session read from the cookie, and the form token signed for it.
    reused: tuple[SessionMixin | None, str] = (None, "")

    def draw(screen: Screen) -> str:
        nonlocal reused
        read, token = reused
        with app.request_context(environ | {READ_SESSION: read}) as context:
            if token:
                g.csrf_token = token
            use_reader_locale()
            parts = draw_parts(screen)
            # A stream cannot set a cookie, so forms with the token of a new session would be refused.
            if context.session.modified:
                return ""
            reused = context.session, g.get("csrf_token", "")
            return parts

    return draw


def event_stream(night: int, subscription: Subscription, version: str) -> Response:
    """Return the stream of a night's versions from this one on, beginning with the page if the browser's is outdated.

    The browser's version is in a header if it reconnects on its own, and in the parameter ``at`` if a page connects.
    """
    shown = request.headers.get("Last-Event-ID") or request.args.get("at", "")
    events = Stream(feed_of(current_app), night, subscription, *opening(night, subscription.draw, version, shown))
    response = Response(events, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def as_file(data: bytes | str, kind: str, name: str) -> Response:
    """Return a download."""
    response = Response(data, content_type=kind if isinstance(data, bytes) else f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def as_long_file(parts: Iterable[str], kind: str, name: str) -> Response:
    """Return a download made of parts, which are collected on disk before any is sent."""
    file = TemporaryFile()  # noqa: SIM115  closed once the response has been sent
    try:
        for part in parts:
            file.write(part.encode())
        file.seek(0)
    except BaseException:
        file.close()
        raise
    response = send_file(file, kind, as_attachment=True, download_name=name, etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


def redirect_to(address: str) -> AnyResponse:
    """Redirect the browser; htmx by its own header, since it would swap a plain redirect's target into the page."""
    if "HX-Request" not in request.headers:
        return redirect(address, 303)
    response = make_response("", 200)
    response.headers["HX-Redirect"] = address
    return response


def back_to(endpoint: str, message: str = "", **values: Any) -> AnyResponse:
    """Redirect to a page after a form, with a message on what was done."""
    if message:
        flash(message, "done")
    return redirect(url_for(endpoint, **values), 303)


def back_to_referrer(pages: Iterable[str], otherwise: str, **values: Any) -> AnyResponse:
    """Redirect to the page that contained the form, as it was shown, if that is one of ``pages``."""
    addresses = tuple(url_for(page, _external=True, **values) for page in pages)
    sender = request.referrer or ""
    return redirect(sender, 303) if sender.startswith(addresses) else back_to(otherwise, **values)


def take_messages(category: str) -> str:
    """Return the flashed messages of a category as one text, and forget them.

    An automatic refresh gets none, since they are for the page that sent the form.
    """
    if "X-By-Itself" in request.headers:
        return ""
    return ". ".join(dict.fromkeys(map(str, get_flashed_messages(category_filter=[category]))))


def init_app(app: Flask) -> None:
    """Set up the templates."""
    app.jinja_environment = Environment
    # Cache without limit: an LRU cache reorders its list at each use, which takes a twentieth of a screen's time.
    app.jinja_options = {**app.jinja_options, "cache_size": -1}
    if folder := app.config.get("KEPT_IN"):
        app.jinja_options["bytecode_cache"] = TemplateCache(
            folder / "templates", Path(app.root_path, app.template_folder or "")
        )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.filters.update(day=day_text, clock=time_text, datetime=datetime_text, counted=counted, width=width)
    app.jinja_env.globals.update(request_id=request_id.get, cached=cached, listing=listing, take_messages=take_messages)
    app.jinja_env.globals.update(money_field=money_field)


#: A tag that includes a template by a literal name, with optional whitespace control.
_INCLUDE = re.compile(r'\{%(-?) include "([^"]+)" (-?)%\}')


@lru_cache(maxsize=4096)
def cached(macro: Callable[..., str], *arguments: Hashable) -> str:
    """Return a macro's output, cached by its arguments, since equal cards, keys and players fill a screen."""
    return macro(*arguments)


class Environment(FlaskEnvironment):
    """Flask's environment, with one dict of globals for all templates, and with included templates inlined.

    A template that imports macros compares its globals with theirs, which is slow for chained dicts: a twelfth of a
    phone's time. An included template gets a copy of the context and renders separately: a tenth of a television's
    time.
    """

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """Return the source with included templates inlined. Variables set in an included template stay local to it."""
        return _INCLUDE.sub(self._included, super().preprocess(source, name, filename))

    def _included(self, match: re.Match[str]) -> str:
        before, name, after = match.groups()
        assert self.loader is not None
        source, filename, _current = self.loader.get_source(self, name)
        body = self.preprocess(source, name, filename).removesuffix("\n")
        return f"{{%{before} with %}}{body}{{% endwith {after}%}}"

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template, which usually adds none of its own."""
        return ChainMap(d, self.globals) if d else self.globals


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates in a folder, for the next start. If one cannot be read or written, it is compiled again.

    A compiled template contains those that it includes, so any change of a template or a version recompiles all.
    """

    def __init__(self, folder: Path, templates: Path) -> None:
        """Cache the compiled templates of the folder ``templates`` in ``folder``."""
        with suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
        super().__init__(str(folder))
        sources = [path.read_bytes() for path in (Path(__file__), *sorted(templates.rglob("*.*")))]
        versions = version("upcard") + version("jinja2")
        self._checksum = hashlib.sha256(b"".join((versions.encode(), *sources))).hexdigest()

    def get_source_checksum(self, source: str) -> str:
        """Return the checksum of all templates and versions, which a cached template has to match."""
        return self._checksum

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a template, unless its file is missing or broken, as after a loss of power."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # unpickling raises anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a template."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
