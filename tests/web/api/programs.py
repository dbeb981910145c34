"""A program with a token; every response to it is checked against the OpenAPI file."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from app.night.access import grants
from app.night.people.seats import seats
from app.settings import ROOT
from tests.web.tables import Table

OPENAPI = json.loads((ROOT / "docs" / "schema" / "openapi-1.json").read_text("utf-8"))


def path_of(address: str) -> str:
    """Return an address's path in the OpenAPI file."""
    plain = address.partition("?")[0]
    return "/hands/{number}" if plain.startswith("/hands/") else plain


def check_response(address: str, method: str, status: int, body: object) -> None:
    """Check a response against the OpenAPI file, which must define its status."""
    defined = OPENAPI["paths"][path_of(address)][method.lower()]["responses"][str(status)]
    if "$ref" in defined:
        defined = OPENAPI["components"]["responses"][defined["$ref"].rpartition("/")[2]]
    schema = {**defined["content"]["application/json"]["schema"], "components": OPENAPI["components"]}
    Draft202012Validator(schema).validate(body)


class Program:
    """A program with a token, which calls the API."""

    def __init__(self, app: Flask, token: str) -> None:
        self.client, self.headers = app.test_client(), {"Authorization": f"Bearer {token}"}
        self.token = token

    def send(self, path: str, method: str = "GET", **more: Any) -> TestResponse:
        headers = self.headers | more.pop("headers", {})
        answer = self.client.open(f"/api/v1{path}", method=method, headers=headers, **more)
        assert "Set-Cookie" not in answer.headers
        check_response(path, method, answer.status_code, answer.json)
        return answer

    def table(self) -> dict[str, Any]:
        return self.send("/table").json

    def post(self, action: str, **other: object) -> tuple[int, str]:
        """Post an action with the current version of the table; return the status, and the answer or error."""
        hand = self.table()["hand"]
        fields = {"hand": hand["number"], "seen": hand["seen"], "action": action, **other}
        answer = self.send("/actions", "POST", json=fields)
        return answer.status_code, answer.json.get("answer") or answer.json["error"]


def make_token(table: Table, use: str) -> str:
    """Return a new token of the table's night for a use: ``enters``, ``looks``, or ``answers NAME``."""
    role, _, name = use.partition(" ")
    night = table.night
    of_id = next((seat.id for seat in seats(night) if seat.name == name), night.id)
    token = grants.make_token(role, of_id, f"A program that {role}")
    assert isinstance(token, str)
    return token
