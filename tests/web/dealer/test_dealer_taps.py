"""Taps on the dealer's screen, with htmx and with plain forms."""

import re
from collections.abc import Callable
from html import unescape

import pytest

from tests.web.dealer.test_dealer import NO_LIMIT, region, to_showdown
from tests.web.tables import HTMX, Table

Deal = Callable[..., Table]


def test_a_plain_tap_is_stored_and_redirects_to_the_table(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    answer = table.post(action="d dh p1 ??CARD", card="Kh")
    assert (answer.status_code, answer.location) == (303, table.url)
    assert table.live.actions == ("d dh p1 ??Kh",)


def test_an_htmx_tap_returns_the_screen_and_the_announcement(deal: Deal) -> None:
    table = deal("follow-the-queen", 2)
    table.enter("d dh p1 ????Qh")
    answer = table.post(action="d dh p2 ????CARD", card="7s", headers=HTMX)
    assert answer.status_code == 200
    assert 'data-seen="2"' in answer.text
    assert '<div id="say" hx-swap-oob="innerHTML"' in answer.text
    assert "Sevens are wild" in answer.text.partition("hx-swap-oob")[2]


def test_the_lines_of_one_button_are_entered_and_undone_together(deal: Deal) -> None:
    table = deal("roll-your-own", 2)
    assert table.post(action="d dh p1 ????\nd dh p1 ??????????").status_code == 422
    assert table.live.number == 0
    assert table.post(action="d dh p1 ????\nd dh p2 ????").status_code == 303
    assert len(table.live.actions) == 2
    table.post("undo")
    assert table.live.actions == ()


def test_a_refused_tap_says_why_in_place_and_changes_nothing(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh")
    answer = table.post(action="d dh p2 ??CARD", card="Kh", headers=HTMX)
    assert answer.status_code == 422
    assert "The king of hearts is Ann's up-card" in refusal(answer.text)
    assert table.live.number == 1


def test_an_action_out_of_turn_can_be_allowed(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    answer = table.post(action="p2 cc")
    assert answer.status_code == 422
    assert "<span>It is Ann&#39;s turn</span>" in answer.text
    assert '<b id="ruled">Bob checks</b>' in answer.text
    assert (
        '<button id="as-ruled" name="action" value="p2 cc !" aria-describedby="ruled">Allow it</button>' in answer.text
    )
    assert table.post(action="p2 cc", ruling="1").status_code == 303
    assert table.live.actions[-1] == "p2 cc !"


def test_a_tap_on_an_old_screen_gets_409_and_the_current_screen(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh")
    answer = table.post(action="d dh p1 ??CARD", card="2c", seen=0, headers=HTMX)
    assert answer.status_code == 409
    assert 'data-seen="1"' in answer.text
    assert "Someone else entered that first" in refusal(answer.text)


def test_the_same_tap_twice_is_stored_once(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    for _ in range(2):
        answer = table.post(action="d dh p1 ??CARD", card="Kh", seen=0, headers=HTMX)
        assert answer.status_code == 200
    assert table.live.number == 1


def test_undo_and_redo(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh")
    assert table.post("undo").status_code == 303
    assert table.live.actions == ()
    assert table.post("redo", headers=HTMX).status_code == 200
    assert table.live.actions == ("d dh p1 ??Kh",)


def test_undo_works_on_the_settlement_and_after_next_hand(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "p1 cbr 2", "p2 f")
    table.post("undo")
    assert not table.live.over
    table.enter("p2 f")
    table.post("next")
    assert table.post("undo").status_code == 303
    assert not table.live.over


def test_next_hand_is_refused_during_a_hand(deal: Deal) -> None:
    answer = deal("five-card-stud", 2).post("next")
    assert answer.status_code == 422


def test_htmx_is_redirected_to_the_call_page_after_the_hand(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh", "p1 cbr 2", "p2 f")
    answer = table.post("next", headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/n/{table.key}/call"


@pytest.mark.parametrize("amount", ["37", " 37 ", "3 7", "3\N{NARROW NO-BREAK SPACE}7"])
def test_a_typed_amount_replaces_the_range_and_may_have_spaces(deal: Deal, amount: str) -> None:
    table = deal("five-card-stud", 2, stakes=NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    assert table.post(action="p1 cbr 2..99", amount=amount).status_code == 303
    assert table.live.actions[-1] == "p1 cbr 37"


@pytest.mark.parametrize("amount", ["", "x", "-1", "1e3", "9" * 50, "٣"])
def test_an_unreadable_amount_is_asked_for_again(deal: Deal, amount: str) -> None:
    table = deal("five-card-stud", 2, stakes=NO_LIMIT)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    answer = table.post(action="p1 cbr 2..99", amount=amount)
    assert answer.status_code == 422
    assert "How much? From 2 to 99" in refusal(answer.text)


def test_a_misdeal_is_entered_while_the_pad_waits_for_a_card(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    assert table.post(action=["d dh p1 ??CARD", "d misdeal"]).status_code == 303
    assert table.live.over


def test_the_settlement_of_a_misdeal_says_who_gets_what_back(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d misdeal")
    html = table.get()
    assert "Misdeal: Ann, Bob and Cy get 1 back each" in html
    assert not [words for words in ("Nobody wins", "No chips to push", "won-by") if words in html]


def test_shown_cards_are_held_until_the_last_and_entered_in_their_places(deal: Deal) -> None:
    table = deal("seven-card-stud", 2)
    table.enter("d dh p1 ????Kh", "d dh p2 ????Qh", "p1 cc", "p2 cc")
    for first, second in (("2c", "3c"), ("4d", "5d"), ("6s", "7s")):
        table.enter(f"d dh p1 {first}", f"d dh p2 {second}", "p1 cc", "p2 cc")
    table.enter("d dh p1 ??", "d dh p2 ??", "p1 cc", "p2 cc")
    seen = table.live.number
    answer = table.post(action="p1 sm CARDS", card="As")
    assert (answer.status_code, answer.location) == (303, f"{table.url}?arm=0&held=As")
    answer = table.post(action="p1 sm CARDS", card="Ad", held="As", looking="0", headers=HTMX)
    assert 'name="held" value="AsAd"' in answer.text
    assert table.live.number == seen
    answer = table.post("undo", held="AsAd", looking="0", headers=HTMX)
    assert 'name="held" value="As"' in answer.text
    assert table.live.number == seen
    table.post(action="p1 sm CARDS", card="Ac", held="AsAd", looking="0")
    assert table.live.actions[-1] == "p1 sm AsAdKh2c4d6sAc"
    assert "three aces" in region(table.get(), "Ann")


def test_a_card_of_another_hand_cannot_be_shown(deal: Deal) -> None:
    table = to_showdown(deal)
    answer = table.post(action="p1 sm CARDS", card="Qh")
    assert answer.status_code == 422
    assert "The queen of hearts is Bob's up-card" in refusal(answer.text)


def test_a_whole_hand_shown_at_once_is_entered_as_sent(deal: Deal) -> None:
    table = to_showdown(deal)
    assert table.post(action="p1 sm CARDS", card="AhKh2c4d6s").status_code == 303
    assert table.live.actions[-1] == "p1 sm AhKh2c4d6s"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"action": "d dh p1 ??CARD"},
        {"action": "d dh p1 ??CARD", "card": "1x"},
        {"action": "nonsense", "card": "\x00"},
        {"action": "p99 cc"},
        {"action": "d dh p1 " + "??" * 150},
        {"action": "p1 sm CARDS", "card": "Kh", "held": "zz"},
        {"action": "px sm CARDS", "card": "Kh"},
        {"action": "CARDS", "card": "Kh"},
        {"action": "CARDS CARD", "card": "KhQh" * 40},
        {"action": "p1 cbr 1..999999999", "amount": "5"},
    ],
)
def test_garbage_is_refused(deal: Deal, fields: dict[str, str]) -> None:
    table = deal("five-card-stud", 2)
    assert table.post(**fields).status_code == 422
    assert table.live.number == 0


@pytest.mark.parametrize("fields", [{"seen": "x"}, {"seen": "-1"}, {"seen": "9" * 40}, {"hand": ""}, {"hand": "²"}])
def test_a_form_with_a_bad_hand_or_version_is_a_bad_request(deal: Deal, fields: dict[str, str]) -> None:
    assert deal("five-card-stud", 2).post(action="d misdeal", **fields).status_code == 400


def test_a_form_of_another_hand_gets_409(deal: Deal) -> None:
    assert deal("five-card-stud", 2).post(action="d misdeal", hand=999).status_code == 409


def test_huge_forms_are_refused(deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    assert table.post(action="d misdeal\n" * 40).status_code == 413
    assert table.post(action="x" * 500).status_code == 413
    assert table.post(action="x" * 400_000).status_code == 413


def refusal(html: str) -> str:
    """Return the message that refuses a tap."""
    message = re.search(r'<div class="refusal" role="alert">(.*?)</div>', html, re.S)
    assert message, "nothing was refused"
    return unescape(re.sub(r"<[^>]+>", " ", message[1]))


def test_a_card_in_use_links_to_the_action_that_entered_it(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Qh")
    answer = table.post(action="d dh p3 ??CARD", card="Kh")
    assert answer.status_code == 422
    assert "The king of hearts is Ann&#39;s up-card" in answer.text
    correct = re.search(r'formaction="([^"]+)" id="correct-card">Correct that card<', answer.text)
    assert correct
    assert "Ann: a down card, king of hearts" in table.client.get(correct[1]).text
    assert 'id="correct-card"' not in table.post(action="d dh p3 ??CARD", card="Zz").text
    assert 'id="correct-card"' not in table.post(action="d dh p1 CARD", card="2c").text
