"""Sessions that do not depend on the clock of the server.

A small board without a battery begins in the past at every start, until the network tells it the time. Flask takes a
session from the future, or from too long ago, for none: the browser's nights would be forgotten and every tap refused.
So the signature counts, whenever it was made; how long a session is kept is up to the browser, which is told a number
of seconds and no date.
"""

from __future__ import annotations

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class Sessions(SecureCookieSessionInterface):
    """Flask's sessions in signed cookies, without an end that the server's clock would have to tell."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the cookie goes back by https alone: where it has come by https."""
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of a cookie that this server has signed, whenever that was."""
        serializer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app))
        if serializer is None or not cookie:
            return super().open_session(app, request)
        try:
            return self.session_class(serializer.loads(cookie))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Save the session as Flask does, for so many seconds instead of until a date."""
        before = len(response.headers.getlist("Set-Cookie"))
        super().save_session(app, session, response)
        cookies = response.headers.getlist("Set-Cookie")
        if not session.permanent or not session or len(cookies) == before:
            return
        seconds = int(app.permanent_session_lifetime.total_seconds())
        parts = [part for part in cookies[-1].split("; ") if not part.startswith("Expires=")]
        response.headers.setlist("Set-Cookie", [*cookies[:-1], "; ".join([*parts, f"Max-Age={seconds}"])])
