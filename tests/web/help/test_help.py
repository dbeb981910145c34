"""The help page: it explains every pad and house rule, and links back to where it was opened."""

import dataclasses
import re
from collections.abc import Callable
from html import unescape
from typing import get_args

import pytest
from flask.testing import FlaskClient

from app.games.house import HOUSE, HouseRules
from app.hand.ask import PromptKind
from tests.web.tables import HTMX, Table

#: The section of the help page that explains each kind of prompt.
EXPLAINED = {
    "card": "cards",
    "roll": "offers",
    "dealt": "dealt",
    "done": "dealt",
    "bet": "bets",
    "offer": "offers",
    "declare": "declare",
    "show": "showdown",
    "over": "settlement",
}


@pytest.fixture
def page(client: FlaskClient) -> str:
    response = client.get("/help")
    assert response.status_code == 200
    return response.text


def test_the_contents_link_to_every_section(page: str) -> None:
    contents = page.split("<nav", 1)[1].split("</nav>")[0]
    wanted = re.findall(r'href="#([^"]+)"', contents)
    assert len(wanted) > 10
    assert wanted == re.findall(r'<h2 id="([^"]+)"', page)


def test_every_kind_of_prompt_is_explained(page: str) -> None:
    assert set(EXPLAINED) == set(get_args(PromptKind))
    for section in EXPLAINED.values():
        assert f'<h2 id="{section}">' in page


def test_every_house_rule_is_listed(page: str) -> None:
    for field in dataclasses.fields(HouseRules):
        assert f"<dt>{HOUSE[field.name].question}</dt>" in unescape(page)


def test_drawings_cannot_be_tapped_and_are_not_read_aloud(page: str) -> None:
    drawn = page.split('<div class="drawn')[1:]
    assert len(drawn) > 5
    for drawing in drawn:
        assert 'aria-hidden="true"' in drawing.split(">", 1)[0]
        assert not re.search(r"<(button|a|input)\b", drawing.split("</div>", 1)[0])


def test_help_links_to_the_start_page_and_the_example(page: str) -> None:
    assert 'href="/"' in page
    assert 'action="/example"' in page
    assert "Back to the table" not in page


def test_help_opened_at_a_table_links_back_and_turns_hints_on(deal: Callable[..., Table]) -> None:
    table = deal()
    page = table.client.get(f"/help?night={table.key}").text
    assert f'href="{table.url}"' in page
    shown = re.search(r'<form method="post" action="([^"]*)"', page)
    assert shown is not None
    answer = table.client.post(shown[1], data={"hints": "on"})
    assert answer.headers["Location"] == table.url
    assert 'aria-label="Hint"' in table.get()


@pytest.mark.parametrize("key", ["nothing", "../../etc", "x" * 500, "<b>"])
def test_help_for_an_unknown_night_links_to_the_start_page(client: FlaskClient, key: str) -> None:
    response = client.get("/help", query_string={"night": key})
    assert response.status_code == 200
    assert "Back to the table" not in response.text


def test_the_dealers_screen_links_to_help(deal: Callable[..., Table]) -> None:
    table = deal()
    assert f'href="/help?night={table.key}"' in table.get()
    assert "/help" not in table.get(**HTMX)
