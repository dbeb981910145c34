"""Finding a game: the short lists, the search, the filters."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.games.catalog import catalog
from app.night.log.replay import Posted
from app.night.people.seats import seats
from app.night.play.call import next_hand
from app.web.call.page import BY_NAME
from app.web.forms.game import called_query
from tests.entering import enter
from tests.night.acting import set_dealer
from tests.seating import add_player
from tests.web.call.caller import Caller, all_names, names, save
from tests.web.tables import Table

Deal = Callable[..., Table]


def test_a_few_games_are_suggested_before_the_first_hand(caller: Caller) -> None:
    html = caller.get()
    assert "Good first games" in html
    assert 3 <= len(names(html)) <= 6


def test_screen_readers_hear_how_many_games_were_found_and_not_the_whole_list(caller: Caller) -> None:
    for query, told in (
        ("", ""),
        ("?q=lady", "1 game"),
        ("?q=xyzzy", "0 games"),
        ("?all=1", f"{len(catalog())} games"),
        ("?surprise=7", "How about [^?]+[?]"),
    ):
        html = caller.get(query)
        match = re.search(r'<p id="search-status" class="visually-hidden" role="status">(.*?)</p>', html, re.S)
        assert match
        assert re.fullmatch(told, match[1]), query
        assert '<div id="results" data-beside>' in html


def test_recent_games_come_first_with_their_settings(caller: Caller) -> None:
    caller.deal("follow-the-queen", option__queens="all wild", modifier__wild="1", modifier__wild__ranks="5")
    html = caller.get()
    assert html.index("Recent") < html.index("Worth a try")
    assert names(html)[0] == "Follow the Queen"
    assert "Queens themselves: all wild, fives wild" in html
    again = re.search(r'href="[^"]+(/follow-the-queen\?[^"]+)"', html)
    assert again is not None
    sheet = caller.get(again[1])
    assert '<option value="all wild" selected>' in sheet
    assert "5s are wild" in sheet


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=chicago", ["Chicago", "Low Chicago"]),
        ("?q=QUEEN", ["Follow the Queen"]),
        ("?q=lady", ["Follow the Queen"]),
        ("?q=threes", ["Baseball", "WTF"]),
        ("?q=xyzzy", []),
        ("?tag=nonsense", []),
    ],
)
def test_games_are_searched_by_name_and_filtered(caller: Caller, query: str, found: list[str]) -> None:
    html = caller.get(query)
    assert set(found) <= set(names(html))
    nothing = "No game found" in html or "No game matches" in html
    assert bool(found) != nothing


def test_matching_words_of_the_rules_are_shown_in_context(caller: Caller) -> None:
    html = caller.get("?q=spade in the hole&tag=declare")
    assert names(html)[:3] == ["Chicago", "Low Chicago", "Roll Your Own Chicago"]
    assert "highest <mark>spade</mark> in the <mark>hole</mark>." in html


def test_a_matching_tag_is_shown(caller: Caller) -> None:
    html = caller.get("?q=pass")
    assert {"Double Exposure", "Double Exposure High-Low", "Reverse Exposure"} <= set(names(html))
    assert html.count('<span class="game-also"><mark>Pass</mark></span>') >= 3


def test_the_correction_of_a_mistyped_word_is_shown(caller: Caller) -> None:
    html = caller.get("?q=chigaco")
    assert names(html)[0] == "Chicago"
    assert 'Nothing found for "chigaco". Searched for "chicago".' in html
    assert "Searched for" not in caller.get("?q=chicago")


@pytest.mark.parametrize(("said", "name"), [("horse", "HORSE"), ("H.O.R.S.E.", "HORSE"), ("8-game mix", "Eight-Game")])
def test_the_name_of_a_rotation_says_where_it_is(caller: Caller, said: str, name: str) -> None:
    assert f"{name} is a rotation of games: tap Rotation to play it." in caller.get(f"?q={said}")
    assert "is a rotation" not in caller.get("?q=eight or better")


def test_the_nearest_games_are_suggested_if_none_match(caller: Caller) -> None:
    html = caller.get("?q=joker passed sideways")
    assert "No game has all of these words. Nearest:" in html
    assert {"Double Exposure", "Assassin III"} <= set(names(html))
    assert "No game has this word. Nearest:" in caller.get("?q=canasta")


def test_chips_alone_are_the_main_way_only_if_no_game_is_found(caller: Caller) -> None:
    main = re.compile(r'<button class="main"[^>]*>Play it for chips')
    assert main.search(caller.get("?q=hopscotch"))
    assert "Play it for chips" in (found := caller.get("?q=guts"))
    assert not main.search(found)


def test_games_that_only_the_filters_exclude_are_suggested(caller: Caller) -> None:
    html = caller.get("?q=chicago&tag=wild")
    assert "No game has these words and fits the filters. Without the filters:" in html
    assert names(html)[0] == "Chicago"


def test_games_that_fit_the_table_come_first(client: FlaskClient) -> None:
    """With ten players at the table, no-peek games for only five or seven come last, and say so."""
    html = Caller(client, 10).get("?q=no peek")
    found = names(html)
    limits = [info.summary.players[1] for name in found for info in catalog().values() if info.name == name]
    assert limits == sorted(limits, key=lambda most: most < 10)
    assert {5, 7, 10} == set(limits)
    listed = html.partition('<section id="unknown">')[0]
    assert listed.count('<span class="tag is-warn">') == sum(most < 10 for most in limits)


def test_saved_games_are_found_by_their_names_and_settings(caller: Caller) -> None:
    save(caller, "Grandma’s Stud", "chicago", **{"modifier.low-hole-wild": "1", "option.declare": "in turn"})
    for query in ("grandmas", "gradma's stud", "low hole wild spade", "big chicago", "declaration in turn grandma"):
        html = caller.get(f"?q={query}")
        assert "Grandma’s Stud" in names(html), query
        assert "Nearest" not in html
    assert "Grandma’s Stud" in names(caller.get("?q=grandma&tag=declare"))
    assert "Without the filters" in caller.get("?q=grandma&tag=draw")


def test_the_page_says_whose_call_it_is(caller: Caller) -> None:
    for dealer in ("Ann", "Bob"):
        set_dealer(caller.night, next(seat.place for seat in seats(caller.night) if seat.name == dealer))
        assert f"<h1>{dealer} calls</h1>" in caller.get()
        assert f"<title>{dealer} calls – Upcard</title>" in caller.get("?q=chicago")


def test_no_caller_is_named_while_the_last_hand_is_on_the_table(caller: Caller) -> None:
    caller.deal("five-card-stud")
    assert "<h1>Call a game</h1>" in caller.get()
    enter(caller.hand.id, ["d misdeal"])
    assert "<h1>Call a game</h1>" in caller.get()
    assert next_hand(caller.night) is None
    assert "<h1>Ann calls</h1>" in caller.get()


def test_no_caller_is_named_at_an_empty_table(client: FlaskClient) -> None:
    assert "<h1>Call a game</h1>" in Caller(client, 0).get()


def test_a_game_too_small_for_the_table_is_marked_and_can_be_filtered_out(client: FlaskClient) -> None:
    caller = Caller(client, 10)
    crowded = {info.name for info in catalog().values() if info.summary.players[1] < 10}
    assert crowded
    assert crowded & set(names(caller.get("?all=1")))
    assert not crowded & set(names(caller.get("?fits=1")))
    assert "Fits ten players" in caller.get()


def test_all_games_are_listed_by_name_a_part_at_a_time(caller: Caller) -> None:
    """The list may end at any letter, and "Show more" lengthens it until it is complete."""
    every = [info.name for info in catalog().values()]
    assert names(caller.get("?all=1")) == every[:BY_NAME]
    assert all_names(caller, "?all=1") == every
    assert names(caller.get("?all=1&from=W")) == [name for name in every if name >= "W"]
    assert names(caller.get("?all=1&from=%00")) == every[:BY_NAME]


@pytest.mark.parametrize("query", ["?q=%00%FF", "?q=" + "x" * 3000, "?tag=" + "&tag=".join("abcdefgh" * 9), "?fits=2"])
def test_odd_queries_get_a_page(caller: Caller, query: str) -> None:
    assert caller.get(query)


@pytest.mark.parametrize(
    ("query", "name", "alias"),
    [
        ("skinny minnie", "Rollouts", "Skinny Minnie"),
        ("minnie", "Rollouts", "Skinny Minnie"),
        ("bitch follow", "Follow the Queen", "Follow the Bitch"),
        ("LADY", "Follow the Queen", "Follow the Lady"),
    ],
)
def test_a_game_is_found_by_an_alias_which_is_shown(caller: Caller, query: str, name: str, alias: str) -> None:
    html = caller.get(f"?q={query}")
    assert name in names(html)
    assert f'<span class="game-also">also {alias}</span>' in html


def test_a_game_found_by_its_own_name_shows_no_alias(caller: Caller) -> None:
    html = caller.get("?q=rollouts")
    assert names(html)[0] == "Rollouts"
    assert "game-also" not in html


def test_the_letters_link_to_their_games(caller: Caller) -> None:
    first, html = caller.get(), caller.get("?all=1")
    for letter in {info.name[0] for info in catalog().values()}:
        for address in re.findall(rf'href="([^"]*)#letter-{letter.lower()}"', first + html):
            listed = caller.get(f"?{address.partition('?')[2]}") if address else html
            assert listed.count(f'id="letter-{letter.lower()}"') == 1
        assert len(re.findall(rf'href="[^"]*#letter-{letter.lower()}"', html)) == 1


@pytest.mark.parametrize(
    "tag", ["stud", "high-low", "wild", "no peek", "draw", "roll", "declare", "high only", "two betting rounds at most"]
)
def test_games_are_filtered_by_tags_and_facts_and_counted(caller: Caller, tag: str) -> None:
    """Each filter counts the games that it would leave, given the words and filters already chosen."""
    query, value = tag.replace(" ", "+"), tag.replace(" ", "-")
    like = {info.name for info in catalog().values() if tag in info.tags or tag in info.summary.facts}
    assert set(all_names(caller, f"?tag={query}")) == like
    assert filter_count(caller.get(), f"tag-{value}") == len(like)
    without = {info.name for info in catalog().values() if not info.usual.wild and not info.usual.deck.jokers}
    assert set(all_names(caller, f"?wild=no&tag={query}")) == like & without
    assert filter_count(caller.get("?wild=no"), f"tag-{value}") == len(like & without)
    both = names(caller.get(f"?q=chicago&tag={query}&show=999"))
    assert filter_count(caller.get("?q=chicago"), f"tag-{value}") == len(set(both) & like)


def filter_count(html: str, filter: str) -> int:
    """Return the number beside a filter."""
    count = re.search(rf'id="{filter}"[^>]*>(\d+)<', html)
    assert count is not None
    return int(count[1])


def test_the_settings_of_a_saved_game_decide_whether_it_passes_the_filters(caller: Caller) -> None:
    save(caller, "Grandma’s Stud", "chicago", **{"modifier.low-hole-wild": "1"})
    assert "Grandma’s Stud" in names(caller.get("?q=grandma&tag=stud&own=1"))
    assert "Without the filters" in caller.get("?q=grandma&wild=no")
    assert "Grandma’s Stud" not in names(caller.get("?wild=no"))


def test_favourites_that_do_not_fit_the_table_come_last(client: FlaskClient) -> None:
    """Six players have called Cincinnati more often than five-card stud; ten are too many for it."""
    caller = Caller(client, 6)
    for game in ("cincinnati", "five-card-stud", "cincinnati", "five-card-stud", "cincinnati"):
        caller.deal(game)
        assert isinstance(enter(caller.hand.id, ["d misdeal"]), Posted)
        next_hand(caller.night)
    assert names(caller.get())[:2] == ["Cincinnati", "Five-Card Stud"]
    for name in ("Ida", "Jo", "Kim", "Lou"):
        add_player(caller.night, name, 100)
    assert names(caller.get())[:2] == ["Five-Card Stud", "Cincinnati"]


def test_a_favourite_whose_modifiers_do_not_fit_the_table_comes_last(client: FlaskClient) -> None:
    """Chicago is for up to ten players, but for seven with its last card up."""
    caller = Caller(client, 6)
    for game in ("chicago", "five-card-stud", "chicago", "five-card-stud", "chicago"):
        caller.deal(game, **({"modifier__rollout": "1"} if game == "chicago" else {}))
        assert isinstance(enter(caller.hand.id, ["d misdeal"]), Posted)
        next_hand(caller.night)
    assert names(caller.get())[:2] == ["Chicago", "Five-Card Stud"]
    for name in ("Ida", "Jo"):
        add_player(caller.night, name, 100)
    assert names(caller.get())[:2] == ["Five-Card Stud", "Chicago"]


def test_a_recent_game_is_described_as_it_was_called(caller: Caller) -> None:
    caller.deal("five-card-draw", modifier__wild="1", modifier__wild__ranks="2")
    html = caller.get()
    assert caller.hand.game_name == "Five-Card Draw, deuces wild"
    assert '<span class="game-how">Deuces wild</span>' in html


def test_a_modifier_that_can_no_longer_be_read_is_named(caller: Caller) -> None:
    assert (
        called_query(catalog()["five-card-draw"], {}, [{"modifier": "wild", "ranks": "Z"}]).words == "More wild cards"
    )
