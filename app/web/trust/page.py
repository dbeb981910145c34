"""The values on the page that leads a device through trusting this server."""

from __future__ import annotations

import plistlib
from dataclasses import dataclass
from uuid import NAMESPACE_URL, uuid5

from flask import request, url_for

from app.tls.authority import Authority
from app.web.http.addresses import (
    Link,
    authority,
    has_certified_name,
    is_led_on,
    is_own_https,
    link_to,
    secure_origin,
    server_address,
    with_query,
)
from app.web.http.cookies import device_label

#: The kinds of device, by the last part of their address, and what people call them.
KINDS = {
    "ipad": "iPad",
    "iphone": "iPhone",
    "android": "Android",
    "windows": "Windows",
    "mac": "Mac",
    "linux": "Linux",
    "television": "Television",
}
#: What a browser says it runs on, and the kind of device that this most often is.
_LABELS = {"TV": "television", "iPhone": "iphone", "iPad": "ipad", "Mac or iPad": "mac", "Windows computer": "windows"}
_BEGINNINGS = {"Android": "android", "Linux": "linux", "Chromebook": "linux"}


@dataclass(frozen=True, slots=True)
class TrustPage:
    """Trusting this server on one kind of device.

    ``secure`` is the origin over https, empty where it is not served; ``own`` says that devices have to trust it first.
    ``here`` tells that the page has come over https, ``certified`` that the certificate has the name in its address,
    ``leads`` that this device goes on to https by itself. ``back`` is the page that it came from, ``plain`` the same
    over http. A ``television`` is asked for no step: it installs no certificate. ``ipad`` is the page for
    an iPad, which calls itself a Mac, as long as nobody has chosen a kind.
    """

    kind: str
    label: str
    kinds: list[tuple[str, str, str]]
    secure: str
    own: bool
    here: bool
    certified: bool
    leads: bool
    name: str
    fingerprint: str
    code: Link
    back: str
    plain: Link
    television: bool
    ipad: str


def trust_page(kind: str, back: str) -> TrustPage:
    """Return the page for a kind of device, with the way ``back``."""
    found, here = authority(), is_own_https()
    chosen = kind or usual_kind()
    query = [("next", back)] if back != "/" else []
    kinds = [(each, label, with_query(url_for("trust.page", kind=each), query)) for each, label in KINDS.items()]
    return TrustPage(
        chosen,
        KINDS[chosen],
        kinds,
        secure_origin() if found else "",
        found is not None,
        request.is_secure,
        found is not None and has_certified_name(),
        not here and is_led_on(),
        found.name if found else "",
        found.shown_fingerprint if found else "",
        link_to(server_address(), "this page", url_for("trust.page")),
        back,
        link_to(server_address(), "the same page", back),
        chosen == "television",
        kinds[0][2] if not kind and chosen == "mac" else "",
    )


def usual_kind() -> str:
    """Return the kind of device that the browser says it runs on."""
    label = device_label()
    begins = next((kind for beginning, kind in _BEGINNINGS.items() if label.startswith(beginning)), "android")
    return _LABELS.get(label, begins)


def profile(found: Authority) -> bytes:
    """Return the configuration profile by which iPhones and iPads install the certificate of an authority."""
    name = f"app.upcard.{found.fingerprint[:16]}"
    payload = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"{name}.certificate",
        "PayloadUUID": str(uuid5(NAMESPACE_URL, f"{name}.certificate")).upper(),
        "PayloadDisplayName": found.name,
        "PayloadCertificateFileName": "upcard.crt",
        "PayloadContent": found.der,
    }
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": name,
            "PayloadUUID": str(uuid5(NAMESPACE_URL, name)).upper(),
            "PayloadDisplayName": found.name,
            "PayloadOrganization": "Upcard",
            "PayloadDescription": "Lets this device open Upcard over https. It is good for addresses at home alone.",
            "PayloadContent": [payload],
        }
    )


def local_path(text: str) -> str:
    """Return a path of this server that was given in an address; the start page for anything else."""
    path = text[:300]
    safe = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    return path if safe and "\\" not in path else "/"
