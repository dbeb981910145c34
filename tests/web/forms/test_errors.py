"""Errors in forms: the first wrong field has the focus and comes before the button."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.players.nights import Friday


@pytest.mark.parametrize(
    ("path", "fields", "field"),
    [
        ("/", {"currency": "EUR", "worth": ""}, "worth"),
        ("/", {"name": "x" * 61}, "name"),
        ("night/seats", {"name": "", "buy_in": "100"}, "name"),
        ("night/seats", {"name": "Di", "buy_in": "x"}, "buy_in"),
        ("night/rules", {"limit": "fixed", "ante": "x"}, "ante"),
        ("night/rules", {"limit": "fixed", "small": "4", "big": "2"}, "small"),
        ("money/settings", {"for": "money", "currency": "EUR", "worth": ""}, "worth"),
        ("money/settings", {"for": "chips", "colour-0": "red", "value-0": "x"}, "value-0"),
        ("night/rules", {"limit": "x"}, "limit"),
        ("money/chips", {"chips": "10"}, "seat"),
    ],
)
def test_the_wrong_field_has_the_focus_and_is_visible_above_the_button(
    client: FlaskClient, path: str, fields: dict[str, str], field: str
) -> None:
    friday = Friday(client)
    friday.sit("Ann", "Bob")
    answer = client.post(path if path == "/" else f"{friday.url.removesuffix('night')}{path}", data=fields)
    assert answer.status_code == 422
    focused = re.findall(r"<(?:input|select)[^>]*\bautofocus\b[^>]*>", answer.text)
    assert f'name="{field}"' in focused[0]
    assert 'aria-invalid="true"' in focused[0]
    described = re.search('aria-describedby="([^" ]+)', focused[0])
    assert described, "screen readers get the error with the field"
    assert re.search(f'<p class="error" id="{described[1]}">[^<]', answer.text)
    (form,) = (each for each in re.findall(r"<form.*?</form>", answer.text, re.S) if focused[0] in each)
    assert form.index(focused[0]) < form.rindex("<button")
    assert "<details" not in form.partition(focused[0])[0] or "open" in form.partition(focused[0])[0]
