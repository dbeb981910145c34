"""Trusting this server: the steps for each kind of device, the files to install, and a check whether it has worked."""

from __future__ import annotations

import plistlib
from uuid import NAMESPACE_URL, uuid5

from flask import Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.tls.authority import Authority
from app.web.http import security
from app.web.http.addresses import link_to, server_address, with_query
from app.web.http.browser import device_label
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import as_file, render_page

blueprint = GuardedBlueprint("trust", __name__, Who.ANYBODY, url_prefix="/trust")

_POLICY = "Content-Security-Policy"

#: The kinds of device, by the last part of their address, with labels.
KINDS = {
    "ipad": "iPad",
    "iphone": "iPhone",
    "android": "Android",
    "windows": "Windows",
    "mac": "Mac",
    "linux": "Linux",
    "television": "Television",
}
#: The labels of devices that do not begin with their kind.
_OTHER_LABELS = {"tv": "television", "chromebook": "linux"}


class TrustPage:
    """The steps that make one kind of device trust this server, with the path ``back``.

    ``own``: whether the server has its own authority, which devices have to trust. ``secure``: the https origin; empty
    without one. ``here``: whether this page came over https. ``certified``: whether the certificate covers the
    requested name. ``leads``: whether this device redirects to https. ``plain``: the link back over http.
    ``television``: whether the device is one, which cannot install certificates. ``ipad``: the page for iPads, in case
    the detected Mac is one.
    """

    def __init__(self, chosen: str, back: str) -> None:
        own, query = security.authority(), [("next", back)] if back != "/" else []
        self.kind, self.back = chosen or detected_kind(), back
        self.label, self.television = KINDS[self.kind], self.kind == "television"
        self.kinds = [
            (kind, label, with_query(url_for("trust.page", kind=kind), query)) for kind, label in KINDS.items()
        ]
        self.ipad = self.kinds[0][2] if not chosen and self.kind == "mac" else ""
        self.own, self.here = own is not None, request.is_secure
        self.secure = security.secure_origin() if own else ""
        self.certified = own is not None and security.has_certified_name()
        self.leads = not security.is_own_https() and security.prefers_https()
        self.name, self.fingerprint = (own.name, own.shown_fingerprint) if own else ("", "")
        self.code = link_to(server_address(), "this page", url_for("trust.page"))
        self.plain = link_to(server_address(), "the same page", back)


@blueprint.get("")
@blueprint.get("/<kind>")
def page(kind: str = "") -> Response:
    """Show the steps for a kind of device, by default for this one."""
    if kind and kind not in KINDS:
        abort(404)
    response = render_page("trust/page.html", TrustPage(kind, local_path(request.args.get("next", "/"))))
    if security.authority() is not None:
        # The page checks whether this device can use our https port, and posts a form that redirects to it.
        origin = security.secure_origin()
        policy = security.HEADERS[_POLICY].replace("form-action 'self'", f"form-action 'self' {origin}")
        response.headers[_POLICY] = f"{policy}; connect-src 'self' {origin}"
    return response


@blueprint.get("/upcard.crt")
def certificate() -> Response:
    """Send the certificate of the authority, as Android, Windows and macOS install it."""
    return as_file((security.authority() or abort(404)).der, "application/x-x509-ca-cert", "upcard.crt")


@blueprint.get("/upcard.mobileconfig")
def configuration() -> Response:
    """Send the certificate as a profile, which iPhones and iPads install in fewer steps."""
    own = security.authority() or abort(404)
    return as_file(profile(own), "application/x-apple-aspen-config", "upcard.mobileconfig")


@blueprint.get("/check")
def check() -> Response:
    """Respond with a text: a device that can read it over https trusts the server."""
    return Response("yes\n", mimetype="text/plain")


@blueprint.post("/go")
def go() -> AnyResponse:
    """Redirect this device, which has proved that it trusts the server, to https now and in future."""
    if security.authority() is None:
        abort(404)
    path = local_path(request.form.get("next", "/"))
    return security.prefer_https(redirect(f"{security.secure_origin()}{path}", 303))


@blueprint.post("/stay")
def stay_here() -> AnyResponse:
    """Keep this device on plain http from now on."""
    return security.prefer_http(redirect(url_for("trust.page"), 303))


def detected_kind() -> str:
    """Return the most likely kind of device, according to the user agent."""
    label = device_label().split()[0].lower()
    return _OTHER_LABELS.get(label, label if label in KINDS else "android")


def profile(issuer: Authority) -> bytes:
    """Return the configuration profile that installs an authority's certificate on iPhones and iPads."""
    name = f"app.upcard.{issuer.fingerprint[:16]}"
    payload = {
        "PayloadType": "com.apple.security.root",
        "PayloadVersion": 1,
        "PayloadIdentifier": f"{name}.certificate",
        "PayloadUUID": str(uuid5(NAMESPACE_URL, f"{name}.certificate")).upper(),
        "PayloadDisplayName": issuer.name,
        "PayloadCertificateFileName": "upcard.crt",
        "PayloadContent": issuer.der,
    }
    return plistlib.dumps(
        {
            "PayloadType": "Configuration",
            "PayloadVersion": 1,
            "PayloadIdentifier": name,
            "PayloadUUID": str(uuid5(NAMESPACE_URL, name)).upper(),
            "PayloadDisplayName": issuer.name,
            "PayloadOrganization": "Upcard",
            "PayloadDescription": "Lets this device open Upcard over https. It only covers addresses at home.",
            "PayloadContent": [payload],
        }
    )


def local_path(text: str) -> str:
    """Return a path on this server; the start page's for anything else."""
    path = text[:300]
    safe = path.startswith("/") and not path.startswith("//") and path.isascii() and path.isprintable()
    return path if safe and "\\" not in path else "/"
