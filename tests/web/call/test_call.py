import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.games.catalog import catalog
from app.games.house import Stakes
from app.games.modifiers import modifier_rules
from app.night import LiveHand, Night, add_player, current_hand, live_hand, nights, set_house, sit_out, start_night
from app.night.db import writing
from app.night.models import Hand, OwnGame
from app.record import read
from app.web.forms.modifier_words import MODIFIERS, settings_of
from tests.web.tables import HTMX, NAMES, Table, buttons

Deal = Callable[..., Table]


class Caller:
    """A night with players at the table, and somebody who calls a game."""

    def __init__(self, client: FlaskClient, players: int) -> None:
        self.client = client
        night = start_night("Friday", Stakes(), {}, True)
        assert isinstance(night, Night)
        for name in (*NAMES, "Ida", "Jo")[:players]:
            add_player(night, name, 100)
        self.url = f"/n/{nights()[0].key}/call"

    @property
    def night(self) -> Night:
        return nights()[0]

    @property
    def hand(self) -> Hand:
        hand = current_hand(self.night)
        assert hand is not None
        return hand

    @property
    def state(self) -> LiveHand:
        found = live_hand(self.hand.id)
        assert isinstance(found, LiveHand)
        return found

    def get(self, path: str = "", **headers: str) -> str:
        answer = self.client.get(self.url + path, headers=headers)
        assert answer.status_code == 200
        return unescape(answer.text)

    def deal(self, game: str, **fields: str) -> TestResponse:
        named = {name.replace("__", "."): value for name, value in fields.items()}
        return self.client.post(f"{self.url}/{game}", data={"do": "deal", **named})


@pytest.fixture
def caller(client: FlaskClient) -> Caller:
    return Caller(client, 4)


def names(html: str) -> list[str]:
    return re.findall(r'<span class="game-name">([^<]+)</span>', html)


def deal_button(html: str) -> str:
    found = re.search(r"<button[^>]*>Deal</button>", html)
    assert found is not None
    return found[0]


def test_before_anything_was_played_a_few_games_are_offered(caller: Caller) -> None:
    html = caller.get()
    assert "To begin with" in html
    assert 3 <= len(names(html)) <= 6


def test_what_was_played_comes_first_as_it_was_played(caller: Caller) -> None:
    caller.deal("follow-the-queen", option__queens="all wild", modifier__wild="1", modifier__wild__ranks="5")
    html = caller.get()
    assert html.index("Played lately") < html.index("To try")
    assert names(html)[0] == "Follow the Queen"
    assert "Queens themselves: all wild, More wild cards" in html
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
        ("?q=no+such+thing", []),
        ("?q=chicago&tag=wild", []),
        ("?tag=nonsense", []),
    ],
)
def test_games_are_searched_by_name_and_filtered(caller: Caller, query: str, found: list[str]) -> None:
    html = caller.get(query)
    assert set(found) <= set(names(html))
    assert found or "No game answers to that" in html


def test_a_game_too_small_for_the_table_is_marked_and_can_be_filtered_out(client: FlaskClient) -> None:
    caller = Caller(client, 10)
    crowded = {info.name for info in catalog().values() if info.players[1] < 10}
    assert crowded
    assert crowded & set(names(caller.get("?all=1")))
    assert not crowded & set(names(caller.get("?fits=1")))
    assert "Fits ten players" in caller.get()


def test_all_games_can_be_read_by_name(caller: Caller) -> None:
    assert len(names(caller.get("?all=1"))) == len(catalog())


@pytest.mark.parametrize("game", sorted(catalog()))
def test_every_game_has_its_sheet_and_can_be_dealt(caller: Caller, game: str) -> None:
    html = caller.get(f"/{game}")
    info = catalog()[game]
    assert info.name in html
    for option in info.options:
        assert option.label in html
    for name in modifier_rules.names():
        assert f'name="modifier.{name}"' in html
    assert len(re.findall(r"<button[^>]*>Deal</button>", html)) == 1
    if info.players[0] <= 4 <= info.players[1] and "disabled" not in deal_button(html):
        answer = caller.deal(game)
        assert (answer.status_code, answer.location) == (303, f"/n/{caller.night.key}/")
        assert caller.hand.game_id == game


def test_the_sheet_follows_what_is_chosen(caller: Caller) -> None:
    usual = caller.get("/baseball")
    changed = caller.get("/baseball?option.nines_wild=0&house.five_of_a_kind=below+royal")
    assert "9s" in usual
    assert "below a royal flush" in changed
    assert usual != changed


def test_with_htmx_the_address_keeps_only_what_was_changed(caller: Caller) -> None:
    path = "/baseball?option.nines_wild=0&option.rainout=0&modifier.wild=0&modifier.wild.cards=&house.raises=4"
    answer = caller.client.get(caller.url + path, headers=HTMX)
    kept = answer.headers["HX-Replace-Url"]
    assert kept.endswith("/baseball?option.nines_wild=0&house.raises=4")


def test_without_a_script_update_brings_the_sheet_up_to_date(caller: Caller) -> None:
    fields = {"do": "update", "option.queens": "all wild", "modifier.roll-your-own": ["0", "1"]}
    answer = caller.client.post(f"{caller.url}/follow-the-queen", data=fields)
    assert answer.status_code == 303
    assert answer.location.endswith("?option.queens=all+wild&modifier.roll-your-own=1")
    assert current_hand(caller.night) is None


def test_options_modifiers_and_house_rules_go_into_the_hand(caller: Caller) -> None:
    answer = caller.deal(
        "baseball",
        option__extra_card_price="chips",
        option__extra_card_price__amount="7",
        modifier__wild="1",
        modifier__wild__ranks="JQ",
        modifier__wild__cards="kh 10 S",
        modifier__wild__one_eyed_jacks="0",
        house__raises="5",
    )
    assert answer.status_code == 303
    assert caller.hand.options["extra_card_price"] == 7
    assert caller.hand.modifiers == [{"modifier": "wild", "ranks": "JQ", "cards": "KhTs"}]
    assert caller.state.state.setup.house.raises == 5


def test_house_rules_for_the_hand_lie_over_those_of_the_night(caller: Caller) -> None:
    set_house(caller.night, {"raises": 4, "natural_wins": True})
    caller.deal("five-card-stud", house__raises="3", house__natural_wins="1")
    house = caller.state.state.setup.house
    assert (house.raises, house.natural_wins) == (3, True)
    assert caller.night.house_rules.raises == 4


@pytest.mark.parametrize(
    ("game", "fields", "reason"),
    [
        ("roll-your-own", {"modifier__roll-your-own": "1"}, "The cards of this game are rolled already"),
        ("baseball", {"modifier__wild": "1"}, "Say which ranks or cards are wild"),
        ("baseball", {"modifier__wild": "1", "modifier__wild__cards": "XxYy"}, "More wild cards: "),
        ("baseball", {"option__extra_card_price": "chips"}, "Enter a number"),
        (
            "baseball",
            {"option__extra_card_price": "chips", "option__extra_card_price__amount": "much"},
            "Enter a whole number",
        ),
        ("baseball", {"option__up_three": "burn it"}, "Choose one from the list"),
        ("baseball", {"option__nines_wild": "perhaps"}, "Choose on or off"),
        ("five-card-stud", {"house__raises": "-3"}, "Enter a whole number"),
        ("five-card-stud", {"modifier__roll-your-own": "1", "modifier__roll-your-own__style": "upside down"}, "Choose"),
    ],
)
def test_a_contradiction_is_explained_and_nothing_is_lost(
    caller: Caller, game: str, fields: dict[str, str], reason: str
) -> None:
    answer = caller.deal(game, option__rainout="1", house__natural_wins="1", **fields)
    html = unescape(answer.text)
    assert answer.status_code == 422
    assert reason in html
    assert "disabled" in deal_button(html)
    assert re.search(r'name="house.natural_wins" value="1" checked', html)
    assert game != "baseball" or re.search(r'name="option.rainout" value="1" checked', html)
    for name in fields:
        if name.count("__") == 1 and name.startswith("modifier"):
            assert re.search(rf'name="{name.replace("__", ".")}" value="1" checked', html)
    assert current_hand(caller.night) is None


def test_too_many_players_are_told_so_before_the_deal(client: FlaskClient) -> None:
    caller = Caller(client, 10)
    html = caller.get("/seven-card-stud")
    assert "At most eight can play Seven-Card Stud; ten are seated." in html
    assert "disabled" in deal_button(html)
    assert caller.deal("seven-card-stud").status_code == 422


@pytest.mark.parametrize(
    ("rule", "how"), [("common card", "one common card"), ("deal what is left", "as far as they reach")]
)
def test_a_deck_that_may_run_short_is_announced_with_what_will_happen(client: FlaskClient, rule: str, how: str) -> None:
    caller = Caller(client, 8)
    html = caller.get(f"/seven-card-stud?house.short_deck={rule.replace(' ', '+')}")
    assert "Eight players would take 56 cards; the deck holds 52." in html
    assert how in html
    assert "disabled" not in deal_button(html)


def test_who_sits_out_does_not_count(client: FlaskClient) -> None:
    caller = Caller(client, 2)
    assert "two players" in caller.get("/five-card-stud")
    from app.night import seats

    sit_out(caller.night, seats(caller.night)[0].id)
    html = caller.get("/five-card-stud")
    assert "A hand needs at least two players" in html
    assert caller.deal("five-card-stud").status_code == 422


def test_no_second_hand_is_dealt_over_the_first(caller: Caller) -> None:
    caller.deal("five-card-stud")
    first = caller.hand.id
    html = caller.get("/baseball")
    assert "Back to the hand" in html
    assert "Deal" not in buttons(html)
    assert caller.deal("baseball").status_code == 409
    assert caller.hand.id == first


def test_the_same_tap_twice_deals_once(caller: Caller) -> None:
    for _ in range(2):
        answer = caller.deal("five-card-stud")
        assert (answer.status_code, answer.location) == (303, f"/n/{caller.night.key}/")
    assert caller.hand.number == 1


def test_a_finished_hand_is_cleared_by_the_next_deal(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    answer = client.post(f"/n/{table.key}/call/baseball", data={"do": "deal"})
    assert answer.status_code == 303
    hand = current_hand(nights()[0])
    assert hand is not None
    assert hand.game_id == "baseball"


@pytest.mark.parametrize("game", ["nothing", "..", "%00", "five-card-stud.toml", "x" * 400])
def test_a_game_that_is_none_is_not_found(caller: Caller, game: str) -> None:
    assert caller.client.get(f"{caller.url}/{game}").status_code in (308, 404)
    assert caller.client.post(f"{caller.url}/{game}").status_code in (308, 404, 405)


@pytest.mark.parametrize("path", ["/call", "/call/baseball"])
def test_a_night_that_is_none_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(f"/n/nothing{path}").status_code == 404
    assert client.post(f"/n/nothing{path}").status_code in (404, 405)


@pytest.mark.parametrize("value", ["", "0", "1", "-1", "9" * 50, "é\x00\u202e", "on", "QsQs", "['x']", "½", "²"])
def test_no_value_breaks_the_sheet(caller: Caller, value: str) -> None:
    html = caller.get("/baseball")
    fields = dict.fromkeys(re.findall(r'name="((?:option|modifier|house)[^"]*)"', html), value)
    assert len(fields) > 25
    assert caller.client.get(f"{caller.url}/baseball", query_string=fields).status_code == 200
    everything = fields | {f"modifier.{name}": "1" for name in modifier_rules.names()}
    answer = caller.client.post(f"{caller.url}/baseball", data={"do": "deal", **everything})
    assert answer.status_code in (303, 422)


@pytest.mark.parametrize("query", ["?q=%00%FF", "?q=" + "x" * 3000, "?tag=" + "&tag=".join("abcdefgh" * 9), "?fits=2"])
def test_odd_searches_are_searches(caller: Caller, query: str) -> None:
    assert caller.get(query)


def test_a_deal_without_its_token_is_refused(guarded: FlaskClient) -> None:
    caller = Caller(guarded, 3)
    assert caller.deal("five-card-stud").status_code == 400
    assert current_hand(caller.night) is None


def test_pages_carry_no_inline_script_or_style(caller: Caller) -> None:
    for html in (caller.get("?all=1"), caller.get("/baseball?modifier.wild=1")):
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", html)


def save(caller: Caller, name: str, game: str = "chicago", **fields: str) -> TestResponse:
    named = {field.replace("__", "."): value for field, value in fields.items()}
    return caller.client.post(f"{caller.url}/{game}", data={"do": "save", "own_name": name, **named})


MIX = {"modifier__roll-your-own": "1", "modifier__follow-the-queen": "1", "option__declare": "in turn"}


def test_a_mix_is_saved_without_dealing_and_opened_with_everything_set(caller: Caller) -> None:
    answer = save(caller, "Windy Thursday", house__raises="5", **MIX)
    assert answer.status_code == 303
    assert current_hand(caller.night) is None
    sheet = unescape(caller.client.get(answer.location).text)
    assert "Windy Thursday is saved among your games" in sheet
    assert "Your game, made of Chicago, rolled, follow the queen" in sheet
    assert '<h1 id="call-name">Windy Thursday</h1>' in sheet
    assert '<option value="in turn" selected>' in sheet
    assert re.search(r'name="modifier.roll-your-own" value="1" checked', sheet)
    assert re.search(r'name="house.raises" value="5"', sheet)


def test_your_games_stand_before_the_library_and_are_searched(caller: Caller) -> None:
    save(caller, "Windy Thursday", **MIX)
    html = caller.get()
    assert html.index("Your games") < html.index("To begin with")
    assert "Windy Thursday" in names(html)
    for query in ("?q=thursday", "?q=chicago", "?tag=declare", "?all=1", "?fits=1&q=windy"):
        assert names(caller.get(query))[0] == "Windy Thursday"
    for query in ("?q=baseball", "?tag=draw"):
        assert "Windy Thursday" not in names(caller.get(query))


def test_the_hand_of_a_saved_game_goes_by_its_name(caller: Caller) -> None:
    answer = save(caller, "Windy Thursday", house__raises="5", **MIX)
    address, _, query = answer.location.partition("?")
    fields = dict(pair.split("=") for pair in query.replace("+", " ").split("&"))
    answer = caller.client.post(address, data={"do": "deal", **fields})
    assert answer.status_code == 303
    assert caller.hand.game_name == "Windy Thursday"
    assert "Windy Thursday" in caller.client.get(f"/n/{caller.night.key}/").text
    assert caller.state.state.setup.house.raises == 5


def test_a_saved_game_that_is_changed_goes_by_what_it_is_made_of(caller: Caller) -> None:
    location = save(caller, "Windy Thursday", **MIX).location
    html = unescape(caller.client.get(location + "&modifier.twist=1").text)
    assert "Changed: no longer Windy Thursday" in html
    assert '<h1 id="call-name">Chicago, rolled, follow the queen, with a twist</h1>' in html


def test_an_unsaved_mix_is_dealt_by_its_composed_name(caller: Caller) -> None:
    caller.deal("chicago", **MIX)
    assert caller.hand.game_name == "Chicago, rolled, follow the queen"
    assert "Chicago, rolled, follow the queen" in caller.client.get(f"/n/{caller.night.key}/").text


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Give a name"),
        ("x" * 41, "The name is longer than 40 letters"),
        ("baseball", "Baseball is a game of the library"),
        ("WINDY thursday", "Windy Thursday is one of your games already"),
        ("<b>\x00", "The name holds something that cannot be shown"),
    ],
)
def test_a_name_that_will_not_do_is_explained_beside_it_and_nothing_is_lost(
    caller: Caller, name: str, reason: str
) -> None:
    save(caller, "Windy Thursday")
    answer = save(caller, name, house__raises="5", **MIX)
    html = unescape(answer.text)
    assert answer.status_code == 422
    error = re.search(r'id="own-name-error" role="alert">([^<]+)<', html)
    assert error is not None
    assert error[1].startswith(reason)
    assert re.search(r'name="modifier.roll-your-own" value="1" checked', html)
    assert re.search(r'name="house.raises" value="5"', html)


def test_what_does_not_go_together_is_not_saved(caller: Caller) -> None:
    answer = save(caller, "Nonsense", **{"modifier__hi-lo": "1"})
    assert answer.status_code == 422
    assert "What does not go together cannot be saved" in answer.text
    assert "Nonsense" not in names(caller.get())


def test_a_game_for_more_players_than_are_here_can_be_saved_all_the_same(client: FlaskClient) -> None:
    assert save(Caller(client, 10), "Crowd", "seven-card-stud").status_code == 303


def test_a_name_and_return_saves_while_return_alone_brings_the_sheet_up_to_date(caller: Caller) -> None:
    for name, location in (("", "/chicago"), ("Windy", "own=1")):
        answer = caller.client.post(f"{caller.url}/chicago", data={"do": "enter", "own_name": name})
        assert answer.status_code == 303
        assert answer.location.endswith(location)


def test_a_game_of_yours_is_removed_once_it_is_confirmed(caller: Caller) -> None:
    save(caller, "Windy Thursday", **MIX)
    html = caller.get("/own/1/remove")
    assert "Remove Windy Thursday?" in html
    assert "Windy Thursday" in names(caller.get())
    for _ in range(2):
        assert caller.client.post(f"{caller.url}/own/1/remove").status_code == 303
    html = caller.get()
    assert "Windy Thursday is no longer among your games" in html
    assert "Windy Thursday" not in names(html)


@pytest.mark.parametrize("own", ["1", "99", str(2**31), "9" * 40, "-1", "x"])
def test_a_game_of_yours_that_is_none_is_not_found(caller: Caller, own: str) -> None:
    for path in (f"/own/{own}", f"/own/{own}/remove"):
        assert caller.client.get(caller.url + path).status_code == 404
    assert caller.client.get(f"{caller.url}/chicago?own={own}").status_code == 200


def test_a_game_of_yours_whose_game_has_left_the_library_can_only_be_removed(caller: Caller) -> None:
    save(caller, "Windy Thursday")
    with writing() as session:
        session.get_one(OwnGame, 1).game_id = "gone"
    assert "no longer in the library" in caller.get()
    assert "cannot be dealt" in caller.get("/own/1")
    assert caller.client.post(f"{caller.url}/own/1/remove").status_code == 303


def test_a_game_of_yours_with_settings_that_are_gone_is_shown_as_changed(caller: Caller) -> None:
    save(caller, "Windy Thursday", **MIX)
    with writing() as session:
        own = session.get_one(OwnGame, 1)
        own.options, own.modifiers = {"gone": True}, ["gone", {"modifier": "twist", "gone": 1}]
    location = caller.client.get(f"{caller.url}/own/1").location
    assert "no longer Windy Thursday" in caller.client.get(location).text


def test_what_was_played_of_your_games_leads_back_to_them(caller: Caller) -> None:
    save(caller, "Windy Thursday", house__raises="5")
    caller.deal("chicago", own="1", house__raises="5")
    assert caller.hand.game_name == "Windy Thursday"
    html = caller.get()
    assert names(html).count("Windy Thursday") == 1
    assert "Played lately" not in html


@pytest.mark.parametrize(
    ("query", "name", "alias"),
    [
        ("skinny minnie", "Rollouts", "Skinny Minnie"),
        ("minnie", "Rollouts", "Skinny Minnie"),
        ("bitch follow", "Follow the Queen", "Follow the Bitch"),
        ("LADY", "Follow the Queen", "Follow the Lady"),
    ],
)
def test_a_game_is_found_by_its_other_names_which_are_shown(caller: Caller, query: str, name: str, alias: str) -> None:
    html = caller.get(f"?q={query}")
    assert name in names(html)
    assert f'<span class="game-also">also {alias}</span>' in html


def test_a_game_found_by_its_own_name_shows_no_other(caller: Caller) -> None:
    html = caller.get("?q=rollouts")
    assert names(html)[0] == "Rollouts"
    assert "game-also" not in html


def test_all_games_have_letters_to_go_by(caller: Caller) -> None:
    html = caller.get("?all=1")
    for letter in {info.name[0].lower() for info in catalog().values()}:
        assert html.count(f'id="letter-{letter}"') == 1
        assert f'href="#letter-{letter}"' in html
    assert "#letter-a" in caller.get()


@pytest.mark.parametrize("tag", ["high-low", "wild", "no peek", "draw", "roll", "declare"])
def test_games_are_filtered_by_what_they_are_like(caller: Caller, tag: str) -> None:
    assert f'name="tag" value="{tag}"' in caller.get()
    found = set(names(caller.get(f"?tag={tag.replace(' ', '+')}")))
    assert found == {info.name for info in catalog().values() if tag in info.tags}


def test_every_modifier_and_every_setting_says_itself() -> None:
    for name in modifier_rules.names():
        words = MODIFIERS[name]
        assert words.hint
        assert set(words.settings) == {spec.key for spec in settings_of(name)}


@pytest.mark.parametrize(
    ("game", "modifiers", "reasons"),
    [
        ("five-card-stud", ["blind", "roll-your-own"], ["Not with Blind: ", "Roll your own does not go with this"]),
        ("five-card-stud", ["hi-lo", "suit-in-the-hole"], ["Not with High-low: the pot of this game is split already"]),
        ("chicago", ["hi-lo"], ["The pot of this game is split already"]),
        ("chicago", ["hi-lo", "suit-in-the-hole"], ["High-low: The pot", "Suit in the hole: The pot"]),
        ("five-card-stud", ["auction", "draft"], ["Not with Auction: "]),
        ("five-card-stud", ["rollout", "roll-your-own"], ["Not with "]),
    ],
)
def test_modifiers_that_contradict_each_other_say_which_and_stay_on(
    caller: Caller, game: str, modifiers: list[str], reasons: list[str]
) -> None:
    answer = caller.deal(game, **{f"modifier__{name}": "1" for name in modifiers})
    html = unescape(answer.text)
    assert answer.status_code == 422
    for reason in reasons:
        assert reason in html
    for name in modifiers:
        assert re.search(rf'name="modifier.{name}" value="1" checked', html)


def test_modifiers_that_do_not_go_with_the_game_come_last_with_the_reason(caller: Caller) -> None:
    html = caller.get("/chicago")
    offered, never = html.split('<details class="never">')
    assert "2 that do not go with Chicago" in never
    assert 'name="modifier.hi-lo"' in never
    assert 'name="modifier.hi-lo"' not in offered
    assert "The pot of this game is split already" in never
    assert 'class="never"' not in caller.get("/seven-card-stud")


def test_rounds_without_betting_are_typed_as_numbers(caller: Caller) -> None:
    caller.deal("five-card-stud", **{"modifier__skip-betting": "1", "modifier__skip-betting__rounds": "3, 1"})
    assert caller.hand.modifiers == [{"modifier": "skip-betting", "rounds": [1, 3]}]
    assert caller.hand.game_name == "Five-Card Stud, no betting in rounds 1 and 3"
    html = caller.get("/five-card-stud?modifier.skip-betting=1&modifier.skip-betting.rounds=two")
    assert "Enter whole numbers" in html


def test_an_odd_number_of_players_is_told_so_where_pairs_are_needed(client: FlaskClient) -> None:
    assert "Pick a Partner needs an even number of players; five are seated." in Caller(client, 5).get(
        "/pick-a-partner"
    )


def test_a_finished_hand_can_be_taken_along_as_its_record(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2, modifiers=["roll-your-own"])
    address = f"/n/{table.key}/hand/1.toml"
    assert client.get(address).status_code == 409
    table.enter("d misdeal")
    assert f'href="{address}"' in client.get(f"/n/{table.key}/call").text
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hand-1.toml"'
    assert read(answer.text, "hand-1.toml").modifiers == ({"modifier": "roll-your-own"},)


@pytest.mark.parametrize("number", ["2", "0", "9" * 9, "9" * 60, "-1", "x", "1.5"])
def test_a_hand_that_is_none_has_no_record(client: FlaskClient, deal: Deal, number: str) -> None:
    table = deal()
    assert client.get(f"/n/{table.key}/hand/{number}.toml").status_code == 404
    assert client.get(f"/n/other/hand/{number}.toml").status_code == 404


def test_a_hand_of_other_rules_than_now_gets_a_plain_answer(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    with writing() as session:
        session.get_one(Hand, table.hand).options = {"gone": True}
    answer = client.get(f"/n/{table.key}/hand/1.toml")
    assert answer.status_code == 409
    assert "Hand 1 has no record" in answer.text
