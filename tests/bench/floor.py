"""The minimum cost of a tap over the web: a Flask app that stores one row and renders a line.

It does what any such app does: check a session cookie, read a row, write a row in a transaction that is on disk before
the response, and render a template.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from flask import Flask, render_template_string, request, session
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import String, event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


def floor(path: Path) -> Callable[[str], None]:
    """Return a function that posts a line to such an app with this database file."""
    client = _app(path).test_client()
    client.get("/")

    def post(line: str) -> None:
        answer = client.post("/lines", data={"line": line}, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert line in answer.text

    return post


def _app(path: Path) -> Flask:
    class Base(DeclarativeBase):
        """The base of the models."""

    class Line(Base):
        """A line of a log."""

        __tablename__ = "line"
        id: Mapped[int] = mapped_column(primary_key=True)
        text: Mapped[str] = mapped_column(String(100))

    app = Flask("floor")
    app.config.update(SECRET_KEY="x", SQLALCHEMY_DATABASE_URI=f"sqlite:///{path}")
    db = SQLAlchemy(app, model_class=Base)

    @app.get("/")
    def enter() -> str:
        session["who"] = "dealer"
        return ""

    @app.post("/lines")
    def add() -> str:
        assert session["who"] == "dealer"
        last = db.session.scalars(db.select(Line).order_by(Line.id.desc()).limit(1)).first()
        db.session.add(Line(text=request.form["line"]))
        db.session.commit()
        return render_template_string("<p>{{ line }} after {{ last }}</p>", line=request.form["line"], last=last)

    with app.app_context():

        @event.listens_for(db.engine, "connect")
        def use_wal(connection, _record) -> None:  # type: ignore[no-untyped-def]
            connection.execute("PRAGMA journal_mode=WAL")

        db.create_all()
    return app
