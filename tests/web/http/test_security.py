"""Tokens, headers, caches and error pages: what every page has in common."""

import re
import time
from urllib.parse import urljoin

import pytest
from flask import Flask, session
from flask.ctx import RequestContext
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner

from app import create_app
from app.night.db import db
from app.web.http.security import Sessions
from tests.web.television.watching import night_with


def test_a_post_without_a_token_gets_a_page_with_a_link_back(guarded: FlaskClient) -> None:
    answer = guarded.post("/", data={})
    assert answer.status_code == 400
    assert "This page is out of date" in answer.text
    assert "let the browser keep cookies for this address" in answer.text
    assert 'href="/"' in answer.text


def test_a_form_over_https_is_refused_if_the_port_of_its_page_is_no_number(guarded: FlaskClient) -> None:
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', guarded.get("/", base_url="https://localhost").text)
    assert token
    for referrer, status in (("https://localhost/", 303), ("https://localhost:443.evil.example/", 400)):
        answer = guarded.post(
            "/", base_url="https://localhost", data={"csrf_token": token[1]}, headers={"Referer": referrer}
        )
        assert answer.status_code == status


def test_a_form_over_https_without_a_referrer_is_taken_from_its_own_origin_only(guarded: FlaskClient) -> None:
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', guarded.get("/", base_url="https://localhost").text)
    assert token
    for origin, status in (
        ({"Origin": "https://localhost"}, 303),
        ({"Origin": "https://evil.example"}, 400),
        ({"Origin": "http://localhost"}, 400),
        ({"Origin": "null"}, 400),
        ({}, 400),
    ):
        answer = guarded.post("/", base_url="https://localhost", data={"csrf_token": token[1]}, headers=origin)
        assert answer.status_code == status, origin


def test_a_csrf_token_survives_a_restart_of_the_server(guarded: FlaskClient) -> None:
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', guarded.get("/").text)
    cookie = guarded.get_cookie("upcard")
    assert token
    assert cookie
    config = guarded.application.config
    restarted = create_app({name: config[name] for name in ("TESTING", "SECRET_KEY", "SQLALCHEMY_DATABASE_URI")})
    client = restarted.test_client()
    client.set_cookie("upcard", cookie.value)
    assert client.post("/", data={"csrf_token": token[1]}).status_code == 303
    with restarted.app_context():
        db.engine.dispose()


def signed(app: Flask, contents: dict[str, object]) -> str:
    """Return a session cookie with these contents, signed by this server."""
    assert isinstance(app.session_interface, Sessions)
    signer = app.session_interface.get_signing_serializer(app)
    assert signer
    return str(signer.dumps(contents))


def request_with(app: Flask, cookie: str) -> RequestContext:
    return app.test_request_context("/", headers={"Cookie": f"upcard={cookie}"})


def test_requests_with_a_cached_cookie_do_not_share_their_session(guarded: FlaskClient) -> None:
    app = guarded.application
    cookie = signed(app, {"nights": [1]})
    for _ in range(2):
        with request_with(app, cookie):
            assert session["nights"] == [1]
            session["nights"].append(2)


def test_a_cached_cookie_is_rejected_if_it_or_the_secret_changes(guarded: FlaskClient) -> None:
    app = guarded.application
    cookie = signed(app, {"nights": [1]})
    with request_with(app, cookie):
        assert session["nights"] == [1]
    signature = cookie.rindex(".") + 1  # some bits of the last character mean nothing
    with request_with(app, cookie[:signature] + ("b" if cookie[signature] == "a" else "a") + cookie[signature + 1 :]):
        assert not session
    app.secret_key = "another"
    with request_with(app, cookie):
        assert not session


def test_the_session_lasts_thirty_days(guarded: FlaskClient) -> None:
    guarded.get("/")
    cookie = guarded.get_cookie("upcard")
    assert cookie
    assert cookie.max_age == 30 * 24 * 3600
    assert cookie.http_only
    assert guarded.application.permanent_session_lifetime.days == 30
    assert guarded.application.config["WTF_CSRF_TIME_LIMIT"] is None


def test_every_response_forbids_foreign_scripts_and_frames(client: FlaskClient) -> None:
    for path in ("/", "/nowhere", "/static/css/base.css"):
        with client.get(path) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_pages_are_not_cached_and_versioned_files_are_immutable(client: FlaskClient) -> None:
    answer = client.get("/")
    assert answer.headers["Cache-Control"] == "no-store"
    files = re.findall(r'(?:href|src)="(/(?:static|assets)/[^"]+)"', answer.text)
    assert len(files) >= 4
    for address in files:
        assert re.search(r"\?v=\w{10}$|/js-\w{10}/|-[\d.]+\.woff2$", address), address
        with client.get(address) as response:
            assert response.status_code == 200, address
            assert "immutable" in response.headers["Cache-Control"]
    for address in ("/static/css/base.css", "/static/css/base.css?v=older", "/assets/htmx.min.js?v=older"):
        with client.get(address) as response:
            assert response.status_code == 200
            assert response.headers["Cache-Control"] == "no-cache"


def test_scripts_and_their_imports_are_immutable_under_one_version(client: FlaskClient) -> None:
    page = re.findall(r'src="(/assets/js-[^"]+)"', client.get("/").text)
    assert len(page) == 1
    seen = set()
    todo = [page[0]]
    while todo:
        address = todo.pop()
        seen.add(address)
        with client.get(address) as response:
            assert response.mimetype == "text/javascript"
            assert "immutable" in response.headers["Cache-Control"]
            todo += {urljoin(address, name) for name in re.findall(r'from "(\.[^"]+)"', response.text)} - seen
    assert len(seen) > 2
    with client.get(re.sub(r"js-\w+", "js-older", page[0])) as response:
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "no-cache"
    assert client.get(page[0].replace("page.js", "../css/base.css")).status_code == 404


def test_htmx_is_served_from_its_package(client: FlaskClient) -> None:
    answer = client.get("/assets/htmx.min.js")
    assert answer.mimetype == "text/javascript"
    assert b"2.0.3" in answer.data


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/nowhere", 404), ("PUT", "/", 405), ("GET", "/%00", 404)]
)
def test_an_error_gets_a_page_with_a_link_to_the_start_page(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert answer.text.startswith("<!doctype html>")
    assert "Start page" in answer.text


FORMS = {
    "/n/{key}/links/dealer/renew": "/n/{key}/links",
    "/n/{key}/money/count": "/n/{key}/money",
    "/n/{key}/money/paid/7": "/n/{key}/money",
    "/n/{key}/night/rules": "/n/{key}/settings",
    "/n/{key}/night/seats": "/n/{key}/night",
    "/n/{key}/tap": "/n/{key}/",
    "/again": "/",
    "/host": "/",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_tab_restored_at_the_address_of_a_form_is_redirected_to_its_page(client: FlaskClient, form: str) -> None:
    key = night_with(100, 100).key
    answer = client.get(form.format(key=key))
    assert answer.status_code == 303
    assert answer.location == FORMS[form].format(key=key)
    assert client.get(form.format(key=key), headers={"HX-Request": "true"}).status_code == 405


def test_the_address_of_a_form_of_an_unknown_night_is_not_redirected(client: FlaskClient) -> None:
    assert client.get("/n/nothing/money/count").status_code == 404


def test_an_exception_gets_a_page(client: FlaskClient) -> None:
    app = client.application
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.view_functions["home.page"] = lambda: 1 / 0
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something broke" in answer.text


@pytest.mark.parametrize("days", [400, -400], ids=["before", "after"])
def test_a_session_is_valid_whatever_its_timestamp(
    guarded: FlaskClient, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of a small board may jump; taps still work, and nights stay listed."""
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _signer: int(time.time()) - days * 86_400)
    token = re.search(r'name="csrf_token" value="([^"]+)"', guarded.get("/").text)
    assert token
    monkeypatch.undo()
    begun = guarded.post("/", data={"csrf_token": token[1], "name": "Friday", "tracked": "1"})
    assert begun.status_code == 303
    assert "Friday" in guarded.get("/").text


def test_the_session_expires_by_the_clock_of_the_browser(guarded: FlaskClient) -> None:
    cookie = guarded.get("/").headers["Set-Cookie"]
    assert "Max-Age=2592000" in cookie
    assert "Expires" not in cookie
