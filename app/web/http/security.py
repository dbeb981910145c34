"""Form tokens, sessions, host names, security headers, and redirects from http to https.

A device that has proved that it trusts this server's authority gets a cookie that names the authority; from then on,
pages that it opens over http redirect to https.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from pickle import dumps, loads
from typing import TYPE_CHECKING, cast

from flask import Flask, Request, Response, abort, current_app, redirect, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFError, CSRFProtect
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

from app import settings
from app.address import origin_of, split_host
from app.night.caches import LruCache
from app.night.models import random_key
from app.text import whole_number
from app.tls.authority import Authority, load_authority
from app.tls.names import machine_names
from app.web.http.assets import FILES
from app.web.http.browser import COOKIE_SECONDS, cookie_name, is_api_request
from app.web.http.errors import error_page

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MISDIRECTED = (
    "This is not that server",
    "Upcard answers only to its own names and addresses. To use another name, add it to UPCARD_HOSTS.",
)

#: The names of Upcards on a local network, numbered if there are several.
_LOCAL = re.compile(r"upcard(-\d{1,2})?\.local")

_HOST = re.compile(r"(?:\[(?P<address>[^\]]+)\]|(?P<name>[^:@/\[\]]+))(?::\d*)?")


def check_host_name() -> Response | None:
    """Refuse a request for a host name that is not ours. No browser sends a request without a Host header."""
    asked = request.environ.get("HTTP_HOST", "")
    return None if not asked or is_ours(asked) else error_page(421, *MISDIRECTED, start=False)


def is_ours(host: str) -> bool:
    """Return whether a Host header names this server. Any IP address does, since only a name can be another site's."""
    name = _name_of(host)
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return name in own_names() or _LOCAL.fullmatch(name) is not None or name in settings.current().hosts
    return True


def _name_of(host: str) -> str:
    """Return the name or address in a Host header, without its port; empty if it is not formed like one."""
    found = _HOST.fullmatch(host)
    return (found["address"] or found["name"]).rstrip(".").casefold() if found is not None else ""


def own_names() -> frozenset[str]:
    """Return this machine's own names."""
    name = socket.gethostname().casefold()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"} - {""})


#: Sessions to cache: those of all devices in use.
MAX_COOKIES = 1024

#: The key for a session already read, in the environment of a page that is drawn for a stream.
READ_SESSION = "upcard.session"


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie sessions, made independent of the server's clock.

    The contents of cookies are cached, since checking a signature takes a thirtieth of a tap's time. They are pickled,
    so that each request gets a copy.
    """

    def __init__(self) -> None:
        self._contents: LruCache[tuple[str | bytes, str], bytes] = LruCache(MAX_COOKIES)

    def get_cookie_name(self, app: Flask) -> str:
        """Return the name of the cookie for the scheme of the request."""
        return cookie_name(super().get_cookie_name(app))

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether to limit the cookie to https, as if it is set over https."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session in a cookie that this server has signed, however long ago."""
        if (read := request.environ.get(READ_SESSION)) is not None:
            return cast(SecureCookieSession, read)
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie or not app.secret_key:
            return super().open_session(app, request)
        kept = self._contents.get((app.secret_key, cookie))
        if kept is None:
            serializer = self.get_signing_serializer(app)
            assert serializer is not None
            try:
                kept = self._contents.put((app.secret_key, cookie), dumps(serializer.loads(cookie)))
            except BadSignature:
                return self.session_class()
        return self.session_class(loads(kept))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Save the session as Flask does, but with Max-Age instead of an expiry date."""
        before = len(response.headers.getlist("Set-Cookie"))
        super().save_session(app, session, response)
        cookies = response.headers.getlist("Set-Cookie")
        if not session.permanent or not session or len(cookies) == before:
            return
        seconds = int(app.permanent_session_lifetime.total_seconds())
        parts = [part for part in cookies[-1].split("; ") if not part.startswith("Expires=")]
        response.headers.setlist("Set-Cookie", [*cookies[:-1], "; ".join([*parts, f"Max-Age={seconds}"])])


#: The size limit of a request. No form of ours comes near it; a larger body is refused before it is read.
MAX_BODY = 256 * 1024

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "object-src 'none'; img-src 'self' data:"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

#: Endpoints whose responses contain no form, and need no session.
_WITHOUT_SESSION = (*FILES, "live.stream", "monitoring.health", "monitoring.metrics")

_csrf = CSRFProtect()


def init_app(app: Flask) -> None:
    """Protect every form with a token and every response with headers."""
    app.session_interface = Sessions()
    app.config["WTF_CSRF_TIME_LIMIT"] = None
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False  # the pipeline calls check_csrf_token
    app.config["PERMANENT_SESSION_LIFETIME"] = timedelta(days=30)
    app.config["SESSION_REFRESH_EACH_REQUEST"] = False
    app.config["SESSION_COOKIE_NAME"] = "upcard"
    app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY  # not by setdefault: Flask has an entry already
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.config["MAX_FORM_PARTS"] = 1000
    _csrf.init_app(app)
    app.jinja_env.globals.update(new_form_token=random_key)


def check_csrf_token() -> None:
    """Refuse a form without the token of its session. Programs need none: no other site could use their tokens."""
    if current_app.config["WTF_CSRF_ENABLED"] and not is_api_request():
        # A browser that is set to send no Referer, which is checked over https, still sends the Origin of a form.
        if "Referer" not in request.headers and "Origin" in request.headers:
            request.environ["HTTP_REFERER"] = request.headers["Origin"]
        try:
            _csrf.protect(apply_exemptions=True)
        except ValueError:  # a Referer whose port is no number
            raise CSRFError from None


def with_valid_environ(inner: WSGIApplication) -> WSGIApplication:
    """Drop a Host header that is not a valid name, which breaks Flask, and NUL bytes, which break PostgreSQL."""

    def respond(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            environ.get("HTTP_HOST", "").lower().encode("idna")
        except UnicodeError:
            environ["HTTP_HOST"] = ""
        environ["PATH_INFO"] = environ.get("PATH_INFO", "").replace("\0", "?")
        return inner(environ, start_response)

    return respond


def extend_session() -> None:
    """Make the session outlast the browser, so that a form token from the afternoon is still good at midnight.

    Only whole pages renew the cookie: a response that sets a cookie is never cached, and a stream or tap under way must
    not restore an older session.
    """
    if request.endpoint not in _WITHOUT_SESSION and "HX-Request" not in request.headers and not is_api_request():
        session.permanent = True


def add_headers(response: Response) -> Response:
    """Add the security headers, and forbid caching of anything but static files unless the view allows it."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint not in FILES:
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def signer(salt: str) -> URLSafeSerializer:
    """Return the signer of values that clients send back, so that they cannot choose them; ``salt`` names their use."""
    return URLSafeSerializer(str(current_app.secret_key), salt=salt)


#: Our tokens have 16 characters. The column has 32, so that an act can add its number in the form, or who pays.
_FORM_TOKEN = re.compile(r"[\w-]{1,16}", re.ASCII)


def form_token() -> str:
    """Return the token that makes a form sent twice count once; empty if it is not one of ours."""
    token = request.form.get("once", "")
    return token if _FORM_TOKEN.fullmatch(token) else ""


def posted_number(name: str) -> int:
    """Return a number from the posted form; answer 400 to anything else, which no page of ours sends."""
    number = whole_number(request.form.get(name, ""))
    return abort(400) if number is None else number


#: The cookie of a device that redirects to https. Its value identifies the authority.
HTTPS_COOKIE = "upcard-https"
#: Endpoints that never redirect to https.
_ALWAYS_HTTP = (*FILES, "live.stream")


def authority() -> Authority | None:
    """Return our own certificate authority; None if https is off or uses another certificate."""
    return _authority(settings.data_path()) if current_app.config.get("OWN_AUTHORITY") else None


def is_own_https() -> bool:
    """Return whether the request came in on our https port, with a certificate of our own authority."""
    port = str(request.environ.get("SERVER_PORT", ""))
    return request.is_secure and authority() is not None and port == str(current_app.config["HTTPS_PORT"])


def secure_origin() -> str:
    """Return the https origin of this server, with the requested name if the certificate covers it."""
    host = split_host(request.host)[0] if has_certified_name() else _local_name()
    return origin_of("https", host, str(current_app.config["HTTPS_PORT"]))


def has_certified_name() -> bool:
    """Return whether the certificate covers the requested name or address."""
    return machine_names(_local_name()).has(split_host(request.host)[0])


def prefer_https(response: AnyResponse) -> AnyResponse:
    """Set the cookie that redirects this device to https from now on."""
    own = authority()
    assert own is not None
    response.set_cookie(HTTPS_COOKIE, own.fingerprint[:16], max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
    return response


def prefer_http(response: AnyResponse) -> AnyResponse:
    """Delete the cookie that redirects this device to https."""
    response.delete_cookie(HTTPS_COOKIE, httponly=True, samesite="Lax")
    return response


def prefers_https() -> bool:
    """Return whether this device has proved that it trusts the current authority."""
    own = authority()
    return own is not None and request.cookies.get(HTTPS_COOKIE) == own.fingerprint[:16]


def redirect_to_https() -> Response | None:
    """Redirect a device that trusts this server to https when it opens a page over http."""
    page = request.method == "GET" and "HX-Request" not in request.headers and request.endpoint not in _ALWAYS_HTTP
    if request.is_secure or not page or HTTPS_COOKIE not in request.cookies or request.blueprint == "trust":
        return None
    if not request.accept_mimetypes.accept_html or not prefers_https() or not has_certified_name():
        return None
    return redirect(f"{secure_origin()}{request.full_path.rstrip('?')}", 302)  # type: ignore[return-value]


def _local_name() -> str:
    return str(current_app.config.get("LOCAL_NAME") or "upcard.local")


@lru_cache(maxsize=4)
def _authority(_data: Path) -> Authority:
    return load_authority()
