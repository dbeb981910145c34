"""The dealer's screen: what it shows for each kind of prompt."""

import re
from collections.abc import Callable
from html import unescape

from flask.testing import FlaskClient

from app.games.house import Stakes
from app.hand.play import legal
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]

NO_LIMIT = Stakes(limit="none", min_bet=2)


def region(html: str, name: str) -> str:
    """Return the text of a region, with the labels of its images."""
    match = re.search(rf'<section[^>]*aria-label="{re.escape(name)}"[^>]*>(.*?)</section>', html, re.S)
    assert match, f"no region {name}"
    named = re.sub(r'<[^>]*role="img" aria-label="([^"]*)"[^>]*>', r" [\1] ", match[1])
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", named)).split())


def test_every_region_has_a_name(deal: Deal) -> None:
    html = deal("five-card-stud", 3).get()
    for name in ("Wild cards", "Pot", "Next", "Ann", "Bob", "Cy"):
        assert region(html, name) is not None
    live = 'role="status" aria-live="polite" aria-atomic="true" aria-label="Announcement"'
    assert f'<div id="say" class="announcement" {live}' in html


def test_a_card_prompt_has_one_button_for_each_card_with_its_spoken_name(deal: Deal) -> None:
    names = buttons(deal("five-card-stud", 3).get())
    assert [name for name in names if " of " in name][:3] == ["Ace of spades", "King of spades", "Queen of spades"]
    assert sum(" of " in name for name in names if name != "Out of order") == 52
    assert {"10 of hearts", "2 of clubs", "Undo", "Redo", "Log", "Sound"} <= set(names)


def test_a_card_in_use_is_disabled_and_says_where_it_is(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh")
    assert re.search(r'id="Kh"[^>]*aria-disabled="true" title="is Ann&#39;s up-card"', table.get())


def test_the_armed_seat_is_named_and_another_can_be_armed_instead(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    assert "Ann's up-card" in region(table.get(), "Next")
    html = table.get("?arm=2")
    assert "Cy, out of order" in region(html, "Next")
    assert 'value="d dh p3 ??CARD"' in html


def test_nonsense_in_the_query_is_ignored(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    for query in (
        "?arm=99",
        "?arm=-1",
        "?arm=0.7",
        "?arm=x.y",
        "?held=zz",
        "?rule=low+p9",
        "?log=7",
        "?arm=%00&held=%FF",
    ):
        assert "up-card" in region(table.get(query), "Next")


def test_two_ways_to_enter_a_card_are_two_buttons_and_the_first_is_pressed(deal: Deal) -> None:
    table = deal("roll-your-own", 2, options={"style": "choose before"})
    table.enter("d dh p1 ????", "d dh p2 ????")
    while "Turns one up" not in (html := table.get()):
        state = table.live.state
        assert state.result is None
        table.enter(legal(state)[0])
    assert 'value="d dh p1 CARD"' in html
    assert 'value="p1 up CARD"' in table.get("?arm=0.1")


def test_a_face_down_street_is_one_button(deal: Deal) -> None:
    html = deal("roll-your-own", 3).get()
    assert "Dealt" in buttons(html)
    assert 'value="d dh p1 ???' in html


def test_only_legal_bets_are_offered_with_their_amounts(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c")
    names = buttons(table.get())
    assert names[:5] == ["Bob", "Cy", "All 3 check", "Out of order", "Check"]
    assert "Bet 2" in names
    assert "Fold" in names
    table.post(action="p1 cbr 2")
    assert {"Call 2", "Raise to 4", "Fold"} <= set(buttons(table.get()))


def test_a_range_of_bets_has_presets_a_field_and_a_keypad(deal: Deal) -> None:
    table = deal("five-card-stud", 3, stakes=NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c")
    html = table.get()
    assert {"Bet 2", "Bet 3", "All in 99", "Bet"} <= set(buttons(html))
    assert 'inputmode="numeric"' in html
    assert "Bet 2 to 99" in region(html, "Next")


def test_tapping_a_later_seat_offers_a_run_of_checks_or_folds(deal: Deal) -> None:
    table = deal("five-card-stud", 5)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "d dh p4 ??3c", "d dh p5 ??4c")
    html = table.get("?arm=3")
    assert {"3 check: Ann, Bob, Cy", "3 fold: Ann, Bob, Cy", "No"} <= set(buttons(html))
    assert 'value="p1 f\np2 f\np3 f"' in html


def test_an_offer_is_yes_or_no_with_the_price(deal: Deal) -> None:
    table = deal("baseball", 3)
    table.enter("d dh p1 ????4h")
    names = buttons(table.get())
    assert {"Pay 2", "No thanks"} <= set(names)


def test_a_sealed_declaration_is_marked_as_declared_and_not_shown(deal: Deal) -> None:
    table = to_declaration(deal)
    table.enter("p1 declare high")
    html = table.get()
    assert buttons(html).count("High") == 2
    assert "Ann ✓ declared" in region(html, "Next")
    assert "High" not in region(html, "Ann")
    assert "declared" in region(html, "Ann")


def test_the_showdown_asks_for_the_down_cards_of_one_player_at_a_time(deal: Deal) -> None:
    table = to_showdown(deal)
    html = table.get()
    assert {"Muck", "Pick the winner"} <= set(buttons(html))
    assert "Ann: 1 down card to tap" in region(html, "Next")
    assert "King of hearts" in region(html, "Next")


def test_a_ruling_ranks_the_winners_in_the_order_tapped(deal: Deal) -> None:
    table = to_showdown(deal)
    html = table.get("?rule=high+p2+%3D")
    assert 'value="high p1=p2"' in html
    assert {"1. Bob", "Ann", "Award the pot"} <= set(buttons(html))
    html = table.get("?rule=high+p2%3Dp1")
    assert {"1. Bob", "1. Ann"} <= set(buttons(html))
    assert 'value="d ranks high p1=p2"' in html


def test_a_player_ranked_in_a_ruling_keeps_a_button_which_undoes_it(deal: Deal) -> None:
    table = to_showdown(deal)
    names = [name for name in buttons(table.get("?rule=high+p2+p1")) if name in ("1. Bob", "2. Ann")]
    assert names == ["2. Ann", "1. Bob"]
    assert 'value="high p1" hx-get' in table.get("?rule=high+p2+p1")
    assert {"Ann", "1. Bob"} <= set(buttons(table.get("?rule=high+p2")))


def test_the_settlement_says_what_to_push_to_whom_and_why(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "p1 cbr 2", "p2 f")
    html = table.get()
    assert "Push 4 to Ann" in region(html, "Settlement")
    assert "everyone else has folded" in region(html, "Settlement")
    assert {"Next hand", "Undo"} <= set(buttons(html))


def test_a_seat_shows_its_cards_in_the_order_dealt_and_marks_wild_ones(deal: Deal) -> None:
    table = deal("woolworth", 2)
    table.enter("d dh p1 ????5h", "d dh p2 ????Kc")
    html = table.get()
    assert "[2 down] [5 of hearts, wild]" in region(html, "Ann")
    assert "ace high" in region(html, "Ann")
    assert "are wild" in region(html, "Wild cards")


def test_a_folded_seat_says_so(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "d dh p3 ??2c", "p1 f")
    assert "Folded" in region(table.get(), "Ann")


def test_the_log_lists_actions_newest_first_each_with_a_correct_link(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    text = region(table.get("?log=1"), "Log")
    assert text.index("Bob: a down card, queen of hearts") < text.index("Ann: a down card, king of hearts")
    assert "Ann opens" in text
    assert text.count("Correct") == 2


def test_htmx_gets_a_fragment_and_a_browser_the_page(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    assert table.get().startswith("<!doctype html>")
    assert table.client.get(table.url, headers=HTMX).text.startswith('<div id="screen"')


def test_the_response_to_a_tap_is_small(deal: Deal) -> None:
    table = deal("seven-card-stud", 8)
    answer = table.post(action="d dh p1 ????CARD", card="Kh", headers=HTMX)
    assert len(answer.data) < 12_000


def test_between_hands_the_table_redirects_to_the_call_page(deal: Deal, client: FlaskClient) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "p1 cbr 2", "p2 f")
    answer = table.post("next")
    assert (answer.status_code, answer.location) == (303, f"/n/{table.key}/call")
    answer = client.get(table.url)
    assert (answer.status_code, answer.location) == (303, f"/n/{table.key}/call")


def test_enter_in_an_amount_enters_it_and_presses_no_other_button(deal: Deal) -> None:
    def pressed(html: str) -> str:
        """Return the value of the first button of the form, which Enter presses."""
        buttons = re.findall(r"<button[^>]*>", html.partition('<form id="tap"')[2])
        return next(each for each in buttons if ' form="' not in each and 'type="button"' not in each)

    table = deal("five-card-stud", 3, stakes=NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s")
    assert "All 3 check" in table.get()
    assert 'value="p1 cbr 2..99"' in pressed(table.get())
    refused = table.post(action="p1 cbr 2..99", amount="1").text
    assert 'value="p1 cbr 2..99"' in pressed(refused)
    assert 'value="d split"' in pressed(table.get("?split=even"))


def test_turning_to_another_question_announces_nothing_but_the_question(deal: Deal) -> None:
    html = to_showdown(deal).get("?rule=high", **HTMX)
    assert '<div id="whose" hx-swap-oob="innerHTML">Who wins the pot? Tap the winner</div>' in html
    assert 'id="say"' not in html


def test_screen_readers_get_the_question_of_every_pad(deal: Deal) -> None:
    table = to_showdown(deal)
    auction = deal("auction", 3, options={"sealed": True})
    auction.enter(*(f"d dh p{n} ????" for n in (1, 2, 3)), "d db Ah")
    for html, question in (
        (table.get(), "Ann: 1 down card to tap"),
        (table.get("?rule=high"), "Who wins the pot? Tap the winner"),
        (table.get("?rule=high+p2"), "Bob wins the pot"),
        (table.get("?split=even"), "Who gets how much of 2?"),
        (auction.get("?arm=1"), "Everyone bids for the ace of hearts, in secret: Bob"),
    ):
        match = re.search(r'<div id="whose"[^>]*>([^<]*)</div>', html)
        assert match
        assert unescape(match[1]) == question


def to_showdown(deal: Deal) -> Table:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "p1 cc", "p2 cc")
    for first, second in (("2c", "3c"), ("4d", "5d"), ("6s", "7s")):
        table.enter(f"d dh p1 {first}", f"d dh p2 {second}", "p1 cc", "p2 cc")
    return table


def to_declaration(deal: Deal) -> Table:
    table = deal("chicago", 2)
    table.enter("d dh p1 ????Kh", "d dh p2 ????Qh", "p1 cc", "p2 cc")
    for first, second in (("2c", "3c"), ("4d", "5d"), ("6s", "7s")):
        table.enter(f"d dh p1 {first}", f"d dh p2 {second}", "p1 cc", "p2 cc")
    table.enter("d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc")
    return table
