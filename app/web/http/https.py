"""Https beside http: where it is, and how a device that trusts this server is led there.

Links and QR codes lead to http, where every device gets to. One that has shown that it trusts the authority of this
server bears a cookie that names it, and every page that it opens over http leads on to the same page over https.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from flask import Response, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from app import settings
from app.address import origin_of, split_host
from app.tls.authority import Authority, own_authority
from app.tls.names import names_of_machine
from app.web.http.assets import FILES
from app.web.http.cookies import KEPT_SECONDS, LEADS

#: What a device may ask for over http though it trusts the server.
_STAYS = (*FILES, "live.stream")


def authority() -> Authority | None:
    """Return the authority that devices are to trust; None where https is not served, or with another certificate."""
    return _authority(settings.data_path()) if current_app.config.get("OWN_AUTHORITY") else None


def is_own_https() -> bool:
    """Return whether the request has come by our own port for https, with a certificate of our own authority."""
    port = str(request.environ.get("SERVER_PORT", ""))
    return request.is_secure and authority() is not None and port == str(current_app.config["HTTPS_PORT"])


def secure_origin() -> str:
    """Return the origin of this server over https: under the name asked for, or one that the certificate has."""
    host = split_host(request.host)[0]
    if not names_of_machine(_local_name()).has(host):
        host = _local_name()
    return origin_of("https", host, str(current_app.config["HTTPS_PORT"]))


def has_certified_name() -> bool:
    """Return whether the certificate is for the name or address that was asked for."""
    return names_of_machine(_local_name()).has(split_host(request.host)[0])


def lead_on(response: AnyResponse) -> AnyResponse:
    """Let every page that this device opens over http lead on to https."""
    found = authority()
    assert found is not None
    response.set_cookie(LEADS, found.fingerprint[:16], max_age=KEPT_SECONDS, httponly=True, samesite="Lax")
    return response


def stay(response: AnyResponse) -> AnyResponse:
    """Let this device open pages over http again."""
    response.delete_cookie(LEADS, httponly=True, samesite="Lax")
    return response


def is_led_on() -> bool:
    """Return whether this device has shown that it trusts the authority that there is now."""
    found = authority()
    return found is not None and request.cookies.get(LEADS) == found.fingerprint[:16]


def lead_to_https() -> Response | None:
    """Lead a device that trusts this server on to https, where it opens a page over http."""
    page = request.method == "GET" and "HX-Request" not in request.headers and request.endpoint not in _STAYS
    if request.is_secure or not page or LEADS not in request.cookies or request.blueprint == "trust":
        return None
    if not request.accept_mimetypes.accept_html or not is_led_on() or not has_certified_name():
        return None
    return redirect(f"{secure_origin()}{request.full_path.rstrip('?')}", 302)  # type: ignore[return-value]


def _local_name() -> str:
    return str(current_app.config.get("LOCAL_NAME") or "upcard.local")


@lru_cache(maxsize=4)
def _authority(_data: Path) -> Authority:
    return own_authority()
