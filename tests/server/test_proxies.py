"""Behind a proxy: its headers about the client are trusted if the settings name it, and streams are not buffered."""

from __future__ import annotations

import http.client
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.server.proxies import client_behind, is_proxy, problem_with_proxies
from app.tls.authority import certify, load_authority, pem
from app.tls.names import machine_names
from tests import patience
from tests.browser.stage import Stage
from tests.serving import Server, app_beside, database, free_port, serving


def forwarded(*values: str) -> list[tuple[bytes, bytes]]:
    return [(b"x-forwarded-for", value.encode()) for value in values]


@pytest.fixture
def proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_PROXIES", "192.0.2.7, 10.0.0.0/8 fd00::/8")


@pytest.mark.usefixtures("proxies")
@pytest.mark.parametrize(
    ("peer", "values", "client"),
    [
        ("192.0.2.7", ["198.51.100.4"], "198.51.100.4"),
        ("192.0.2.7", ["made.up, 1.1.1.1, 198.51.100.4"], "198.51.100.4"),
        ("192.0.2.7", ["1.1.1.1", "198.51.100.4"], "198.51.100.4"),
        ("192.0.2.7", ["198.51.100.4, 10.1.2.3"], "198.51.100.4"),
        ("192.0.2.7", ["10.1.2.3"], "10.1.2.3"),
        ("fd00::1", ["[2001:db8::5]:4711"], "2001:db8::5"),
        ("::ffff:192.0.2.7", ["198.51.100.4:80"], "198.51.100.4"),
        ("192.0.2.7", ["not an address"], "192.0.2.7"),
        ("192.0.2.7", [], "192.0.2.7"),
        ("192.0.2.8", ["198.51.100.4"], "192.0.2.8"),
        ("127.0.0.1", ["198.51.100.4"], "127.0.0.1"),
    ],
)
def test_the_client_is_the_last_address_that_is_not_a_trusted_proxy(peer: str, values: list[str], client: str) -> None:
    assert client_behind(peer, forwarded(*values)) == client


def test_no_proxy_is_trusted_without_a_setting() -> None:
    assert not is_proxy("127.0.0.1")
    assert problem_with_proxies() == ""


def test_an_invalid_proxy_address_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UPCARD_PROXIES", "127.0.0.1,caddy")
    from app.server.start import serve

    assert serve("127.0.0.1", 0) == 2
    assert "UPCARD_PROXIES holds 'caddy'" in capsys.readouterr().err


NGINX = """
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/certificate.pem;
    ssl_certificate_key {folder}/key.pem;
    location / {{
      proxy_pass {upcard};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
    }}
  }}
}}
"""
CADDY = """
{{
  admin off
  auto_https off
  storage file_system {folder}
}}
https://:{port} {{
  tls {folder}/certificate.pem {folder}/key.pem
  reverse_proxy {upcard}
}}
"""
#: The configuration and the arguments of each program.
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "nginx": (NGINX, ("-p", "{folder}", "-c", "{folder}/settings", "-g", "daemon off; master_process off;")),
    "caddy": (CADDY, ("run", "--adapter", "caddyfile", "--config", "{folder}/settings")),
}

Ask = Callable[..., http.client.HTTPResponse]


@pytest.fixture(scope="module")
def upcard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"UPCARD_PROXIES": "127.0.0.1", "UPCARD_HOSTS": "cards.example", "UPCARD_MOST_GUESSES": "3"}
    with serving(tmp_path_factory.mktemp("behind"), **settings) as server:
        yield server


@pytest.fixture(params=PROGRAMS)
def ask(
    request: pytest.FixtureRequest, upcard: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Ask]:
    """Yield a function: ``ask("GET", "/help")`` sends a request through the proxy, from the address ``client``."""
    program = shutil.which(request.param)
    if program is None:
        pytest.skip(
            f"no {request.param} found; `make tools` does not install it, since its package would start serving"
        )
    monkeypatch.setenv("UPCARD_DATA", str(tmp_path))

    certificate, key = pem(*certify(load_authority(), machine_names(), datetime.now(UTC)))
    (tmp_path / "certificate.pem").write_bytes(certificate)
    (tmp_path / "key.pem").write_bytes(key)
    text, arguments = PROGRAMS[request.param]
    port = free_port()
    (tmp_path / "settings").write_text(text.format(folder=tmp_path, port=port, upcard=upcard.url))
    command = [program, *(argument.format(folder=tmp_path) for argument in arguments)]
    context = ssl.create_default_context(cadata=load_authority().der)
    opened: list[http.client.HTTPSConnection] = []

    def ask(
        method: str, path: str, client: str = "127.0.0.1", body: str = "", **headers: str
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPSConnection(
            "localhost", port, timeout=patience.SECONDS, context=context, source_address=(client, 0)
        )
        opened.append(connection)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body or None, {"Host": "cards.example", "Accept": "text/html", **named})
        return connection.getresponse()

    with (tmp_path / "log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            for _ in range(100):
                try:
                    ask("GET", "/help")
                    break
                except (ConnectionError, ssl.SSLError):
                    assert process.poll() is None, (tmp_path / "log").read_text()
                    time.sleep(0.1)
            yield ask
        finally:
            for connection in opened:
                connection.close()
            process.terminate()


def test_cookies_behind_a_proxy_are_secure(ask: Ask) -> None:
    page = ask("GET", "/")
    assert page.status == 200
    (cookie,) = page.headers.get_all("Set-Cookie") or []
    assert cookie.startswith("__Host-upcard=")
    assert "Secure" in cookie


def test_only_configured_host_names_are_served_behind_a_proxy(ask: Ask) -> None:
    assert ask("GET", "/help", Host="bank.example").status == 421
    assert ask("GET", "/help", Host="cards.example:8443").status == 200


def test_guesses_are_limited_per_client_behind_a_proxy(ask: Ask, request: pytest.FixtureRequest) -> None:
    guesser, other = ("127.0.0.21", "127.0.0.22") if "nginx" in request.node.name else ("127.0.0.23", "127.0.0.24")
    seen = [ask("GET", f"/p/{guess}", guesser, X_Forwarded_For=f"198.51.100.{guess}").status for guess in range(5)]
    assert seen == [404, 404, 404, 429, 429]
    assert ask("GET", "/p/x", other).status == 404


def test_a_proxy_does_not_buffer_the_event_stream(ask: Ask, upcard: Server) -> None:
    app = app_beside(upcard)
    with database(app) as client:
        key = Stage(client).television().rpartition("/")[2]
        stream = ask("GET", f"/live/{key}")
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        began = time.monotonic()
        while not (line := stream.readline()).startswith(b"data: "):
            assert line
        assert time.monotonic() - began < 10  # a buffering proxy would hold it back


def test_forwarded_headers_are_ignored_without_a_trusted_proxy(tmp_path: Path) -> None:
    with serving(tmp_path, UPCARD_MOST_GUESSES="3") as server:
        host = server.url.removeprefix("http://")
        statuses, cookies = [], []
        for guess in range(5):
            connection = http.client.HTTPConnection(host, timeout=patience.SECONDS)
            headers = {"X-Forwarded-For": f"198.51.100.{guess}", "X-Forwarded-Proto": "https"}
            connection.request("GET", f"/p/{guess}", headers=headers)
            answer = connection.getresponse()
            statuses.append(answer.status)
            cookies += answer.headers.get_all("Set-Cookie") or []
            connection.close()
        assert statuses == [404, 404, 404, 429, 429]
        assert [cookie for cookie in cookies if "Secure" in cookie] == []
