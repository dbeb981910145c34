"""Keys and codes stand in no log."""

import io
import logging

import pytest

from app import create_app
from app.logs import WithoutKeys, without_keys

KEY = "k3y-of-somebody_1"


@pytest.mark.parametrize("kind", ["n", "p", "tv", "live", "host", "example", "j", "j/asked"])
def test_no_kind_of_key_is_left_in_an_address(kind: str) -> None:
    assert without_keys(f"Exception on /{kind}/{KEY} [GET]") == f"Exception on /{kind}/… [GET]"
    assert KEY not in without_keys(f"Error handling request /{kind}/{KEY}?now")


def test_an_error_is_logged_without_the_key(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app({"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": "sqlite:///:memory:"})
    with caplog.at_level(logging.ERROR):
        assert app.test_client().get(f"/n/{KEY}/").status_code == 500  # there is no table at all
    assert "Exception on /n/…/ [GET]" in caplog.text
    assert KEY not in caplog.text


def test_what_the_server_logs_goes_the_same_way() -> None:
    log = logging.getLogger("tests.gunicorn")
    out = io.StringIO()
    log.addHandler(logging.StreamHandler(out))
    log.addFilter(WithoutKeys())
    log.error("Error handling request %s", f"/tv/{KEY}")
    assert out.getvalue() == "Error handling request /tv/…\n"
