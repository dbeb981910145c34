"""A player's phone: what it shows to one player, and what it never shows."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.games.house import Stakes
from app.night import screens
from app.night.acts.queue import Done
from app.night.caches import clear_caches
from app.night.db import db
from app.night.log.replay import LiveHand
from app.night.models import Entry
from app.night.nights import current_hand
from app.night.people import changing
from app.night.people import seats as night_seats
from app.night.play import call
from app.night.play.call import end_night
from tests.night import acting
from tests.seating import add_player
from tests.web.phone.phones import DEALT, answer, deal_to_question, phone_of, phone_page, words
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]


def test_an_unknown_link_says_that_it_was_renewed(client: FlaskClient) -> None:
    for path in ("/p/nonesuch", "/p/nonesuch/answer"):
        response = client.get(path)
        assert response.status_code == 404
        assert "renewed" in response.text
    assert client.post("/p/nonesuch/answer", data={"hand": 1, "question": 1}).status_code == 404


def test_renewing_a_link_ends_the_old_one(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    old = phone_of(table, "Bob")
    seat = next(info for info in night_seats.seats(table.night) if info.name == "Bob")
    assert changing.renew_person_link(seat.player_id) is None
    assert table.client.get(old).status_code == 404
    assert table.client.get(phone_of(table, "Bob")).status_code == 200


def test_the_phone_shows_wild_cards_chips_pot_and_the_amount_to_call(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter("d dh p1 ????Kh", "d dh p2 ????5c", "d dh p3 ????2s", "p2 cbr 2")
    shown = words(phone_page(table, "Cy"))
    assert "5s and 10s are wild" in shown
    assert "Your turn 2 to call My chips 99 Pot 5" in shown
    assert "Cy's turn 2 to call for you My chips 99 Pot 5" in words(phone_page(table, "Ann"))
    assert "Cy's turn My chips 97 Pot 5" in words(phone_page(table, "Bob"))


def test_the_dealers_name_is_narrow_beside_the_button(deal: Deal) -> None:
    table = deal("five-card-stud", names=("Wolfgang", "Ann", "Johannes"))
    html = phone_page(table, "Ann")
    assert '<b class="">Wolfgang</b>' in html
    assert '<b class="long">Johannes</b>' in html


def test_the_notice_for_screen_readers_says_whose_turn_it_is(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter("d dh p1 ????Kh", "d dh p2 ????5c", "d dh p3 ????2s", "p2 cbr 2")

    def notice(name: str) -> str:
        match = re.search(r'<div id="notice"[^>]*role="status"[^>]*><p[^>]*>(.*?)</p>', phone_page(table, name), re.S)
        assert match is not None
        return unescape(match[1])

    assert notice("Cy") == "Your turn. 2 to call"
    assert notice("Ann") == "Cy's turn"
    table.enter("p3 f", "p1 f")
    assert notice("Bob") == "You win 5"
    assert notice("Cy") == "You lost 1. Bob wins 5"


def test_the_player_with_the_bring_in_is_told_so(deal: Deal) -> None:
    table = deal("kentrel", 3, stakes=Stakes(limit="fixed", ante=1, bring_in=1, small=2, big=4))
    table.enter(*(f"d dh p{seat} ????????" for seat in (1, 2, 3)), "p1 sd ??", "p2 sd ??", "p3 sd ??")
    table.enter("p1 up 3h", "p2 up Kd", "p3 up 9c")
    assert "Your turn Bring in 1, or complete it" in words(phone_page(table, "Ann"))


def test_the_phone_shows_its_players_up_cards_and_the_others_in_brief(deal: Deal) -> None:
    table = deal("woolworth", 3)
    table.enter("d dh p1 ????Kh", "d dh p2 ????5c", "d dh p3 ????2s", "p2 cbr 2", "p3 f")
    html = phone_page(table, "Bob")
    me = re.search(r'<section class="me" aria-label="Bob">.*?</section>', html, re.S)
    assert me is not None
    assert 'aria-label="5 of clubs, wild"' in me[0]
    assert "ace high" in me[0]
    others = re.findall(r'<section class="other[^"]*" aria-label="(\w+)">(.*?)</section>', html, re.S)
    assert [name for name, _ in others] == ["Cy", "Ann"]
    assert "Folded" in others[0][1]
    assert 'aria-label="King of hearts"' in others[1][1]
    assert "Bet 2" not in others[1][1]
    assert "Bet 2" in me[0]


def test_screen_readers_get_the_last_announcement(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT)
    html = phone_page(table, "Bob")
    announced = re.search(r'<div id="say"[^>]*role="status"[^>]*>(.*?)</div>', html, re.S)
    assert announced is not None
    assert "Ann opens" in announced[1]


def test_a_phone_never_shows_a_down_card(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 AsKh", "d dh p2 JdTc", "d dh p3 7c2s")
    for name in ("Ann", "Bob", "Cy"):
        html = phone_page(table, name)
        assert all(card not in html for card in ("Ace of spades", "Jack of diamonds", "7 of clubs"))
        assert 'aria-label="1 down"' in html


def test_the_phone_says_whose_turn_it_is_at_an_offer(deal: Deal) -> None:
    table = deal("baseball", 3)
    table.enter("d dh p1 ????4h")
    assert "Your turn Ann: an extra card for 2?" in words(phone_page(table, "Ann"))
    assert "Ann's turn Ann: an extra card for 2?" in words(phone_page(table, "Bob"))
    assert not buttons(phone_page(table, "Ann").partition('<div id="wishes"')[0])


def test_the_phone_says_which_card_is_dealt_next(deal: Deal) -> None:
    assert "Ann's up-card" in words(phone_page(deal("five-card-stud", 3), "Bob"))


def test_a_player_who_is_all_in_or_folded_has_nothing_to_call(deal: Deal) -> None:
    table = deal("five-card-stud", 4, stack=4, stakes=Stakes(limit="none", min_bet=2))
    table.enter(*DEALT, "d dh p4 ??3s", "p1 cbr 3", "p2 f")
    for name in ("Ann", "Bob"):
        assert "to call" not in words(phone_page(table, name))
    assert "All in" in words(phone_page(table, "Ann"))


def test_a_winner_who_has_put_in_nothing_is_told_the_profit(deal: Deal) -> None:
    table = deal("guts-two-card", 3)
    dealt = [f"d dh p{n} ????" for n in (1, 2, 3)]
    table.enter(*dealt, "p1 declare in", "p2 declare in", "p3 declare out", "d ranks high p1", "d redeal")
    table.enter(*dealt, "p1 declare in", "p2 declare out", "p3 declare out", "d ok")
    ann = words(phone_page(table, "Ann"))
    assert "You win 3 My chips 105 Tonight +5" in ann
    assert "You are 5 up" in ann


def test_untracked_chips_are_not_shown(deal: Deal) -> None:
    table = deal("five-card-stud", 3, tracked=False)
    table.enter(*DEALT)
    shown = words(phone_page(table, "Bob"))
    assert "My chips" not in shown
    assert "Pot 3" in shown


def test_the_settlement_says_once_what_the_player_won_or_lost(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    ann, bob = words(phone_page(table, "Ann")), words(phone_page(table, "Bob"))
    assert "You win 5 My chips 102 Tonight +2" in ann
    assert "You put in 3: 2 up" in ann
    assert "You lost 1 Ann wins 5 My chips 99 Tonight −1" in bob
    assert bob.count("wins 5") == 2  # once in view, once for screen readers
    assert 'aria-label="Settlement"' in phone_page(table, "Bob")


@pytest.mark.parametrize(
    ("ann", "bob", "won", "lost"),
    [
        ("Ks Kc 9s 5d", "8d Td 6s 7c", "with three kings", "pair of tens"),
        ("Ks 9d 9s 5d", "8d 4h 6s 7c", "with two pair, kings and nines", "ten high"),
        ("Ks 9d 8s 5d", "8d 4h 6s 7c", "with a pair of kings", "ten high"),
        ("Qs 9d 8s 5d", "Jh 8d 4h 7s", "with king high", "jack high"),
    ],
)
def test_hands_are_worded_as_players_say_them(deal: Deal, ann: str, bob: str, won: str, lost: str) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 cc", "p3 f")
    (down, *ups), (other, *others) = ann.split(), bob.split()
    for mine, his in zip(ups, others, strict=True):
        table.enter(f"d dh p1 {mine}", f"d dh p2 {his}", "p1 cc", "p2 cc")
    table.enter(f"p1 sm {down}Kh{''.join(ups)}", f"p2 sm {other}Tc{''.join(others)}")
    assert f"You win 7 {won}" in words(phone_page(table, "Ann"))
    assert f"You lost 3 Ann wins 7 {won}" in words(phone_page(table, "Bob"))
    assert f"7 {lost}" in words(phone_page(table, "Cy"))


def test_all_three_players_who_split_the_pot_are_named(deal: Deal) -> None:
    table = deal("five-card-stud", 4)
    table.enter(*DEALT, "d dh p4 ??3s", "p1 cbr 2", "p2 f", "p3 cc", "p4 cc")
    for cards in ("Kc 4d 5d", "6c 7c 8c", "9c Td Jc"):
        for seat, card in zip((1, 3, 4), cards.split(), strict=True):
            table.enter(f"d dh p{seat} {card}")
        table.enter("p1 cc", "p3 cc", "p4 cc")
    table.enter("d ranks high p1=p3=p4")
    assert "You lost 1 Ann wins 4, Cy 3, Dee 3" in words(phone_page(table, "Bob"))
    assert "You win 4 Cy wins 3, Dee 3" in words(phone_page(table, "Ann"))
    assert "You win 3 Ann wins 4, Dee 3" in words(phone_page(table, "Cy"))


def test_the_winners_of_both_halves_are_named(deal: Deal) -> None:
    table = deal("five-card-stud", 3, modifiers=[{"modifier": "hi-lo", "style": "cards speak"}])
    table.enter(*DEALT, "p1 cbr 2", "p2 cc", "p3 f")
    for cards in ("Kc 4d", "6c 7c", "9c Td"):
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(cards.split(), 1)), "p1 cc", "p2 cc")
    table.enter("d ranks high p1", "d ranks low p2")
    assert "You win 4 Bob wins 3" in words(phone_page(table, "Ann"))
    assert "You win 3 Ann wins 4" in words(phone_page(table, "Bob"))
    assert "You lost 1 Ann wins 4, Bob 3" in words(phone_page(table, "Cy"))


def test_a_player_who_comes_back_with_their_chips_has_bought_once(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    table.post("next")
    night = table.night
    ann, bob = (next(info.id for info in night_seats.seats(night) if info.name == name) for name in ("Ann", "Bob"))
    for seat in (ann, bob):
        assert isinstance(acting.leave(night, seat), Done)
    assert add_player(night, "Ann", 102)
    shown = words(phone_page(table, "Ann"))
    assert "My chips 102 Tonight +2 Bought 100" in shown
    assert "Ann 102 +2" in shown
    assert "Bob gone home 99 −1" in shown
    assert "Bought 100" in words(phone_page(table, "Bob"))


def test_a_player_who_wins_less_than_they_put_in_has_lost(deal: Deal) -> None:
    table = deal("five-card-stud", 3, modifiers=[{"modifier": "hi-lo", "style": "cards speak"}])
    table.enter(*DEALT, "p1 cbr 2", "p2 cc", "p3 cc")
    for cards in ("Kc 4d 5d", "6c 7c 8c", "9c Td Jc"):
        table.enter(*(f"d dh p{seat} {card}" for seat, card in enumerate(cards.split(), 1)), "p1 cc", "p2 cc", "p3 cc")
    table.enter("d ranks high p1", "d ranks low p2=p3")
    assert "You lost 1 You get 2. Ann wins 5, Cy 2" in words(phone_page(table, "Bob"))
    shown = words(phone_page(table, "Ann"))
    assert "You win 5 Bob wins 2, Cy 2" in shown
    assert "Ann 5 High half Bob 2 Low half Cy 2 Low half" in shown


def test_a_misdeal_returns_every_chip(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "d misdeal")
    assert "Misdeal You get 1 back. My chips 100" in words(phone_page(table, "Bob"))


def test_the_phone_says_what_changes_from_the_next_hand(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    add_player(table.night, "Gus", 100)
    table.enter(*DEALT)
    assert "From the next hand: Gus joins" in words(phone_page(table, "Bob"))


def test_between_hands_the_phone_shows_the_chips_and_the_next_dealer(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    assert table.post("next").status_code == 303
    assert "You deal next The next game has not been called yet. My chips 102" in words(phone_page(table, "Ann"))
    bob = words(phone_page(table, "Bob"))
    assert "Ann deals next" in bob
    assert "My chips 99" in bob
    assert "Last hand: Ann won 5" in bob


def test_a_phone_says_if_its_player_sits_out_is_out_of_chips_or_has_left(deal: Deal) -> None:
    table = deal("five-card-stud", 3, stack=1)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc", "d dh p3 ??2s", "d dh p1 3c", "d dh p2 4c", "d dh p3 5c")
    table.enter("d dh p1 3d", "d dh p2 4d", "d dh p3 5d", "d dh p1 3h", "d dh p2 4h", "d dh p3 6d")
    table.enter("p1 sm KsKh3c3d3h", "p2 sm", "p3 sm")
    table.post("next")
    assert "You have no chips" in words(phone_page(table, "Bob"))
    seats = {seat.name: seat.id for seat in night_seats.seats(table.night)}
    assert isinstance(acting.sit_out(table.night, seats["Ann"]), Done)
    assert "You are sitting out" in words(phone_page(table, "Ann"))
    assert isinstance(acting.leave(table.night, seats["Cy"]), Done)
    assert "You have left the table" in words(phone_page(table, "Cy"))


def test_a_player_not_dealt_in_watches_the_hand(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    table.post("next")
    seats = {seat.name: seat.id for seat in night_seats.seats(table.night)}
    assert isinstance(acting.sit_out(table.night, seats["Bob"]), Done)
    live = call.call_game(table.night, "five-card-stud")
    assert isinstance(live, LiveHand)
    shown = words(phone_page(table, "Bob"))
    assert "You are not in this hand" in shown
    assert "My chips 99 Pot 2" in shown
    table.hand = live.hand.id
    table.enter("d dh p1 ??Kh", "d dh p2 ??Tc")
    assert "Cy's turn" in words(phone_page(table, "Bob"))


def test_the_phone_says_if_the_night_is_over(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*DEALT, "p1 cbr 2", "p2 f", "p3 f")
    assert end_night(table.night) is None
    assert "The night is over" in words(phone_page(table, "Bob"))
    assert "My chips 99 Tonight −1" in words(phone_page(table, "Bob"))


def test_a_hand_that_needs_correction_says_so_and_asks_nothing(deal: Deal) -> None:
    table = deal_to_question(deal)
    first = db.session.get(Entry, (table.hand, 1))
    assert first is not None
    first.text = "p1 cbr 9999"
    db.session.commit()
    clear_caches()
    shown = phone_page(table, "Bob")
    assert "The dealer is correcting this hand" in words(shown)
    assert "High" not in buttons(shown)
    response = table.client.post(
        f"{phone_of(table, 'Bob')}/answer", data={"hand": table.hand, "question": 1, "action": "p2 declare high"}
    )
    assert response.status_code == 409
    assert "The dealer is correcting this hand" in response.text


def test_a_hand_with_an_invalid_game_breaks_no_page(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    hand = current_hand(table.night)
    assert hand is not None
    hand.definition = {"name": "Nonsense"}
    db.session.commit()
    clear_caches()
    assert "The dealer is correcting this hand" in words(phone_page(table, "Bob"))


def test_htmx_gets_the_parts_that_change(deal: Deal) -> None:
    table = deal_to_question(deal)
    html = phone_page(table, "Bob", **HTMX)
    assert html.lstrip().startswith('<div id="table" data-at="')
    assert re.findall(r'<div id="(\w+)" hx-swap-oob="innerHTML">', html) == [
        "say",
        "notice",
        "ask",
        "heard",
        "wishes",
        "bell",
    ]
    assert "<html" not in html


def test_the_page_has_the_version_of_the_night(deal: Deal) -> None:
    table = deal_to_question(deal)
    page = phone_page(table, "Bob")
    assert f'data-at="{screens.night_version(table.night.id)}"' in page
    assert f'data-live="/live/{phone_of(table, "Bob")[3:]}"' in phone_page(table, "Bob")


def test_an_unchanged_part_keeps_its_mark(deal: Deal) -> None:
    table = deal_to_question(deal)

    def marks(html: str) -> list[str]:
        return re.findall(r'data-state="([^"]*)"( data-fresh)?', html)

    answer(table, "Bob", "p2 declare spade")
    before = marks(phone_page(table, "Bob", **HTMX))
    answer(table, "Ann", "p1 declare high")
    assert marks(phone_page(table, "Bob", **HTMX)) == before
    changed = marks(answer(table, "Bob", "p2 declare high").text)
    assert changed[2] != before[2]
    assert changed[2][1] == " data-fresh"


def test_a_phone_contains_no_other_link(deal: Deal) -> None:
    table = deal_to_question(deal)
    stored = table.night
    others = [seat.key for seat in night_seats.seats(stored) if seat.name != "Bob"]
    html = phone_page(table, "Bob") + answer(table, "Bob", "p2 declare high").text
    assert not [key for key in (stored.key, stored.watch_key, *others) if key in html]
    assert 'href="/"' not in html
