"""The service worker, and the page that it shows while the server does not answer."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flask import Response, current_app, render_template, url_for

from app.web.http.assets import page_files
from app.web.http.gate import GuardedBlueprint, Who

blueprint = GuardedBlueprint("offline", __name__, Who.ANYBODY)


@blueprint.get("/worker.js")
def worker() -> Response:
    """Send the service worker. It changes with every file, so that browsers load all files again."""
    files = page_files()
    script = Path(str(current_app.static_folder), "worker.js").read_text("utf-8")
    page = render_template("offline/page.html")
    version = hashlib.sha256("\n".join([*files, script, page]).encode()).hexdigest()[:10]
    values = {"VERSION": version, "FILES": files, "GONE": url_for("offline.gone")}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    response = Response(head + script, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/gone")
def gone() -> Response:
    """Send the page for the service worker to cache."""
    return Response(render_template("offline/page.html"))
