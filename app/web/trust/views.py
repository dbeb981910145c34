"""Trusting this server: the steps for each kind of device, what it installs, and whether it has worked."""

from __future__ import annotations

from flask import Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.web.http.addresses import authority, lead_on, secure_origin, stay
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.pages import render_page
from app.web.http.security import HEADERS
from app.web.trust.page import KINDS, local_path, profile, trust_page

blueprint = GuardedBlueprint("trust", __name__, Who.ANYBODY, url_prefix="/trust")

_POLICY = "Content-Security-Policy"


@blueprint.get("")
@blueprint.get("/<kind>")
def page(kind: str = "") -> Response:
    """Show the steps for a kind of device, or for the one that asks."""
    if kind and kind not in KINDS:
        abort(404)
    response = render_page("trust/page.html", trust_page(kind, local_path(request.args.get("next", "/"))))
    if authority() is not None:
        # The page asks our own port for https whether this device gets there, and leads on to it.
        origin = secure_origin()
        policy = HEADERS[_POLICY].replace("form-action 'self'", f"form-action 'self' {origin}")
        response.headers[_POLICY] = f"{policy}; connect-src 'self' {origin}"
    return response


@blueprint.get("/upcard.crt")
def certificate() -> Response:
    """Send the certificate of the authority, as Android, Windows and macOS install it."""
    return _file((authority() or abort(404)).der, "application/x-x509-ca-cert", "upcard.crt")


@blueprint.get("/upcard.mobileconfig")
def configuration() -> Response:
    """Send the same certificate as a profile, which iPhones and iPads install in fewer steps."""
    return _file(profile(authority() or abort(404)), "application/x-apple-aspen-config", "upcard.mobileconfig")


@blueprint.get("/check")
def check() -> Response:
    """Answer: whoever reads this over https trusts the server."""
    return Response("yes\n", mimetype="text/plain")


@blueprint.post("/go")
def go() -> AnyResponse:
    """Lead this device, which has shown that it trusts the server, on to https; from now on by itself."""
    if authority() is None:
        abort(404)
    path = local_path(request.form.get("next", "/"))
    return lead_on(redirect(f"{secure_origin()}{path}", 303))


@blueprint.post("/stay")
def stay_here() -> AnyResponse:
    """Let this device open pages over plain http again."""
    return stay(redirect(url_for("trust.page"), 303))


def _file(content: bytes, mimetype: str, name: str) -> Response:
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
