"""A game's sheet: its options, modifiers and house rules, and the deal."""

import re
from collections.abc import Callable
from dataclasses import fields
from html import unescape

import pytest
from flask.testing import FlaskClient

from app.games.catalog import catalog
from app.games.house import Stakes
from app.games.modifiers import OFFERED, modifier_rules
from app.night.log.replay import Posted
from app.night.nights import current_hand, nights
from app.night.people.seats import seats
from app.night.play.call import next_hand
from app.night.play.rotation import rotation_of
from app.web.http.lookup import deal_order, table_of
from tests.entering import enter
from tests.games.covering import every_game
from tests.night.acting import sit_out
from tests.night.table import set_house
from tests.web.call.caller import Caller, deal_button, names, save
from tests.web.tables import HTMX, Table, buttons

Deal = Callable[..., Table]


@pytest.mark.slow
@pytest.mark.parametrize("game", every_game())
def test_every_game_has_a_sheet_and_can_be_dealt(caller: Caller, game: str) -> None:
    html = caller.get(f"/{game}")
    info = catalog()[game]
    assert info.name in html
    for option in info.options:
        assert option.label in html
    for name in modifier_rules.names():
        assert f'name="modifier.{name}"' in html
    assert len(re.findall(r"<button[^>]*>Deal</button>", html)) == 1
    if info.summary.players[0] <= 4 <= info.summary.players[1] and "disabled" not in deal_button(html):
        answer = caller.deal(game)
        assert (answer.status_code, answer.location) == (303, f"/n/{caller.night.key}/")
        assert caller.hand.game_id == game


def test_the_sheet_reflects_the_chosen_options(caller: Caller) -> None:
    usual = caller.get("/baseball")
    changed = caller.get("/baseball?option.nines_wild=0&house.five_of_a_kind=below+royal")
    assert "9s" in usual
    assert "below a royal flush" in changed
    assert usual != changed


def test_with_htmx_the_address_keeps_only_changed_settings(caller: Caller) -> None:
    path = "/baseball?option.nines_wild=0&option.rainout=0&modifier.wild=0&modifier.wild.cards=&house.raises=4"
    answer = caller.client.get(caller.url + path, headers=HTMX)
    kept = answer.headers["HX-Replace-Url"]
    assert kept.endswith("/baseball?option.nines_wild=0&house.raises=4")


def test_a_hand_is_dealt_at_stakes_of_its_own(caller: Caller) -> None:
    typed = {"limit": "pot", "min_bet": "2", "small_blind": "1", "big_blind": "2"}
    shown = caller.client.get(f"{caller.url}/omaha", query_string=typed | {"ante": "1"}, headers=HTMX)
    assert "blinds 1/2, pot limit" in shown.text.lower()
    assert shown.headers["HX-Replace-Url"].endswith("/omaha?limit=pot&small_blind=1&big_blind=2")
    answer = caller.client.post(f"{caller.url}/omaha", data={**typed, "do": "deal", "after": 0})
    assert answer.status_code == 303
    stakes = caller.state.state.setup.stakes
    assert (stakes.limit, stakes.small_blind, stakes.big_blind) == ("pot", 1, 2)
    assert caller.night.stakes == Stakes()


def test_a_hand_being_played_has_no_other_stakes_to_choose(caller: Caller) -> None:
    assert "Stakes for this hand" in caller.get("/seven-card-stud")
    caller.deal("omaha")
    assert "Stakes for this hand" not in caller.get("/seven-card-stud")


def test_stakes_of_a_hand_that_contradict_each_other_are_not_dealt(caller: Caller) -> None:
    typed = {"limit": "fixed", "small": "2", "big_blind": "5"}
    answer = caller.client.post(f"{caller.url}/omaha", data={**typed, "do": "deal", "after": 0})
    assert answer.status_code == 422
    assert "The big blind cannot be above the smallest bet" in unescape(answer.text)
    assert current_hand(caller.night) is None


def test_a_game_goes_into_the_rotation_with_its_stakes(caller: Caller) -> None:
    typed = {"limit": "pot", "small_blind": "1", "big_blind": "2", "do": "rotation"}
    assert caller.client.post(f"{caller.url}/omaha", data=typed).status_code == 303
    rotation = rotation_of(caller.night)
    assert rotation is not None
    stakes = rotation.games[0].stakes
    assert stakes is not None
    assert (stakes.limit, stakes.big_blind) == ("pot", 2)


def test_the_update_button_refreshes_the_sheet_without_javascript(caller: Caller) -> None:
    fields = {"do": "update", "option.queens": "all wild", "modifier.roll-your-own": ["0", "1"]}
    answer = caller.client.post(f"{caller.url}/follow-the-queen", data=fields)
    assert answer.status_code == 303
    assert answer.location.endswith("?option.queens=all+wild&modifier.roll-your-own=1")
    assert current_hand(caller.night) is None


def test_the_hand_gets_its_options_modifiers_and_house_rules(caller: Caller) -> None:
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


def test_house_rules_for_one_hand_override_those_of_the_night(caller: Caller) -> None:
    set_house(caller.night, {"raises": 4, "natural_wins": "high"})
    caller.deal("five-card-stud", house__raises="3", house__natural_wins="high")
    house = caller.state.state.setup.house
    assert (house.raises, house.natural_wins) == (3, "high")
    assert caller.night.house_rules.raises == 4


@pytest.mark.parametrize(
    ("game", "fields", "reason"),
    [
        ("roll-your-own", {"modifier__roll-your-own": "1"}, "The cards of this game are rolled already"),
        ("baseball", {"modifier__wild": "1"}, "Say which ranks or cards are wild"),
        ("baseball", {"modifier__wild": "1", "modifier__wild__cards": "XxYy"}, "'Xx' is not a card"),
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
def test_a_contradiction_is_explained_and_the_form_keeps_its_values(
    caller: Caller, game: str, fields: dict[str, str], reason: str
) -> None:
    answer = caller.deal(game, option__rainout="1", house__wild_repeats="1", **fields)
    html = unescape(answer.text)
    assert answer.status_code == 422
    assert len(re.findall(rf"<p [^>]*>[^<]*{re.escape(reason)}", html)) == 1
    assert "disabled" in deal_button(html)
    assert re.search(r'name="house.wild_repeats".*?value="1" selected', html, re.S)
    assert game != "baseball" or re.search(r'name="option.rainout" value="1" checked', html)
    for name in fields:
        if name.count("__") == 1 and name.startswith("modifier"):
            assert re.search(rf'name="{name.replace("__", ".")}" value="1" checked', html)
    assert current_hand(caller.night) is None


def test_a_modifier_just_switched_on_asks_for_its_settings_without_an_error(caller: Caller) -> None:
    html = caller.get("/five-card-stud?modifier.wild=1")
    assert re.search(r'<p class="usual" id="m-wild-error"[^>]*>Say which ranks or cards are wild<', html)
    assert "Still to fix" not in html
    assert "disabled" not in deal_button(html)
    answer = caller.deal("five-card-stud", modifier__wild="1")
    assert answer.status_code == 422
    assert re.search(r'<p class="error" id="m-wild-error"[^>]*>Say which ranks or cards are wild<', answer.text)
    assert "Still to fix: More wild cards." in answer.text


def test_with_too_many_players_the_sheet_asks_who_sits_out(client: FlaskClient) -> None:
    caller = Caller(client, 8)
    html = caller.get("/night-baseball")
    assert "At most seven can play Night Baseball; eight are seated. Who sits out?" in html
    ids = {seat.name: str(seat.id) for seat in table_of(caller.night).seats}
    (dealer,) = [seat.name for seat in table_of(caller.night).seats if seat.dealer]
    offered = re.findall(r'type="radio" name="out" value="(\d+)"', html)
    assert offered == [id for name, id in ids.items() if name != dealer]
    assert len(re.findall(r'name="out" value="\d+" checked', html)) == 1, "the player whose turn it is to sit out"
    assert "disabled" not in deal_button(html)
    assert caller.deal("night-baseball").status_code == 422
    assert caller.deal("night-baseball", out=ids[dealer]).status_code == 422
    assert caller.deal("night-baseball", out=ids["Cy"]).status_code == 303
    assert "Cy" not in caller.state.hand.setup.names
    assert len(caller.state.hand.setup.names) == 7
    assert len(deal_order(table_of(caller.night))) == 8, "Cy is back for the next hand"
    html = caller.get("/anaconda")
    assert '<button name="do" value="change">' in html, "the hand can be changed to another game for seven"
    assert "eight are seated" not in html


def test_players_to_sit_out_are_ticked_if_there_are_several(client: FlaskClient) -> None:
    html = Caller(client, 10).get("/night-baseball?out=")
    assert "disabled" in deal_button(html)
    assert len(re.findall(r'type="checkbox" name="out"', html)) == 9


def test_a_table_too_large_for_a_game_is_warned_and_may_play(client: FlaskClient) -> None:
    caller = Caller(client, 10)
    html = caller.get("/machine-gun-stud")
    assert "Machine Gun Stud is meant for eight players; ten are seated." in html
    assert "If the deck runs out, the discards are shuffled in again." in html
    assert "Ten players would take 70 cards; the deck holds 52." in html
    assert "If too few are left for a street, the missing card is one common card, face up for all." in html
    assert "disabled" not in deal_button(html)
    html = caller.get("/rollouts")
    assert "Rollouts is meant for six players; ten are seated." in html
    assert "the discards are shuffled in again" in html
    assert "would take" not in html
    html = caller.get("/low-todd")
    assert "meant for" not in html
    assert "shuffled in again" not in html
    assert caller.deal("machine-gun-stud").status_code == 303


def test_a_table_of_the_right_size_is_warned_if_discards_may_be_needed(client: FlaskClient) -> None:
    html = Caller(client, 8).get("/machine-gun-stud")
    assert "meant for" not in html
    assert "If the deck runs out, the discards are shuffled in again." in html


@pytest.mark.parametrize(
    ("rule", "how"), [("common card", "one common card"), ("deal what is left", "as far as they go")]
)
def test_the_sheet_says_what_happens_if_the_deck_runs_short(client: FlaskClient, rule: str, how: str) -> None:
    caller = Caller(client, 8)
    html = caller.get(f"/seven-card-stud?house.short_deck={rule.replace(' ', '+')}")
    assert "Eight players would take 56 cards; the deck holds 52." in html
    assert how in html
    assert "disabled" not in deal_button(html)


def test_a_player_sitting_out_does_not_count(client: FlaskClient) -> None:
    caller = Caller(client, 2)
    assert "two players" in caller.get("/five-card-stud")
    sit_out(caller.night, seats(caller.night)[0].id)
    html = caller.get("/five-card-stud")
    assert "A hand needs at least two players" in html
    assert caller.deal("five-card-stud").status_code == 422


def test_no_second_hand_is_dealt_during_the_first(caller: Caller) -> None:
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


def test_the_next_deal_clears_a_finished_hand(client: FlaskClient, deal: Deal) -> None:
    table = deal("five-card-stud", 2)
    table.enter("d misdeal")
    answer = client.post(f"/n/{table.key}/call/baseball", data={"do": "deal", "after": 1})
    assert answer.status_code == 303
    hand = current_hand(nights()[0])
    assert hand is not None
    assert hand.game_id == "baseball"


@pytest.mark.parametrize("page", ["/chicago", "?surprise=7", "?q=qqqqqq"])
def test_a_deal_from_an_outdated_page_leaves_a_settled_hand_on_the_table(
    client: FlaskClient, deal: Deal, page: str
) -> None:
    table = deal("five-card-stud", 2)
    outdated = Caller.at(client, table.key).get(page)
    form = re.findall(r'<form[^>]* action="([^"]+)"(?:(?!</form>).)*name="after" value="(\d+)"', outdated, re.DOTALL)
    assert form
    table.enter("d misdeal")
    table.client.post(f"{table.url}next", data={"hand": table.hand, "seen": 1})
    second = Caller.at(client, table.key)
    second.deal("five-card-stud")
    assert isinstance(enter(second.hand.id, ["d misdeal"]), Posted)
    for address, after in form:
        answer = client.post(address, data={"do": "deal", "after": after, "called": "Zonk"})
        assert answer.status_code == 409
        assert "Someone else changed the table first" in answer.text
        assert 'name="after" value="2"' in answer.text
        assert second.hand.number == 2


@pytest.mark.parametrize("game", ["nothing", "..", "%00", "five-card-stud.toml", "x" * 400])
def test_an_unknown_game_is_not_found(caller: Caller, game: str) -> None:
    assert caller.client.get(f"{caller.url}/{game}").status_code in (308, 404)
    assert caller.client.post(f"{caller.url}/{game}").status_code in (308, 404, 405)


@pytest.mark.parametrize("value", ["", "0", "1", "-1", "9" * 50, "é\x00\u202e", "on", "QsQs", "['x']", "½", "²"])
def test_no_value_breaks_the_sheet(caller: Caller, value: str) -> None:
    html = caller.get("/baseball")
    fields = dict.fromkeys(re.findall(r'name="((?:option|modifier|house)[^"]*)"', html), value)
    assert len(fields) > 25
    assert caller.client.get(f"{caller.url}/baseball", query_string=fields).status_code == 200
    everything = fields | {f"modifier.{name}": "1" for name in modifier_rules.names()}
    answer = caller.client.post(f"{caller.url}/baseball", data={"do": "deal", "after": 0, **everything})
    assert answer.status_code in (303, 422)


def test_every_modifier_and_setting_has_a_label() -> None:
    for name in modifier_rules.names():
        modifier = modifier_rules.get(name)
        assert modifier.label
        assert modifier.hint
        assert name in OFFERED
        for setting in fields(modifier):
            assert setting.metadata["label"], setting.name


@pytest.mark.parametrize(
    ("game", "modifiers", "reasons"),
    [
        ("five-card-stud", ["blind", "roll-your-own"], ["Not with Blind: ", "Roll your own does not go with this"]),
        ("five-card-stud", ["hi-lo", "suit-in-the-hole"], ["Not with High-low: this game already splits the pot"]),
        ("chicago", ["hi-lo"], ["This game already splits the pot"]),
        (
            "chicago",
            ["hi-lo", "suit-in-the-hole"],
            ["This game already", "Still to fix: High-low and Suit in the hole."],
        ),
        ("five-card-stud", ["auction", "draft"], ["Not with Auction: "]),
        ("five-card-stud", ["rollout", "roll-your-own"], ["Not with "]),
    ],
)
def test_conflicting_modifiers_name_each_other_and_stay_on(
    caller: Caller, game: str, modifiers: list[str], reasons: list[str]
) -> None:
    answer = caller.deal(game, **{f"modifier__{name}": "1" for name in modifiers})
    html = unescape(answer.text)
    assert answer.status_code == 422
    for reason in reasons:
        assert reason in html
    for name in modifiers:
        assert re.search(rf'name="modifier.{name}" value="1" checked', html)


def test_modifiers_the_game_excludes_come_last_with_the_reason(caller: Caller) -> None:
    html = caller.get("/chicago")
    offered, never = html.split("7 not possible with Chicago")
    assert 'name="modifier.hi-lo"' in never
    assert 'name="modifier.hi-lo"' not in offered
    assert "This game already splits the pot" in never
    assert (
        'name="modifier.low-qualifier"' in caller.get("/seven-card-stud").split("not possible with Seven-Card Stud")[1]
    )


EVENTS = {
    "modifier__event": "1",
    "modifier__event__ranks": "7",
    "modifier__event__then": "pay or fold",
    "modifier__event__price": "pot",
    "modifier__another-event": "1",
    "modifier__another-event__cards": "qs",
    "modifier__another-event__then": "end the hand",
}


def test_up_card_events_are_called_with_their_settings(caller: Caller) -> None:
    assert caller.deal("five-card-stud", **EVENTS).status_code == 303
    assert caller.hand.modifiers == [
        {"modifier": "another-event", "cards": "Qs", "then": "end the hand"},
        {"modifier": "event", "ranks": "7", "then": "pay or fold", "price": "pot"},
    ]
    assert caller.hand.game_name == ("Five-Card Stud, sevens up: pay or fold, queen of spades up: end the hand")
    assert [trigger.then for trigger in caller.state.state.game.triggers] == [  # type: ignore[attr-defined]
        "pay or fold",
        "end the hand",
    ]


@pytest.mark.parametrize(
    ("game", "fields", "reason"),
    [
        ("five-card-stud", {}, "Say which up-cards it is about"),
        ("five-card-stud", {"joker": "1"}, "There are no jokers in this game"),
        ("mexican-stud-41", {"ranks": "9"}, "There are no nines in the deck of this game"),
        ("assassin-iii", {"ranks": "9", "then": "fold", "whom": "everybody"}, "Nobody is left to win the pot"),
        ("baseball", {"ranks": "9", "then": "wild"}, "This game already makes these cards wild"),
        ("five-card-stud", {"ranks": "9", "price": "free"}, "Say what is to be paid"),
        ("five-card-stud", {"cards": "QsXx"}, "'Xx' is not a card"),
    ],
)
def test_an_impossible_event_is_refused_with_the_reason(
    caller: Caller, game: str, fields: dict[str, str], reason: str
) -> None:
    named = {f"modifier__event__{field}": value for field, value in fields.items()}
    answer = caller.deal(game, modifier__event="1", **named)
    assert answer.status_code == 422
    assert reason.casefold() in unescape(answer.text).casefold()


def test_a_saved_game_keeps_both_of_its_events(caller: Caller) -> None:
    answer = save(caller, "Sevens", **EVENTS)
    assert answer.status_code == 303
    sheet = unescape(caller.client.get(answer.location).text)
    assert '<h1 id="call-name">Sevens</h1>' in sheet
    assert "A player who gets a seven face up matches the pot or folds." in sheet
    assert "When the queen of spades comes face up, the hand ends at once" in sheet


def test_rounds_without_betting_are_typed_as_numbers(caller: Caller) -> None:
    caller.deal("five-card-stud", **{"modifier__skip-betting": "1", "modifier__skip-betting__rounds": "3, 1"})
    assert caller.hand.modifiers == [{"modifier": "skip-betting", "rounds": [1, 3]}]
    assert caller.hand.game_name == "Five-Card Stud, no betting in rounds 1 and 3"
    html = caller.get("/five-card-stud?modifier.skip-betting=1&modifier.skip-betting.rounds=two")
    assert "Enter whole numbers" in html


def test_a_game_for_pairs_warns_an_odd_number_of_players(client: FlaskClient) -> None:
    assert "Pick a Partner needs an even number of players; five are seated." in Caller(client, 5).get(
        "/pick-a-partner"
    )


def test_a_typed_name_may_be_as_long_as_that_of_a_saved_game(caller: Caller) -> None:
    name = "A game as long as a saved one's name is"
    caller.deal("chips-only", called=name.lower())
    assert caller.hand.game_name == name


def test_a_game_played_for_chips_keeps_its_typed_name(caller: Caller) -> None:
    """It is called by it again from the recent games, corrected under it, and put in the rotation."""
    caller.deal("chips-only", called="indian poker")
    assert "called=Indian+poker" in caller.client.get(f"{caller.url}ed").location
    assert isinstance(enter(caller.hand.id, ["d misdeal"]), Posted)
    assert next_hand(caller.night) is None
    listed = caller.get()
    assert "Indian poker" in names(listed)
    address = re.search(r'href="([^"]*called=[^"]*)"', listed)
    assert address is not None
    kept = re.search(r'name="called" value="([^"]*)"', caller.client.get(address[1]).text)
    assert kept is not None
    caller.client.post(f"{caller.url}/chips-only", data={"do": "rotation", "called": kept[1]})
    rotation = rotation_of(caller.night)
    assert rotation is not None
    assert [game.name for game in rotation.games] == ["Indian poker"]
