"""Pictures to send, and a hand as a single file: their content fits, and they load nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from app.night.history.replays import hand_key
from app.night.play.call import end_night, next_hand
from app.web.pictures import HEIGHT, LETTER, WIDTH, fit
from tests.web.tables import Table

SVG = "{http://www.w3.org/2000/svg}"


def played(deal: Callable[..., Table], names: tuple[str, ...] = ("Ann", "Bob")) -> Table:
    """Play five-card stud: the first player shows three aces, the second a pair of kings; return the table."""
    table = deal("five-card-stud", 2, names=names)
    table.enter("d dh p1 ??", "d dh p2 ??", "d dh p1 Ah", "d dh p2 Kc", "p1 cbr 2", "p2 cc")
    for cards in ("As 9c", "Ts 8c", "4d 2c"):
        first, second = cards.split()
        table.enter(f"d dh p1 {first}", f"d dh p2 {second}", "p1 cc", "p2 cc")
    table.enter("p1 sm AcAhAsTs4d", "p2 sm KdKc9c8c2c")
    return table


def texts(svg: bytes) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


def test_the_picture_of_a_hand_names_the_winner_and_shows_the_winning_cards(deal: Callable[..., Table]) -> None:
    table = played(deal, ("Ann & <Co>", "Bob"))
    answer = table.client.get(f"/h/{hand_key(table.hand)}.svg")
    assert answer.mimetype == "image/svg+xml"
    lines = ["".join(text.itertext()) for text in texts(answer.data)]
    assert any(re.fullmatch(r"Ann & <Co> wins \d+", text) for text in lines)
    assert "three aces" in lines
    assert lines.count("A") == 3
    assert "K" not in lines


def test_a_picture_contains_its_typefaces_and_loads_nothing(deal: Callable[..., Table]) -> None:
    table = played(deal)
    answer = table.client.get(f"/h/{hand_key(table.hand)}.svg")
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.text.count("data:font/woff2;base64,") == 2
    addresses = re.findall(r"(?:href=|src=|url\()[\"']?(?!data:)[\w./]+", answer.text)
    assert addresses == []


@pytest.mark.parametrize("name", ["Bo", "Bartholomew Featherstonehaugh"])
def test_the_picture_of_a_night_fits_names_of_any_length(deal: Callable[..., Table], name: str) -> None:
    table = played(deal, (name, "Bob"))
    night = table.night
    assert next_hand(night) is None
    assert end_night(night) is None
    answer = table.client.get(f"/n/{table.key}/night.svg")
    lines = ["".join(text.itertext()) for text in texts(answer.data)]
    assert name in lines
    assert any(text.startswith("Biggest pot shown: ") for text in lines)
    assert lines.count("A") == 3
    for text in texts(answer.data):
        wide = LETTER * float(text.attrib["font-size"]) * len("".join(text.itertext()))
        assert wide <= WIDTH
        assert 0 < float(text.attrib["y"]) <= HEIGHT or "transform" in str(text.attrib)


def test_a_pot_won_without_a_showdown_is_not_the_pot_of_the_night(deal: Callable[..., Table]) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??", "d dh p2 ??", "d dh p1 Ah", "d dh p2 Kc", "p1 cbr 2", "p2 f")
    night = table.night
    assert next_hand(night) is None
    assert end_night(night) is None
    assert "Biggest pot" not in table.client.get(f"/n/{table.key}/night.svg").text


def test_the_downloaded_page_of_a_hand_has_every_step_and_needs_no_server(deal: Callable[..., Table]) -> None:
    table = played(deal)
    answer = table.client.get(f"/h/{hand_key(table.hand)}.html")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.text.count('<section class="frame">') == table.live.number + 1
    assert not re.search(r"<(?:link|script|img)[^>]+(?:href|src)=", answer.text)
    assert "url(../" not in answer.text
    assert 'url("../' not in answer.text


def test_text_shrinks_to_fit_its_place() -> None:
    assert fit("Ann", 76, 1000) == 76
    assert fit("A" * 100, 76, 1000) < 18
