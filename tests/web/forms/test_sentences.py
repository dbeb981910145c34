"""Rules as sentences: each choice appears once, with a label."""

import re
from html import unescape

import pytest
from flask import Flask, render_template_string
from werkzeug.datastructures import MultiDict

from app.games.house import HOUSE, HouseRules
from app.games.modifiers import modifier_rules
from app.web.forms.fields import FormData, SentencePart, read_section
from app.web.forms.game import settings_of
from app.web.forms.stakes import house_form

CHANGED = [name for name in modifier_rules.names() if settings_of(name)]


def shown(app: Flask, parts: list[SentencePart]) -> str:
    template = '{% from "forms/_controls.html" import rule %}{{ rule(parts) }}'
    with app.test_request_context():
        return unescape(render_template_string(template, parts=parts))


def labels(html: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"|<legend[^>]*>(.*?)</legend>', html)


@pytest.mark.parametrize("name", CHANGED)
def test_a_modifier_is_one_sentence_with_a_labelled_blank_for_each_setting(app: Flask, name: str) -> None:
    section = read_section(settings_of(name), f"modifier.{name}.", FormData(), {})
    html = shown(app, section.parts(modifier_rules.get(name).sentence))
    assert set(re.findall(r' name="modifier\.[\w-]+\.(\w+)"', html)) == {control.key for control in section.controls}
    labelled = {label or legend for label, legend in labels(html)}
    assert {control.field.label for control in section.controls} <= labelled
    assert html.count('class="sentence"') == 1


@pytest.mark.parametrize("ruling", HOUSE.values(), ids=HOUSE)
def test_a_house_rule_reads_as_a_sentence_with_each_of_its_answers(app: Flask, ruling) -> None:
    (control,) = (each for each in house_form(HouseRules()).controls if each.key == ruling.id)
    html = shown(app, control.parts)
    text = " ".join(re.sub("<option.*?</option>|<[^>]*>", " ", html, flags=re.S).split())
    assert text == " ".join(ruling.question.replace("…", " ").split())
    assert f'aria-label="{ruling.question}"' in html
    blanks = re.findall("<option[^>]*>(.*?)</option>", html)
    assert len(blanks) == len(set(blanks)) == len(ruling.answers)
    assert all(blank and not blank[0].isupper() for blank in blanks)


def test_a_wrong_amount_has_the_focus_and_its_error_follows_the_sentence(app: Flask) -> None:
    form = MultiDict({"modifier.twist.price": "chips", "modifier.twist.price.amount": "much"})
    section = read_section(settings_of("twist"), "modifier.twist.", form, {})
    html = shown(app, section.parts(modifier_rules.get("twist").sentence))
    (focused,) = re.findall(r"<(?:input|select)[^>]*autofocus[^>]*>", html)
    assert 'name="modifier.twist.price.amount" value="much"' in focused
    assert 'aria-describedby="f-modifier-twist-price-error"' in focused
    assert html.index(focused) < html.index("Enter a whole number")
