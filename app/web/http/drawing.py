"""Pages that are sent along with every change of their night, drawn as they would be fetched, and not asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, Protocol, cast

from flask import Flask, current_app, g, request
from flask.blueprints import BlueprintSetupState
from flask.ctx import RequestContext
from flask.sessions import SessionMixin

from app.night import Screen

#: What drawn pages need of the request of their stream: the address that it has reached, and the session of forms.
_KEPT = ("HTTP_COOKIE", "HTTP_HOST", "QUERY_STRING", "SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "wsgi.url_scheme")


class DrawnPage(Protocol):
    """A page of a link, as it is drawn whenever its night changes."""

    def parts(self, screen: Screen) -> str:
        """Return what changes on the page, in a request; empty where its device may not see it."""
        ...


#: Makes the page of a link, for a device that has this token.
MakePage = Callable[[str, str], DrawnPage]


def draw_as(kind: str, make: MakePage) -> Callable[[BlueprintSetupState], None]:
    """Let streams that ask for this kind of page send it along; for a blueprint to be registered with."""
    return lambda setup: _makers(cast(Flask, setup.app)).update({kind: make})


def drawing(key: str, token: str) -> Callable[[Screen], str] | None:
    """Return what draws the page for the stream that is asked for now; None where it asks for the version alone."""
    make = _makers(current_app).get(request.args.get("draw", ""))
    if make is None:
        return None
    page, app = make(key, token), cast(Flask, current_app._get_current_object())  # type: ignore[attr-defined]
    environ = _environ(request.environ)
    # What is read of the cookie, and the token that is signed for its forms, serve for all that is drawn.
    kept: tuple[SessionMixin | None, str] = (None, "")

    def draw(screen: Screen) -> str:
        nonlocal kept
        read, token = kept
        with RequestContext(app, dict(environ), session=read) as context:
            if token:
                g.csrf_token = token
            parts = page.parts(screen)
            # A stream sets no cookie, so that forms with the token of a session begun here would be refused.
            if context.session.modified:
                return ""
            kept = context.session, g.get("csrf_token", "")
            return parts

    return draw


def _makers(app: Flask) -> dict[str, MakePage]:
    return cast(dict[str, MakePage], app.extensions.setdefault("upcard-drawn-pages", {}))


def _environ(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the least that a page needs to make addresses as in the request of its stream."""
    kept = {name: asked[name] for name in _KEPT if name in asked}
    return kept | {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "SCRIPT_NAME": "", "wsgi.input": BytesIO()}
