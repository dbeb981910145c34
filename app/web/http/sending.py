"""Answers that a browser keeps as files."""

from __future__ import annotations

from collections.abc import Iterable
from tempfile import TemporaryFile

from flask import Response, make_response, send_file


def as_file(data: bytes | str, kind: str, name: str) -> Response:
    """Return the answer that is kept as a file."""
    response = make_response(data)
    response.headers["Content-Type"] = kind if kind == "application/zip" else f"{kind}; charset=utf-8"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def as_long_file(parts: Iterable[str], kind: str, name: str) -> Response:
    """Return such an answer from pieces, which are gathered on disk: all of it is there before any is sent."""
    file = TemporaryFile()  # noqa: SIM115  it is closed when the answer has been sent
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
