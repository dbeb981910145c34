"""The id of a request: in the response, in every log line about it, and on the error page."""

from __future__ import annotations

import logging
import re

import pytest
from flask.testing import FlaskClient

from app.logs import Plain, request_id
from tests.server.loop import Served
from tests.web.http.test_faults import read_only


def test_every_response_has_its_own_id(client: FlaskClient) -> None:
    ids = {client.get(path).headers["X-Request-Id"] for path in ("/", "/help", "/nowhere")}
    assert len(ids) == 3
    assert all(re.fullmatch("[2-9a-z]{8}", given) for given in ids)
    assert request_id.get() == ""


def test_only_a_proxy_of_the_settings_can_set_the_id(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_PROXIES", "192.0.2.7")
    ids = {client: id_of_response(server, client, "proxy-17") for client in ("192.0.2.7", "192.0.2.8", "127.0.0.1")}
    assert [client for client, returned in ids.items() if returned == "proxy-17"] == ["192.0.2.7"]


def id_of_response(server: Served, client: str, given: str) -> str:
    answer = server.ask("/help", client=client, x_request_id=given)
    assert answer.status == 200
    return answer.headers["x-request-id"]


@pytest.mark.parametrize("given", ["a b", "x" * 65, "ä", '"', "</p>"])
def test_a_malformed_id_is_not_used(client: FlaskClient, given: str) -> None:
    proxied = {"upcard.from_proxy": True, "HTTP_X_REQUEST_ID": given}
    assert client.get("/help", environ_overrides=proxied).headers["X-Request-Id"] != given


def test_an_exception_names_its_request_in_the_log_and_on_the_page(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    app = client.application
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.view_functions["home.page"] = lambda: 1 / 0
    caplog.handler.setFormatter(Plain())
    answer = client.get("/")
    request = answer.headers["X-Request-Id"]
    assert f"give the host this code: <b>{request}</b>." in answer.text
    assert f"ERROR Exception on / [GET] [request {request}]\nTraceback" in caplog.text


@pytest.mark.sqlite
def test_a_fault_names_its_request_on_the_page(client: FlaskClient) -> None:
    app = client.application
    with read_only():
        answer = app.test_client().post("/example", data={})
    assert answer.status_code == 503
    assert f"give the host this code: <b>{answer.headers['X-Request-Id']}</b>." in answer.text


def test_a_404_page_has_no_code_for_the_host(client: FlaskClient) -> None:
    assert "this code" not in client.get("/nowhere").text


def test_each_request_is_logged_in_one_line_without_its_key(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "app"):
        client.get("/tv/k3yofsomebody")
    (line,) = [record for record in caplog.records if record.name == "app.web.http.pipeline"]
    assert re.fullmatch(r"GET /tv/<key> 404, \d+\.\d ms", line.getMessage())
    assert line.__dict__["fields"]["status"] == 404


def test_a_response_behind_the_bridge_has_an_id(server: Served) -> None:
    answer = server.ask("/help")
    assert answer.status == 200
    assert re.fullmatch("[2-9a-z]{8}", answer.headers["x-request-id"])
