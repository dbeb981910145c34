"""Trusting this server: what devices install, where they are redirected, and their cookies over https."""

from __future__ import annotations

import plistlib
import socket
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.night.people.seats import seats
from app.tls import names as machine
from app.tls.authority import load_authority
from app.web.trust import KINDS, local_path
from tests.web.tables import Table

HTTP, HTTPS = "http://upcard.local:8000", "https://upcard.local:8443"


@pytest.fixture
def secure(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """Return the app serving https beside http, with its own certificate authority."""
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop")
    monkeypatch.setattr(machine, "machine_addresses", lambda: [ip_address("192.168.1.5")])
    app.config.update(HTTP_PORT=8000, HTTPS_PORT=8443, OWN_AUTHORITY=True, LOCAL_NAME="upcard.local")
    return app


@pytest.fixture
def device(secure: Flask) -> FlaskClient:
    return secure.test_client()


def at(device: FlaskClient, path: str, origin: str = HTTP, agent: str = "", **more: str) -> TestResponse:
    return device.get(path, base_url=origin, headers={"User-Agent": agent, "Accept": "text/html", **more})


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)", "iPad"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"),
        ("Mozilla/5.0 (X11; CrOS x86_64)", "Linux"),
        ("Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) Chrome/76.0 TV Safari/537.36", "Television"),
        ("Mozilla/5.0 (Web0S; Linux/SmartTV) Chrome/94.0 Safari/537.36", "Television"),
        ("Mozilla/5.0 (Linux; Android 11; AFTKA) Silk/120.1 Safari/537.36", "Television"),
        ("Mozilla/5.0 (Linux; Android 12; BRAVIA 4K UR2) Chrome/120.0 Safari/537.36", "Television"),
        ("", "Android"),
    ],
)
def test_the_page_is_for_the_requesting_kind_of_device(device: FlaskClient, agent: str, kind: str) -> None:
    assert f'<h2 id="steps-title">{kind}</h2>' in at(device, "/trust", agent=agent).text


@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_page_for_each_kind(device: FlaskClient, kind: str) -> None:
    page = at(device, f"/trust/{kind}?next=/help").text
    assert f'<h2 id="steps-title">{KINDS[kind]}</h2>' in page
    assert 'class="trust-steps"' in page
    assert ("/trust/upcard.mobileconfig" in page) == (kind in ("ipad", "iphone"))
    assert (load_authority().shown_fingerprint in page) == (kind != "television")
    assert 'href="/trust/mac?next=/help"' in page or 'href="/trust/mac?next=%2Fhelp"' in page


def test_a_television_has_no_steps_and_a_link_back(device: FlaskClient) -> None:
    page = at(device, "/trust/television?next=/tv/k").text
    assert "There is nothing to do here." in page
    assert 'href="/tv/k">Go back</a>' in page
    assert "trust.js" not in page
    assert "Once the steps below are done" not in page
    assert "under <b>Television and phones</b>" in at(device, "/trust/television").text


def test_a_television_on_https_is_offered_plain_http(device: FlaskClient) -> None:
    page = device.get("/trust/television?next=/tv/k", base_url=HTTPS, environ_overrides={"SERVER_PORT": "8443"}).text
    assert f'href="{HTTP}/tv/k">Continue over plain http</a>' in page
    assert "this device trusts the server" not in page


def test_an_unknown_kind_is_not_found(device: FlaskClient) -> None:
    assert at(device, "/trust/toaster").status_code == 404


def test_the_certificate_is_that_of_the_authority(device: FlaskClient) -> None:
    answer = at(device, "/trust/upcard.crt")
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert x509.load_der_x509_certificate(answer.data) == load_authority().certificate
    assert b"PRIVATE" not in answer.data


def test_the_profile_contains_the_same_certificate_and_no_key(device: FlaskClient) -> None:
    answer = at(device, "/trust/upcard.mobileconfig")
    assert answer.mimetype == "application/x-apple-aspen-config"
    profile = plistlib.loads(answer.data)
    (payload,) = profile["PayloadContent"]
    assert payload["PayloadType"] == "com.apple.security.root"
    assert payload["PayloadContent"] == load_authority().der
    assert profile["PayloadUUID"] != payload["PayloadUUID"]
    assert at(device, "/trust/upcard.mobileconfig").data == answer.data


def test_only_the_trust_page_may_connect_to_the_https_port(device: FlaskClient) -> None:
    policy = at(device, "/trust").headers["Content-Security-Policy"]
    assert f"connect-src 'self' {HTTPS}" in policy
    assert f"form-action 'self' {HTTPS}" in policy
    assert HTTPS not in at(device, "/help").headers["Content-Security-Policy"]


def test_without_https_there_is_nothing_to_trust(client: FlaskClient) -> None:
    page = client.get("/trust?next=/help").text
    assert "nothing to trust" in page
    assert 'href="/help">Continue without https</a>' in page
    for path in ("/trust/upcard.crt", "/trust/upcard.mobileconfig"):
        assert client.get(path).status_code == 404
    assert client.post("/trust/go").status_code == 404


def test_a_device_that_trusts_the_server_is_redirected_to_https_from_every_page(device: FlaskClient) -> None:
    assert at(device, "/help").status_code == 200
    response = device.post("/trust/go", base_url=HTTP, data={"next": "/help?night=x"})
    assert response.location == f"{HTTPS}/help?night=x"
    assert at(device, "/?a=%2F").location == f"{HTTPS}/?a=%2F"
    assert at(device, "/help").location == f"{HTTPS}/help"
    for path in ("/trust", "/worker.js?v", "/assets/htmx.min.js"):
        assert at(device, path).status_code == 200 or path.startswith("/worker")
    assert at(device, "/help", **{"HX-Request": "true"}).status_code == 200
    assert at(device, "/help", HTTPS).status_code == 200
    device.post("/trust/stay", base_url=HTTP)
    assert at(device, "/help").status_code == 200


def test_the_redirect_to_https_does_not_show_whether_a_key_is_right(
    device: FlaskClient, deal: Callable[..., Table]
) -> None:
    key = deal().key
    device.post("/trust/go", base_url=HTTP)
    assert at(device, f"/n/{key}/").location == f"{HTTPS}/n/{key}/"
    with device.session_transaction(base_url=HTTP) as session:
        assert "dealt" not in session


def test_a_device_that_trusted_another_authority_stays_on_http(device: FlaskClient) -> None:
    device.set_cookie("upcard-https", "0123456789abcdef", domain="upcard.local")
    assert at(device, "/help").status_code == 200


def test_a_name_not_in_the_certificate_is_not_redirected(device: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_HOSTS", "cards.example")
    device.set_cookie("upcard-https", load_authority().fingerprint[:16], domain="cards.example")
    assert at(device, "/help", "http://cards.example:8000").status_code == 200
    page = at(device, "/trust", "http://cards.example:8000").text
    assert "does not cover the name" in page
    assert f"<b>{HTTPS}</b>" in page


@pytest.mark.parametrize(
    "text",
    ["", "help", "//bank.example", "https://bank.example", "/\\bank.example", "/a\nb", "/é", "javascript:1"],
)
def test_redirects_lead_only_to_pages_of_this_server(text: str) -> None:
    assert local_path(text) == "/"
    assert local_path("/n/x/night?y=1") == "/n/x/night?y=1"


def test_links_for_others_use_plain_http(secure: Flask, deal: Callable[..., Table]) -> None:
    night = deal().url
    browser = secure.test_client()
    over_https = browser.get(f"{night}links", base_url=HTTPS, environ_overrides={"SERVER_PORT": "8443"}).text
    assert "http://upcard.local:8000/tv/" in over_https
    assert "https://" not in over_https
    behind = browser.get(f"{night}links", base_url="https://upcard.local", environ_overrides={"SERVER_PORT": "8000"})
    assert "https://upcard.local/tv/" in behind.text


def test_links_opened_on_the_server_itself_use_its_local_name(secure: Flask, deal: Callable[..., Table]) -> None:
    night = deal().url
    page = secure.test_client().get(f"{night}links", base_url="http://localhost:8000").text
    assert "http://upcard.local:8000/tv/" in page


def test_a_claim_made_over_http_is_valid_over_https(secure: Flask, deal: Callable[..., Table]) -> None:
    night = deal().night
    path, phone, another = f"/p/{seats(night)[0].key}", secure.test_client(), secure.test_client()
    phone.post(f"{path}/claim", base_url=HTTP)
    assert 'id="own"' in phone.get(path, base_url=HTTPS).text
    assert phone.get_cookie("__Host-upcard-device", domain="upcard.local") is None
    phone.post(f"{path}/wish/sit-out", base_url=HTTPS)
    cookie = phone.get_cookie("__Host-upcard-device", domain="upcard.local")
    assert cookie is not None
    assert (cookie.secure, cookie.http_only, cookie.path) == (True, True, "/")
    assert 'id="own"' in phone.get(path, base_url=HTTPS).text
    assert 'id="own"' not in another.get(path, base_url=HTTPS).text


def test_a_token_of_http_is_void_once_its_device_has_posted_over_https(
    secure: Flask, deal: Callable[..., Table]
) -> None:
    """A man in the middle has read or planted the token."""
    night = deal().night
    path, victim, attacker = f"/p/{seats(night)[0].key}", secure.test_client(), secure.test_client()
    attacker.post("/ask", base_url=HTTP, data={"name": "Mal"})
    planted = attacker.get_cookie("upcard-device", domain="upcard.local")
    assert planted is not None
    victim.set_cookie("upcard-device", planted.value, domain="upcard.local")
    victim.post(f"{path}/claim", base_url=HTTPS)
    assert 'id="own"' in victim.get(path, base_url=HTTPS).text
    own = victim.get_cookie("__Host-upcard-device", domain="upcard.local")
    assert own is not None
    assert own.value != planted.value
    for origin in (HTTP, HTTPS):
        assert 'id="own"' not in attacker.get(path, base_url=origin).text


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_cookie_planted_over_http_is_not_taken_over_by_https(
    secure: Flask, deal: Callable[..., Table], method: str
) -> None:
    url = deal().url
    for planted in ("made up", made_by_an_attacker(secure, url)):
        victim = secure.test_client()
        for name in ("upcard", "upcard-device", "upcard-else"):
            victim.set_cookie(name, planted, domain="upcard.local")
        path = "/" if method == "GET" else "/example"
        answer = victim.open(path, method=method, base_url=HTTPS)
        assert "Friday" not in answer.text
        assert not [line for line in answer.headers.getlist("Set-Cookie") if planted in line]
        assert victim.get_cookie("__Host-upcard-else", domain="upcard.local") is None


def made_by_an_attacker(app: Flask, url: str) -> str:
    """Return an attacker's session, made by opening a table; it holds their form token too."""
    attacker = app.test_client()
    attacker.get(url, base_url=HTTP)
    session = attacker.get_cookie("upcard", domain="upcard.local")
    assert session is not None
    return session.value


def test_http_and_https_have_separate_sessions(secure: Flask, deal: Callable[..., Table]) -> None:
    tablet, url = secure.test_client(), deal().url
    tablet.get(url, base_url=HTTP)
    plain = tablet.get_cookie("upcard", domain="upcard.local")
    assert "Friday" not in tablet.get("/", base_url=HTTPS).text
    tablet.get(url, base_url=HTTPS)
    assert "Friday" in tablet.get("/", base_url=HTTPS).text
    assert tablet.get_cookie("__Host-upcard", domain="upcard.local") is not None
    after = tablet.get_cookie("upcard", domain="upcard.local")
    assert plain is not None
    assert after is not None
    assert (after.value, after.secure) == (plain.value, False)


def test_a_cookie_of_https_takes_precedence_over_one_of_http(secure: Flask, deal: Callable[..., Table]) -> None:
    """An attacker on http can plant a cookie, but not in place of one set over https."""
    tablet, url = secure.test_client(), deal().url
    tablet.get(url, base_url=HTTPS)
    tablet.set_cookie("upcard", "made up", domain="upcard.local")
    assert "Friday" in tablet.get("/", base_url=HTTPS).text


@pytest.mark.parametrize("name", ["upcard.local", "upcard-2.local", "UPCARD-17.local."])
def test_the_server_accepts_every_name_it_may_be_announced_under(device: FlaskClient, name: str) -> None:
    assert at(device, "/help", f"http://{name}").status_code == 200


@pytest.mark.parametrize("name", ["upcard-x.local", "upcard-200.local", "myupcard.local", "upcard.local.example"])
def test_the_server_refuses_similar_names(device: FlaskClient, name: str) -> None:
    assert at(device, "/help", f"http://{name}").status_code == 421
