"""The television during a hand: only what the whole table may see."""

import re
from collections.abc import Callable
from dataclasses import replace

from flask.testing import FlaskClient

from app.cards.card import card_name
from app.hand.play import prompt
from app.hand.state import State, Teams
from app.night.caches import clear_caches
from app.night.db import db
from app.night.links import renew_code
from app.night.models import Entry, Night
from app.night.people.seats import seats
from app.night.play.call import next_hand
from app.night.screens import night_version
from app.words.reasons import reasons_text
from app.words.speaker import Speaker
from tests.night.table import set_stakes
from tests.seating import add_player
from tests.web.tables import HTMX, NAMES, Table, hold
from tests.web.television.watching import (
    FOLDED,
    THREE,
    announcement,
    called,
    night_with,
    part,
    places,
    seen,
    until,
    words,
)

Deal = Callable[..., Table]


def test_a_hand_is_shown_with_its_cards_the_pot_and_the_player_to_act(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE, "p1 cbr 2")
    html = seen(table)
    assert part(html, "Wild cards") == "Nothing wild"
    assert part(html, "Pot") == "Pot 5"
    assert part(html, "Ann") == "Ann 97 [1 down] [King of hearts] opens : king high showing king high Bet 2"
    assert part(html, "Bob").startswith("Bob to act 99")
    assert part(html, "Cy").startswith("[Dealer] Cy 99")
    assert "Bob to act: 2 to call" in words(html)
    assert announcement(html).startswith("Ann opens")


def test_before_the_first_card_the_game_and_the_dealer_are_named(deal: Deal) -> None:
    assert announcement(seen(deal("five-card-stud", 3))) == "Five-Card Stud, Cy deals"


def test_wild_cards_are_named_and_marked(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s")
    html = seen(table)
    assert part(html, "Wild cards").startswith("Sevens are wild (followed Ann's queen")
    assert "[7 of spades, wild]" in part(html, "Bob")
    assert "Sevens are wild" in announcement(html)


def test_a_down_card_is_nowhere_on_the_page(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 9dKh", "d dh p2 ??Th", "d dh p3 ??2s")
    html = seen(table)
    assert "9 of diamonds" not in html
    assert part(html, "Ann").startswith("Ann to act 99 [1 down] [King of hearts] opens")


def test_declarations_are_shown_once_all_are_in(deal: Deal) -> None:
    def one_to_come(state: State) -> bool:
        return (
            prompt(state).kind == "declare"
            and sum(player.declared is None for player in state.players if player.live) == 1
        )

    table = until(deal("chicago", 3), one_to_come)
    state = table.live.state
    last = next(seat for seat in state.live if state.players[seat].declared is None)
    html = seen(table)
    for seat in state.live:
        assert ("✓ declared" in part(html, NAMES[seat])) == (seat != last)
        assert not re.search(r"\b(High|Low|Both|Spade)\b", part(html, NAMES[seat]))
    table.enter(f"p{last + 1} declare high")
    html = seen(table)
    for seat in state.live:
        declared = table.live.state.players[seat].declared or ""
        assert declared.capitalize() in part(html, NAMES[seat])
        assert declared in announcement(html)


def test_the_page_does_not_depend_on_a_sealed_declaration(deal: Deal) -> None:
    table = until(deal("chicago", 3), lambda state: prompt(state).kind == "declare")
    seat = table.live.state.live[0] + 1
    pages = []
    for choice in ("high", "spade", "both"):
        table.enter(f"p{seat} declare {choice}")
        pages.append(words(seen(table)))
    assert pages[0] == pages[1] == pages[2]


def test_side_pots_are_shown_with_who_can_win_them(client: FlaskClient) -> None:
    table = called(client, night_with(100, 100, 20))
    table.enter(*THREE, "p1 cbr 40", "p2 cc", "p3 cc")
    assert [table.live.state.name(seat) for seat in range(3)] == ["Bob", "Cy", "Ann"]
    html = seen(table)
    assert "All in" in part(html, "Cy")
    assert part(html, "Pot") == "Pot 102 Main pot 60 everyone Side pot 42 Bob, Ann"


def test_several_hands_of_a_player_are_shown_apart(deal: Deal) -> None:
    table = until(deal("bunk-beds", 3), lambda state: any(len(player.up) == 2 for player in state.players))
    html = seen(table)
    assert 'role="group" aria-label="high"' in html
    assert 'role="group" aria-label="low"' in html


def test_partners_are_named(deal: Deal) -> None:
    table = until(deal("pick-a-partner", 4), lambda state: bool(state.recall(Teams).pairs))
    first, second = (table.live.state.name(seat) for seat in table.live.state.recall(Teams).pairs[0])
    html = seen(table)
    assert f"with {second}" in part(html, first)
    assert f"with {first}" in part(html, second)


def test_the_settlement_says_who_wins_what_and_why(deal: Deal) -> None:
    table = until(deal("chicago", 3), lambda state: state.result is not None and len(state.result.awards) > 1)
    result = table.live.state.result
    assert result is not None
    settlement = part(seen(table), "Settlement")
    for award in result.awards:
        won = f"{award.share.capitalize()} half {table.live.state.name(award.seat)} wins {award.amount}"
        assert won in settlement
        assert all(f"[{card_name(held)}]" in settlement for held, _ in award.plays)
        assert reasons_text(award.why, Speaker(table.live.state.setup.names)) in settlement
    assert "Push" not in settlement


def test_a_seat_names_the_winning_hand(deal: Deal) -> None:
    """The seat of the low winner names the low hand, not the player's high hand."""

    def low_won(state: State) -> bool:
        return state.result is not None and any(award.share == "low" and award.hand for award in state.result.awards)

    table = until(deal("omaha-eight", 4), low_won)
    state, html = table.live.state, seen(table)
    assert state.result is not None
    for seat in {award.seat for award in state.result.awards if award.hand}:
        won = dict.fromkeys(award.hand.text for award in state.result.awards if award.seat == seat and award.hand)
        assert part(html, state.name(seat)).endswith("; ".join(won))


def test_only_the_last_bet_is_shown_below_the_table(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 9dKh")
    assert 'class="last-action' not in seen(table)
    table.enter("d dh p2 ??Th", "d dh p3 ??2s", "p1 cbr 2")
    assert '<p class="last-action">Ann bets 2</p>' in seen(table)


def test_the_wild_cards_line_says_why_the_next_card_will_be_wild(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s", "d dh p3 ????Qs")
    phone = table.client.get(hold(table.client, seats(table.night)[0].key)).text
    for html in (seen(table), table.get(), phone):
        assert part(html, "Wild cards") == "Next up-card is wild (Cy's queen)"


def test_the_winner_is_marked_and_the_losers_are_not(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    html = seen(table)
    assert part(html, "Settlement").startswith("Ann wins 5")
    assert part(html, "Ann").startswith("Ann 102 wins +5")
    assert "wins" not in part(html, "Bob")
    assert "Folded" in part(html, "Bob")


def test_a_misdeal_returns_the_antes(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d misdeal")
    assert "Misdeal Ann, Bob and Cy get 1 back each." in part(seen(table), "Settlement")


def test_a_misdeal_says_who_gets_what_back(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE, "p1 cbr 2", "d misdeal")
    assert "Ann gets 3 back, Bob and Cy get 1 back each." in part(seen(table), "Settlement")


def test_a_misdeal_says_who_gets_what_back_if_chips_are_not_tracked(deal: Deal) -> None:
    table = deal("five-card-stud", 3, tracked=False)
    table.enter(*THREE, "p1 cbr 2", "d misdeal")
    assert "Ann gets 3 back, Bob and Cy get 1 back each." in part(seen(table), "Settlement")


def test_queued_changes_are_shown_during_a_hand_and_at_its_end(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    assert "From the next hand" not in seen(table)
    add_player(table.night, "Gus", 100)
    set_stakes(table.night, replace(table.night.stakes, ante=2))
    for lines in (THREE, ("p1 cbr 2", "p2 f", "p3 f")):
        table.enter(*lines)
        assert "From the next hand: Gus joins, ante 2" in words(seen(table))
    next_hand(table.night)
    assert "From the next hand" not in seen(table)


def test_htmx_gets_the_parts_that_change_with_the_version(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE)
    night = table.night
    html = table.client.get(f"/tv/{night.watch_key}", headers=HTMX).text
    assert html.startswith('<main id="tv"')
    assert f'data-at="{night_version(night.id)}"' in html
    assert '<div id="say" hx-swap-oob="innerHTML"' in html
    assert '<div id="top" data-announced="1" hx-swap-oob="innerHTML"' in html


def test_a_repeated_announcement_has_a_new_number(deal: Deal) -> None:
    def number(html: str) -> str:
        match = re.search(r'id="say"[^>]*data-announced="([^"]*)"', html)
        assert match is not None
        return match[1]

    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Th")
    first = seen(table)
    table.enter("p1 cc")
    second = seen(table)
    table.enter("p2 cc", "d dh p1 4c", "d dh p2 3c")
    third = seen(table)
    assert announcement(first) == announcement(second) == announcement(third)
    assert number(first) == number(second) != number(third)


def test_announcements_contain_their_spoken_text(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s", "d dh p3 ????2d")
    html = seen(table)
    aloud = re.findall(r'data-spoken="([^"]*)"', html)
    assert aloud
    assert not any("(" in text for text in aloud)


def test_the_page_has_no_links_and_no_forms(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE)
    html = seen(table)
    assert table.key not in html
    assert "<form" not in html
    assert "hx-post" not in html
    assert not re.findall(r'<a\b[^>]*href="(?!\?near=)', html)


def test_without_scripts_the_page_reloads_itself(deal: Deal) -> None:
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in seen(deal("five-card-stud", 3))


def test_a_hand_that_cannot_continue_still_shows_the_seats(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE)
    entry = db.session.get_one(Entry, (table.hand, 1))
    entry.text = "p1 cbr 9999"
    db.session.commit()
    clear_caches()
    html = seen(table)
    assert "The hand continues once the dealer has corrected the log." in html
    assert list(places(html)) == ["Ann", "Bob", "Cy"]


def test_a_renewed_link_says_that_it_was_renewed(client: FlaskClient) -> None:
    night = night_with(100, 100)
    old = night.watch_key
    renew_code(night, "watch_key")
    response = client.get(f"/tv/{old}")
    assert response.status_code == 404
    assert "renewed" in response.text
    assert client.get(f"/tv/{db.session.get_one(Night, night.id).watch_key}").status_code == 200


def test_the_dealers_key_opens_no_television(client: FlaskClient) -> None:
    assert client.get(f"/tv/{night_with(100, 100).key}").status_code == 404


def test_the_television_accepts_only_get_and_head(client: FlaskClient) -> None:
    address = f"/tv/{night_with(100, 100).watch_key}"
    assert client.head(address).status_code == 200
    for refused in (client.post(address), client.put(address), client.delete(address)):
        assert refused.status_code == 405
        assert set(refused.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
