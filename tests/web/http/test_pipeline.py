"""The request pipeline: its steps are listed in one place, and every post goes through them."""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from app.web.http import pipeline


def test_only_the_pipeline_runs_before_and_after_a_view(app: Flask) -> None:
    assert set(app.after_request_funcs) == {None}
    assert [hook.__module__ for hook in app.after_request_funcs[None]] == [pipeline.__name__]
    # Flask-WTF's own hook is installed, but leaves the tokens to the pipeline.
    assert app.config["WTF_CSRF_CHECK_DEFAULT"] is False
    hooks = [hook.__module__ for hook in app.before_request_funcs[None] if not hook.__module__.startswith("app.night")]
    assert sorted(hooks) == [pipeline.__name__, "flask_wtf.csrf"]


def test_every_post_needs_a_csrf_token(guarded: FlaskClient) -> None:
    """The API is exempt: programs send their own tokens, and no cookie that a foreign page could use."""
    rules = [rule for rule in guarded.application.url_map.iter_rules() if not rule.endpoint.startswith("api.")]
    posted = [rule.rule for rule in rules if "POST" in (rule.methods or ())]
    assert len(posted) > 60
    for rule in posted:
        answer = guarded.post(re.sub("<[^>]+>", "1", rule), data={})
        assert (answer.status_code, "This page is out of date" in answer.text) == (400, True), rule
