"""Compression: which responses are compressed, and that they decompress to the same bytes."""

import gzip
import re

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from app.web.http import assets as compression

CSS = "/static/css/base.css"
GZIP = {"Accept-Encoding": "gzip, deflate, br"}
HTMX = {**GZIP, "HX-Request": "true"}


def fetch(client: FlaskClient, address: str, **headers: str) -> tuple[Response, bytes]:
    """Return a closed response and its body as sent."""
    with client.get(address, headers={name.replace("_", "-"): text for name, text in headers.items()}) as answer:
        return answer, answer.data


def static_files(client: FlaskClient) -> list[str]:
    return re.findall(r'(?:href|src)="(/(?:static|assets)/[^"]+)"', client.get("/").text)


def test_text_assets_are_compressed(client: FlaskClient) -> None:
    seen = set()
    for address in static_files(client):
        _, plain = fetch(client, address)
        answer, wire = fetch(client, address, Accept_Encoding="gzip")
        if answer.content_encoding is None:
            assert address.partition("?")[0].endswith((".png", ".woff2")) or len(plain) < compression.MIN_BYTES
            assert wire == plain
            continue
        assert answer.content_encoding == "gzip"
        assert gzip.decompress(wire) == plain
        assert answer.content_length == len(wire) < len(plain) * 0.5
        assert "immutable" in answer.headers["Cache-Control"]
        seen.add(answer.mimetype)
    assert {"text/css", "text/javascript"} <= seen


def test_a_client_without_gzip_gets_the_plain_file_and_caches_keep_both(client: FlaskClient) -> None:
    for accepted in ("", "identity", "br", "gzip;q=0"):
        answer, wire = fetch(client, CSS, Accept_Encoding=accepted)
        assert answer.content_encoding is None
        assert answer.content_length == len(wire)
        assert "Accept-Encoding" in answer.vary
        assert answer.get_etag()[1] is False
    answer, _ = fetch(client, CSS, Accept_Encoding="gzip")
    assert "Accept-Encoding" in answer.vary


def test_an_unchanged_file_gets_304_compressed_or_not(client: FlaskClient) -> None:
    gzipped, _ = fetch(client, CSS, Accept_Encoding="gzip")
    plain, _ = fetch(client, CSS)
    assert gzipped.headers["ETag"] == "W/" + plain.headers["ETag"]
    for tag in (gzipped.headers["ETag"], plain.headers["ETag"]):
        again, wire = fetch(client, CSS, Accept_Encoding="gzip", If_None_Match=tag)
        assert (again.status_code, wire) == (304, b"")
        assert again.headers["ETag"] == gzipped.headers["ETag"]
        assert again.content_encoding is None
        assert "Accept-Encoding" in again.vary
    changed, wire = fetch(client, CSS, Accept_Encoding="gzip", If_None_Match='"another"')
    assert changed.status_code == 200
    assert gzip.decompress(wire)


def test_a_range_of_a_file_is_not_compressed(client: FlaskClient) -> None:
    _, whole = fetch(client, CSS)
    answer, part = fetch(client, CSS, Accept_Encoding="gzip", Range="bytes=10-19")
    assert answer.status_code == 206
    assert answer.content_encoding is None
    assert part == whole[10:20]
    answer, _ = fetch(client, CSS, Accept_Encoding="gzip")
    assert "Accept-Ranges" not in answer.headers


def test_head_returns_the_length_of_the_compressed_file(client: FlaskClient) -> None:
    _, wire = fetch(client, CSS, Accept_Encoding="gzip")
    with client.head(CSS, headers=GZIP) as answer:
        assert answer.content_encoding == "gzip"
        assert answer.content_length == len(wire)
        assert answer.data == b""


def test_pictures_are_not_compressed(client: FlaskClient) -> None:
    answer, _ = fetch(client, "/static/icons/upcard-180.png", Accept_Encoding="gzip")
    assert answer.content_encoding is None
    assert "Accept-Encoding" not in answer.vary


def test_a_changed_file_is_compressed_again(app: Flask, client: FlaskClient, tmp_path) -> None:
    app.static_folder = str(tmp_path)
    for colour in ("red", "green"):
        (tmp_path / "some.css").write_text(f"p {{ color: {colour}; }}\n" * 200)
        _, wire = fetch(client, "/static/some.css", Accept_Encoding="gzip")
        assert colour.encode() in gzip.decompress(wire)


def test_the_response_to_a_tap_is_compressed(client: FlaskClient, deal) -> None:
    table = deal()
    plain = client.get(table.url, headers={"HX-Request": "true"}).data
    answer, wire = fetch(client, table.url, **HTMX)
    assert answer.content_encoding == "gzip"
    assert gzip.decompress(wire) == plain
    assert answer.content_length == len(wire) < len(plain) * 0.4
    tapped = table.post(headers=HTMX, action="d dh p1 ??Kh")
    assert tapped.content_encoding == "gzip"
    assert "King of hearts" in gzip.decompress(tapped.data).decode()


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_a_page_requested_by_the_user_or_this_site_is_compressed(client: FlaskClient, deal, site: str) -> None:
    answer, wire = fetch(client, deal().url, Accept_Encoding="gzip", Sec_Fetch_Site=site)
    assert answer.content_encoding == "gzip"
    assert b"<!doctype html>" in gzip.decompress(wire)


@pytest.mark.parametrize("headers", [{}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}])
def test_a_page_that_another_site_may_have_requested_is_not_compressed(
    client: FlaskClient, deal, headers: dict[str, str]
) -> None:
    answer, wire = fetch(client, deal().url, Accept_Encoding="gzip", **headers)
    assert answer.content_encoding is None
    assert b"<!doctype html>" in wire


def test_an_event_stream_is_not_compressed(client: FlaskClient, deal) -> None:
    with client.get(f"/live/{deal().key}", headers=HTMX) as answer:
        assert answer.mimetype == "text/event-stream"
        assert answer.content_encoding is None
        assert next(iter(answer.response)).startswith(b"retry:")


def test_assets_set_no_cookie(client: FlaskClient) -> None:
    """A response that varies with the cookie would be cached only until the next response renews the cookie."""
    for address in static_files(client):
        answer, _ = fetch(client, address)
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.vary
