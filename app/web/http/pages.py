"""Rendering a page object."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from flask import Response, make_response, render_template

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def render_page(template: str, page: DataclassInstance, status: int = 200) -> Response:
    """Render a template; its variables are the fields of the page object."""
    variables = {field.name: getattr(page, field.name) for field in fields(page)}
    return make_response(render_template(template, **variables), status)
