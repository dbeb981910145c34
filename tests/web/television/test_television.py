"""The television's page: what the whole table may see at each moment of a night, and nothing else."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from random import Random

import pytest
from flask import Flask, render_template
from flask.testing import FlaskClient

from app import create_app
from app.cards.card import card_name, parse_cards
from app.games.catalog import catalog
from app.games.house import Stakes
from app.hand.folding import Teams
from app.hand.play import prompt
from app.hand.state import State
from app.hand.view import TELEVISION, view
from app.night import (
    Night,
    add_player,
    buy_in,
    call_game,
    end_night,
    leave,
    night_by_key,
    night_version,
    renew_television,
    seats,
    sit_out,
    start_night,
)
from app.night import next_hand as clear_hand
from app.night.db import db
from app.night.log.replay import LiveHand
from app.night.models import Entry
from app.web.table.board import board
from app.web.table.layout import columns, television_place
from app.web.television.page import TelevisionPage
from app.web.television.seats import TelevisionSeat
from app.words import Speaker, reasons
from tests.hand.random_play import RandomDealer
from tests.hand.test_random_play import deal as deal_random
from tests.web.tables import HTMX, NAMES, Table

Deal = Callable[..., Table]

THREE = ("d dh p1 ??Kh", "d dh p2 ??Th", "d dh p3 ??2s")
FOLDED = (*THREE, "p1 cbr 2", "p2 f", "p3 f")
#: How many states of each game's hand are drawn.
DRAWN = 8


def night_of(table: Table) -> Night:
    night = night_by_key(table.key)
    assert night is not None
    return night


def night_with(*stacks: int) -> Night:
    """A night of players with these stacks; the last one deals first."""
    night = start_night("Friday", Stakes(limit="none", min_bet=2), {}, True)
    assert isinstance(night, Night)
    for name, stack in zip(NAMES, stacks, strict=False):
        add_player(night, name, stack)
    return db.session.get_one(Night, night.id)


def called(client: FlaskClient, night: Night, game: str = "five-card-stud") -> Table:
    """A hand begun at this night."""
    begun = call_game(night, game)
    assert isinstance(begun, LiveHand), begun
    return Table(client, night.key, begun.hand.id)


def next_deal(night: Night) -> Night:
    """The finished hand, cleared from the table."""
    assert clear_hand(night) is None
    return db.session.get_one(Night, night.id)


def until(table: Table, there: Callable[[State], bool]) -> Table:
    """The hand played at random until it has come that far."""
    for seed in range(60):
        dealer = RandomDealer(table.live.state.setup, Random(seed))
        while not there(dealer.state) and dealer.state.result is None:
            dealer.step()
        if there(dealer.state):
            table.enter(*dealer.lines)
            return table
    raise AssertionError("no such hand")


def watch(client: FlaskClient, night: Night, query: str = "") -> str:
    """What the television shows of a night."""
    response = client.get(f"/tv/{night.watch_key}{query}")
    assert response.status_code == 200
    return response.text


def seen(table: Table, query: str = "") -> str:
    return watch(table.client, night_of(table), query)


def part(html: str, name: str) -> str:
    """The words of a region, in which cards stand by their names."""
    found = re.search(rf'<section\b[^>]*aria-label="{re.escape(name)}"[^>]*>(.*?)</section>', html, re.S)
    assert found is not None, f"no region {name}"
    return words(found[1])


def words(html: str) -> str:
    named = re.sub(r'<(?:span|i)\b[^>]*role="img" aria-label="([^"]*)"[^>]*>[^<]*', r" [\1] ", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", named)).split())


def said(html: str) -> str:
    """What is announced."""
    found = re.search(r'<div id="say"[^>]*>(.*?)</div>\n', html, re.S)
    assert found is not None
    return words(found[1])


def places(html: str) -> dict[str, str]:
    """Where each player sits."""
    return {name: place for place, name in re.findall(r'class="seat (a\d\d u\d\d)[^"]*" aria-label="([^"]*)"', html)}


def test_a_hand_is_shown_with_its_cards_its_pot_and_whose_turn_it_is(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE, "p1 cbr 2")
    html = seen(table)
    assert part(html, "Wild cards") == "Nothing wild"
    assert part(html, "Pot") == "Pot 5"
    assert part(html, "Ann") == "Ann 97 [1 down] [King of hearts] opens : king high showing king high Bet 2"
    assert part(html, "Bob").startswith("Bob to act 99")
    assert part(html, "Cy").startswith("[Dealer] Cy 99")
    assert "Bob to act: 2 to call" in words(html)
    assert said(html).startswith("Ann opens")


def test_before_the_first_card_it_says_who_deals_what(deal: Deal) -> None:
    assert said(seen(deal("five-card-stud", 3))) == "Five-Card Stud, Cy deals"


def test_wild_cards_are_named_and_marked(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s")
    html = seen(table)
    assert part(html, "Wild cards").startswith("Sevens are wild (followed Ann's queen")
    assert "[7 of spades, wild]" in part(html, "Bob")
    assert "Sevens are wild" in said(html)


def test_a_card_that_has_not_been_turned_is_nowhere_on_the_page(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 9dKh", "d dh p2 ??Th", "d dh p3 ??2s")
    html = seen(table)
    assert "9 of diamonds" not in html
    assert part(html, "Ann").startswith("Ann to act 99 [1 down] [King of hearts] opens")


def test_a_sealed_declaration_is_seen_when_all_are_in(deal: Deal) -> None:
    def one_to_come(state: State) -> bool:
        return prompt(state).kind == "declare" and sum(one.declared is None for one in state.players if one.live) == 1

    table = until(deal("chicago", 3), one_to_come)
    state = table.live.state
    last = next(seat for seat in state.live if state.players[seat].declared is None)
    html = seen(table)
    for seat in state.live:
        assert ("✓ answered" in part(html, NAMES[seat])) == (seat != last)
        assert not re.search(r"\b(High|Low|Both|Spade)\b", part(html, NAMES[seat]))
    table.enter(f"p{last + 1} declare high")
    html = seen(table)
    for seat in state.live:
        declared = table.live.state.players[seat].declared or ""
        assert declared.capitalize() in part(html, NAMES[seat])
        assert declared in said(html)


def test_no_word_of_the_page_depends_on_what_was_declared_under_a_seal(deal: Deal) -> None:
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
    assert part(html, "Pot") == "Pot 102 Main 60 Bob, Cy, Ann Side 42 Bob, Ann"


def test_several_hands_before_a_player_are_kept_apart(deal: Deal) -> None:
    table = until(deal("bunk-beds", 3), lambda state: any(len(one.up) == 2 for one in state.players))
    html = seen(table)
    assert 'role="group" aria-label="high"' in html
    assert 'role="group" aria-label="low"' in html


def test_partners_are_named(deal: Deal) -> None:
    table = until(deal("pick-a-partner", 4), lambda state: bool(state.recall(Teams).pairs))
    one, other = (table.live.state.name(seat) for seat in table.live.state.recall(Teams).pairs[0])
    html = seen(table)
    assert f"with {other}" in part(html, one)
    assert f"with {one}" in part(html, other)


def test_the_settlement_says_what_to_push_to_whom_and_why(deal: Deal) -> None:
    table = until(deal("chicago", 3), lambda state: state.result is not None and len(state.result.awards) > 1)
    result = table.live.state.result
    assert result is not None
    settlement = part(seen(table), "Settlement")
    for award in result.awards:
        assert f"{award.share} {table.live.state.name(award.seat)} {award.amount}" in settlement
        assert reasons(award.why, Speaker(table.live.state.setup.names)) in settlement
    assert re.search(r"^Push \d+ to ", settlement)


def test_the_winner_is_marked_and_the_losers_are_not(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    html = seen(table)
    assert part(html, "Settlement").startswith("Push 5 to Ann")
    assert part(html, "Ann").startswith("Ann wins +5 102")
    assert "wins" not in part(html, "Bob")
    assert "Folded" in part(html, "Bob")


def test_a_misdeal_pushes_nothing(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter("d dh p1 ??Kh", "d misdeal")
    assert "No chips to push: misdeal" in part(seen(table), "Settlement")


def test_between_two_hands_it_says_who_deals_next_and_keeps_the_last_settlement(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    next_deal(night_of(table))
    html = seen(table)
    assert said(html) == "Ann deals next and calls the game"
    assert part(html, "Ann") == "[Dealer] Ann 102"
    assert part(html, "Bob") == "Bob 99"
    assert "Last hand: Five-Card Stud" in words(html)
    assert part(html, "Settlement").startswith("Push 5 to Ann")
    assert 'aria-label="Wild cards"' not in html


def test_before_the_first_hand_it_says_who_deals_first(client: FlaskClient) -> None:
    html = watch(client, night_with(100, 100, 100))
    assert said(html) == "Ann deals first and calls the game"
    assert "No game has been called yet." in html


def test_before_anybody_is_seated_it_says_what_will_be_here(client: FlaskClient) -> None:
    html = watch(client, night_with())
    assert said(html) == "Waiting for players"
    assert "Nobody is seated yet." in html
    assert "whose turn it is" in html


def test_one_player_alone_waits_for_others(client: FlaskClient) -> None:
    html = watch(client, night_with(100))
    assert said(html) == "Waiting for players"
    assert part(html, "Ann") == "[Dealer] Ann 100"


def test_the_end_of_a_night_shows_what_everyone_takes_home(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    next_deal(night_of(table))
    assert end_night(night_of(table)) is None
    html = seen(table)
    assert said(html) == "The night is over"
    standings = part(html, "Standings")
    assert "Ann 1 102 +2 Bob 0 99 \N{MINUS SIGN}1 Cy 0 99 \N{MINUS SIGN}1" in standings


def test_who_went_home_early_stands_in_the_end_as_well(client: FlaskClient) -> None:
    night = night_with(100, 60, 100)
    assert leave(night, seats(night)[1].id) is None
    assert end_night(night) is None
    assert "Bob 0 60 0" in part(watch(client, night), "Standings")


def test_a_night_with_chips_of_its_own_counts_hands_alone(deal: Deal) -> None:
    table = deal("five-card-stud", 3, tracked=False)
    table.enter(*FOLDED)
    next_deal(night_of(table))
    assert part(seen(table), "Ann") == "[Dealer] Ann"
    end_night(night_of(table))
    assert part(seen(table), "Standings").endswith("Ann 1 Bob 0 Cy 0")


def test_nobody_moves_when_the_deal_passes_on(client: FlaskClient) -> None:
    night = night_with(100, 100, 100)
    found = [places(watch(client, night))]
    dealers = set()
    for _ in range(3):
        table = called(client, night)
        table.enter(*FOLDED)
        html = seen(table)
        found.append(places(html))
        dealers |= {name for name in found[0] if "[Dealer]" in part(html, name)}
        night = next_deal(night)
        found.append(places(watch(client, night)))
    assert dealers == {"Ann", "Bob", "Cy"}
    assert all(one == found[0] for one in found)
    assert len(set(found[0].values())) == 3


def test_who_sits_out_keeps_their_place(client: FlaskClient) -> None:
    night = night_with(100, 100, 100, 100)
    before = places(watch(client, night))
    assert sit_out(night, seats(night)[1].id) is None
    table = called(client, night)
    html = seen(table)
    assert places(html) == before
    assert part(html, "Bob") == "Bob 100 Sits out"


def test_who_has_lost_all_or_came_late_is_told_apart_from_who_sits_out(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    add_player(night_of(table), "Dee", 50)
    add_player(night_of(table), "Eve", 0)
    html = seen(table)
    assert part(html, "Dee") == "Dee 50 In from the next hand"
    assert part(html, "Eve") == "Eve 0 Out of chips"


def test_who_went_home_after_a_hand_is_seen_in_it_still(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*FOLDED)
    night = night_of(table)
    assert leave(night, seats(night)[1].id) is None
    assert "Folded" in part(seen(table), "Bob")
    next_deal(night)
    assert "Bob" not in places(seen(table))


def test_the_table_turns_to_the_side_that_the_room_sees(client: FlaskClient) -> None:
    night = night_with(100, 100, 100, 100)
    html = watch(client, night)
    # The first goes along the top from the left, the rest come back along the bottom: the last is at the bottom left.
    assert places(html) == {"Ann": "a11 u21", "Bob": "a12 u11", "Cy": "a22 u12", "Dee": "a21 u22"}
    turned = re.findall(r'rel="(prev|next)" href="(\?near=\d)"', html)
    assert [way for way, _ in turned] == ["prev", "next"]
    left, right = (places(watch(client, night, address)) for _, address in turned)
    assert left["Ann"] == "a21 u22"
    assert right["Cy"] == "a21 u22"


@pytest.mark.parametrize("near", ["x", "²", "-1", "99999999999999999999", ""])
def test_a_side_that_makes_no_sense_turns_nothing_over(client: FlaskClient, near: str) -> None:
    assert len(places(watch(client, night_with(100, 100, 100), f"?near={near}"))) == 3


def test_htmx_gets_the_part_that_changes_with_the_number_of_the_night(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE)
    night = night_of(table)
    html = table.client.get(f"/tv/{night.watch_key}", headers=HTMX).text
    assert html.startswith('<main id="tv"')
    assert f'data-at="{night_version(night.id)}"' in html
    assert '<div id="say" hx-swap-oob="innerHTML"' in html
    assert '<div id="top" data-told="1" hx-swap-oob="innerHTML"' in html


def test_an_announcement_in_the_same_words_is_another_one(deal: Deal) -> None:
    def told(html: str) -> str:
        found = re.search(r'id="say"[^>]*data-told="([^"]*)"', html)
        assert found is not None
        return found[1]

    table = deal("five-card-stud", 2)
    table.enter("d dh p1 ??Kh", "d dh p2 ??Th")
    first = seen(table)
    table.enter("p1 cc")
    second = seen(table)
    table.enter("p2 cc", "d dh p1 4c", "d dh p2 3c")
    third = seen(table)
    assert said(first) == said(second) == said(third)
    assert told(first) == told(second) != told(third)


def test_announcements_carry_the_words_for_a_voice(deal: Deal) -> None:
    table = deal("follow-the-queen", 3)
    table.enter("d dh p1 ????Qh", "d dh p2 ????7s", "d dh p3 ????2d")
    html = seen(table)
    aloud = re.findall(r'data-spoken="([^"]*)"', html)
    assert aloud
    assert not any("(" in text for text in aloud)


def test_it_leads_nowhere_and_takes_nothing(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE)
    html = seen(table)
    assert table.key not in html
    assert "<form" not in html
    assert "hx-post" not in html
    assert not re.findall(r'<a\b[^>]*href="(?!\?near=)', html)


def test_without_scripts_it_loads_itself_anew(deal: Deal) -> None:
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in seen(deal("five-card-stud", 3))


def test_a_hand_that_cannot_go_on_leaves_the_table_standing(deal: Deal) -> None:
    table = deal("five-card-stud", 3)
    table.enter(*THREE)
    entry = db.session.get_one(Entry, (table.hand, 1))
    entry.text = "p1 cbr 9999"
    db.session.commit()
    table.client.application.extensions["upcard-hands"].clear()
    html = seen(table)
    assert "The hand goes on when the dealer has mended the log." in html
    assert list(places(html)) == ["Ann", "Bob", "Cy"]


def test_a_link_that_was_renewed_says_so(client: FlaskClient) -> None:
    night = night_with(100, 100)
    old = night.watch_key
    renew_television(night)
    response = client.get(f"/tv/{old}")
    assert response.status_code == 404
    assert "renewed" in response.text
    assert client.get(f"/tv/{db.session.get_one(Night, night.id).watch_key}").status_code == 200


def test_the_dealers_key_opens_no_television(client: FlaskClient) -> None:
    assert client.get(f"/tv/{night_with(100, 100).key}").status_code == 404


def test_it_can_be_asked_for_but_not_written_to(client: FlaskClient) -> None:
    address = f"/tv/{night_with(100, 100).watch_key}"
    assert client.head(address).status_code == 200
    for refused in (client.post(address), client.put(address), client.delete(address)):
        assert refused.status_code == 405
        assert set(refused.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_more_chips_bought_are_seen_between_hands(client: FlaskClient) -> None:
    night = night_with(100, 100)
    buy_in(night, seats(night)[0].id, 50)
    assert part(watch(client, night), "Ann") == "[Dealer] Ann 150"


@pytest.fixture(scope="module")
def empty() -> Iterator[Flask]:
    """The application without a night: enough to render."""
    app = create_app({"TESTING": True, "SECRET_KEY": "not a secret", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    with app.test_request_context("/"):
        yield app


@pytest.mark.slow
@pytest.mark.parametrize("game_id", tuple(catalog()))
def test_every_game_is_shown_without_a_card_that_nobody_has_turned(game_id: str, empty: Flask) -> None:
    random = Random(f"television {game_id}")
    dealer = deal_random(game_id, random)
    dealer.play_out()
    for state in [*random.sample(dealer.states, min(DRAWN, len(dealer.states))), dealer.state]:
        html = render_template("television/_table.html", tv=drawn(state))
        public = {card_name(card.card) for card in view(state, TELEVISION).middle}
        for player in state.players:
            public |= {
                card_name(held.card)
                for held in player.cards
                if held.card != parse_cards("??")[0] and (held.up or player.shown)
            }
        awards = state.result.awards if state.result else ()
        public |= {card_name(held) for award in awards for held, _ in award.plays}
        found = set(re.findall(r'role="img" aria-label="((?:\w+ of \w+)|(?:\w+ joker))', html))
        assert found <= public


def drawn(state: State) -> TelevisionPage:
    """The television of a hand without a night around it."""
    shown = board(view(state, TELEVISION))
    count = len(shown.seats)
    return TelevisionPage(
        kind="hand",
        name="Friday",
        stakes="",
        version="1.1.1",
        hand=1,
        seats=tuple(
            TelevisionSeat(
                name=cards.view.name,
                place=television_place(seat, count, count - 1),
                stack=cards.view.stack,
                deals=cards.view.dealer,
                note="",
                won=0,
                on_table=cards,
            )
            for seat, cards in enumerate(shown.seats)
        ),
        columns=columns(count),
        fit="",
        near=0,
        places=(),
        board=shown,
        carried=0,
        announcement=shown.announcement,
        announcement_id="",
        standings=(),
    )
