"""Every screen of the app in a state worth testing, for tests that all screens must pass. A new scene is one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any

from playwright.sync_api import Page, expect
from sqlalchemy import select

from app.games.house import Stakes
from app.hand.ask import Prompt
from app.hand.state import State
from app.night.access.devices import register
from app.night.access.grants import set_status
from app.night.acts.cashier import sell_chips, settle_up
from app.night.acts.queue import Done
from app.night.acts.requests import set_switch
from app.night.db import db, now, writing
from app.night.history import hands
from app.night.history.replays import hand_key
from app.night.links import renew_television
from app.night.log.replay import LiveHand
from app.night.models import Entry, Night
from app.night.next_evening import ANSWERS, plan_evening, set_answer
from app.night.nights import end_night, night_by_key, nights
from app.night.people import persons
from app.night.people import seats as night_seats
from app.night.play import call, television
from app.night.play.call import next_hand
from app.night.play.rotation import start_rotation
from app.night.play.television import show_hand, show_rules
from app.night.rotation import RotationGame
from app.odds.all_in import known_at_all_in
from tests import patience
from tests.browser.devices import LANDSCAPE, PORTRAIT
from tests.browser.playing import check, click, go_to
from tests.browser.settling import settled
from tests.browser.stage import Stage, Until, asked, evening, pad, phone_of, television_of
from tests.demo import play_year
from tests.night.acting import play_for, share_expense
from tests.night.table import Dealer
from tests.odds.answering import work_out_all_luck
from tests.web.tables import Table

PHONE = (390, 844)
PHONES = (PHONE, (360, 640), (844, 390))
TELEVISIONS = ((1920, 1080), (1280, 720), LANDSCAPE)
NO_LIMIT = Stakes(limit="none", min_bet=2)


@dataclass(frozen=True)
class Scene:
    """A screen: its address, what is tapped before it is measured, and the sizes to measure it at.

    ``errors`` is a regular expression for the console errors to expect. ``tabs`` is false where the scene differs from
    another only in its pad, and the Tab key is tried on that other one.
    """

    name: str
    address: Callable[[Stage], str]
    then: Callable[[Page], None] = lambda page: None
    errors: str = ""
    sizes: Sequence[tuple[int, int]] = (LANDSCAPE, PORTRAIT, PHONE)
    tabs: bool = True


def press(*names: str) -> Callable[[Page], None]:
    """Tap the buttons, links or texts with these names, in order."""

    def pressed(page: Page) -> None:
        for name in names:
            found = page.get_by_role("button", name=name, exact=True).or_(page.get_by_text(name, exact=True))
            click(found.locator("visible=true").first)

    return pressed


def leave(name: str) -> Callable[[Page], None]:
    """Tap a button that leads to another page."""
    return lambda page: click(page.get_by_role("button", name=name, exact=True))


def lend(page: Page) -> None:
    """Open the actions for a player: chips of theirs for another."""
    click(page.get_by_role("link", name="More for Ann"))
    click(page.get_by_text("Lend or give"))
    expect(page.get_by_role("button", name="To Bob")).to_be_visible()


def send_file(data: bytes) -> Callable[[Page], None]:
    """Choose a file with this content, and send it."""

    def sent(page: Page) -> None:
        page.locator("input[type=file]").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": data}
        )
        click(page.get_by_role("button", name="Import"))

    return sent


def fill_in(label: str, text: str, button: str) -> Callable[[Page], None]:
    """Type into a field, then tap a button."""

    def filled(page: Page) -> None:
        page.get_by_label(label, exact=True).first.fill(text)
        press(button)(page)

    return filled


def switch(name: str) -> Callable[[Page], None]:
    """Turn a switch on."""
    return lambda page: check(page.get_by_role("switch", name=name, exact=True))


def follow(name: str) -> Callable[[Page], None]:
    """Follow a link."""
    return lambda page: click(page.get_by_role("link", name=name, exact=True))


def unfold(words: str) -> Callable[[Page], None]:
    """Unfold the details with this summary."""
    return lambda page: click(page.locator("summary", has_text=words).first)


def tap_a_seen_card(page: Page) -> None:
    page.locator("button[name=card][aria-disabled=true]").first.click(force=True)
    expect(page.get_by_role("alert").first).to_be_visible()
    settled(page)


def another_card(page: Page) -> None:
    """Replace the corrected card by another."""
    click(page.locator(".keys button:not([aria-disabled])").first)
    expect(page.get_by_role("region", name="What changes")).to_be_visible()


def arm_the_last_seat(page: Page) -> None:
    click(page.locator(".seat .arm").last)
    expect(page.locator(".pad.pad-run")).to_be_visible()


def opening_bet(now: Prompt, state: State) -> bool:
    """A betting round in which nobody has bet yet and most players may."""
    return now.kind == "bet" and any(ask.manner == "check" for ask in now.asks) and len(state.bettors) > 4


def split(now: Prompt, state: State) -> bool:
    """The hand is over, and more than one player won."""
    return state.result is not None and len({award.seat for award in state.result.awards}) > 1


def odds_there(page: Page) -> None:
    """Wait until the odds of a whole hand have been worked out."""
    page.locator(".step-odds:not([hx-get])").wait_for(state="attached", timeout=1000 * patience.SECONDS)
    settled(page)


def start_page(stage: Stage) -> str:
    return "/"


def night_of(players: int, path: str) -> Callable[[Stage], str]:
    return lambda stage: stage.night(players) + path


def rotation_of(players: int, path: str) -> Callable[[Stage], str]:
    """A page of a night with a rotation, one of its games with its own modifier and stakes."""

    def begun(stage: Stage) -> str:
        url = stage.night(players)
        night = night_by_key(url.rpartition("/")[2])
        assert night is not None
        games = (
            RotationGame("henway", "Henway"),
            RotationGame("chicago", "Chicago, rolled", {}, ("roll-your-own",), {}, NO_LIMIT),
        )
        assert isinstance(start_rotation(night, "Our rotation", games), Done)
        return url + path

    return begun


def hand(game: str, until: Until | None = None, query: str = "", **more: Any) -> Callable[[Stage], str]:
    """The dealer's screen of a hand played to a moment."""
    return lambda stage: stage.table(game, until, **more).url + query


def watched(game: str, until: Until | None = None, **more: Any) -> Callable[[Stage], str]:
    """The television of such a hand."""
    return lambda stage: television_of(stage.table(game, until, **more))


def held(name: str, game: str, until: Until, *then: str, **more: Any) -> Callable[[Stage], str]:
    """A player's phone in such a hand, after the actions in ``then``."""

    def address(stage: Stage) -> str:
        table = stage.table(game, until, **more)
        table.enter(*then)
        return phone_of(table, name)

    return address


def see_odds(page: Page) -> None:
    """Wait until the odds are shown."""
    expect(page.locator(".odds").first).to_be_visible()


def open_rules(page: Page) -> None:
    """Open the rules on a phone that has claimed its link by opening it."""
    expect(page.locator("#table")).to_be_visible()
    go_to(page, f"{page.url}/rules")


def rules_on_television(stage: Stage) -> str:
    """The television in the middle of a hand, after the dealer has shown the rules there."""
    table = stage.table("follow-the-queen", asked("bet", 4))
    television.show_rules(evening(table), {"hand": table.hand})
    return television_of(table)


def between(stage: Stage) -> str:
    """The television after a hand, before the next game is called."""
    table = stage.table("chicago", split)
    assert next_hand(evening(table)) is None
    return television_of(table)


def all_in(table: Table) -> str:
    """The television of a table at an all-in, on a night that shows the odds."""
    set_switch(evening(table), "all_in_odds", True)
    return television_of(table)


def all_in_before_the_turn(stage: Stage) -> str:
    """Three players all in at hold'em, their hands turned up."""
    table = stage.table("texas-holdem", players=3, stakes=NO_LIMIT)
    table.enter("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cbr 99", "p2 cc", "p3 cc")
    table.enter("p1 sm AsAd", "p2 sm KsKd", "p3 sm JhTh", "d db 2c7h9h")
    return all_in(table)


def seven_all_in(now: Prompt, state: State) -> bool:
    return known_at_all_in(state) is not None and len(state.live) == 7


def ended(stage: Stage) -> str:
    """The television after the night."""
    table = stage.table("chicago", split)
    night = evening(table)
    assert next_hand(night) is None
    assert end_night(night) is None
    return television_of(table)


def for_money(path: str) -> Callable[[Stage], str]:
    """A page of a night of eight played for money, with a chip set, an expense and a payment."""

    def address(stage: Stage) -> str:
        base = stage.night(8)
        pay_for_pizza(base.split("/")[2])
        return base + path

    return address


def settled_night(address_of: Callable[[Night], str]) -> Callable[[Stage], str]:
    """A screen of a night of eight that was played for money and is settled up."""

    def address(stage: Stage) -> str:
        night = pay_for_pizza(evening(stage.table("chicago", split)).key)
        assert isinstance(settle_up(night, []), Done)
        return address_of(night_by_key(night.key) or night)

    return address


def before_the_next(address_of: Callable[[Night], str]) -> Callable[[Stage], str]:
    """A screen after such a night: the next evening is planned, and three players have said whether they are coming."""

    def settled_before(night: Night) -> str:
        assert plan_evening(now() + timedelta(days=7), "Dee Marchetti’s, 14 Harbour Street, second floor") is None
        for seat, answer in zip(night_seats.seats(night), ANSWERS, strict=False):
            set_answer(seat.player_id, answer)
        return address_of(night)

    return settled_night(settled_before)


def pay_for_pizza(key: str) -> Night:
    """Play a night for money, with an expense that one player paid for all."""
    night = night_by_key(key)
    assert night is not None
    chips = [{"colour": colour, "value": value, "count": 100} for colour, value in (("red", 5), ("white", 1))]
    assert isinstance(play_for(night, "EUR", 10, chips), Done)
    seats = [seat.id for seat in night_seats.seats(night)]
    assert isinstance(share_expense(night, seats[0], "pizza", 4850, seats), Done)
    assert isinstance(sell_chips(night, seats[1], 50, 500), Done)
    return night


def played(game: str, players: int = 8, query: str = "", until: Until | None = None) -> Callable[[Stage], str]:
    """The page of a finished hand."""

    def address(stage: Stage) -> str:
        table = stage.table(game, until or asked("over"), players)
        return f"/h/{hand_key(table.hand)}{query}"

    return address


def hands_of(stage: Stage) -> str:
    """The list of a night's hands; the television shows the last of them."""
    table = stage.table("chicago", split)
    assert show_hand(evening(table), hand_key(table.hand), 9) is None
    return f"/n/{table.key}/hands"


def shown(stage: Stage) -> str:
    """A television that replays a hand."""
    hands_of_night = hands_of(stage)
    night = night_by_key(hands_of_night.split("/")[2])
    assert night is not None
    return f"/tv/{night.watch_key}"


def elsewhere(until: Until, page: str = "") -> Callable[[Stage], str]:
    """A page of the dealer's while the television shows the rules instead of the table."""

    def address(stage: Stage) -> str:
        table = stage.table("seven-card-stud", until)
        show_rules(evening(table), {"hand": table.hand})
        return f"{table.url}{page}"

    return address


def renewed(stage: Stage) -> str:
    """The old address of a television whose link has been renewed."""
    table = stage.table("chicago")
    address = television_of(table)
    renew_television(evening(table))
    return address


def broken(stage: Stage) -> str:
    """A hand whose log no longer fits its rules."""
    table = stage.table("five-card-stud", asked("bet", 3))
    first = db.session.scalars(select(Entry).where(Entry.hand_id == table.hand).order_by(Entry.number)).first()
    assert first is not None
    first.text = "p1 cbr 9999"
    db.session.commit()
    return table.url


def correcting(wanted: str) -> Callable[[Stage], str]:
    """The page that corrects the first action containing ``wanted``."""

    def address(stage: Stage) -> str:
        table = stage.table("woolworth", asked("bet", 5))
        number = next(n for n, line in enumerate(table.live.actions, 1) if wanted in line)
        return f"{table.url}hand/1/correct/{number}"

    return address


def door(*, asking: bool) -> Callable[[Stage], str]:
    """Bob's phone in the middle of a hand, when another phone asks for the link or has claimed it."""

    def beside(stage: Stage) -> str:
        address = held("Bob", "follow-the-queen", asked("card", 5))(stage)
        seat = night_seats.seat_by_key(address.removeprefix("/p/"))
        assert seat is not None
        person = seat.player_id
        with writing() as session:
            device, _ = register(session, "", "Android phone")
            set_status(session, device.id, "phone", person, "asked" if asking else "claimed")
        return address

    return beside


def played_year(address: str) -> Callable[[Stage], str]:
    """An address of a club with a few nights in the last year."""

    def played(stage: Stage) -> str:
        if "year" not in stage.once:
            play_year(nights=4, hands=4, seed=2)
            work_out_all_luck()
            stage.once.add("year")
        return address

    return played


def of_first(kind: str) -> Callable[[Stage], str]:
    """The statistics of one player, game or night of that year."""

    def played(stage: Stage) -> str:
        played_year("")(stage)
        if kind == "night":
            return f"/n/{nights()[0].key}/statistics"
        ids = {"player": persons.persons()[0].id, "game": hands.recent_games()[0].game_id}
        return f"/statistics/{kind}/{ids[kind]}"

    return played


def watched_year(players: int) -> Callable[[Stage], str]:
    """The television between hands, after this many players have played a few."""

    def watched(stage: Stage) -> str:
        table = stage.table("five-card-stud", players=players)
        for number in range(4):
            if number:
                live = call.call_game(evening(table), "five-card-stud")
                assert isinstance(live, LiveHand)
                table = replace(table, hand=live.hand.id)
            Dealer(table.live, Random(number)).play_out()
            assert next_hand(evening(table)) is None
        return television_of(table)

    return watched


SCENES = [
    Scene("start page", start_page),
    Scene("start page, naming a night", start_page, unfold("Name it")),
    Scene("start page, the next evening", before_the_next(lambda night: "/")),
    Scene("next evening", before_the_next(lambda night: "/evening")),
    Scene("nothing here", lambda stage: "/nowhere", errors="status of 404"),
    Scene("unknown night", lambda stage: "/n/nonesuch/", errors="status of 404"),
    Scene("night, empty", night_of(0, "/night")),
    Scene("night of eight", night_of(8, "/night")),
    Scene("night, a problem", night_of(3, "/night"), fill_in("Name", "Ann", "Add player"), "status of 422"),
    Scene("night, a player", night_of(4, "/night"), follow("More for Bob")),
    Scene("settings, stakes", night_of(4, "/settings"), unfold("Stakes")),
    Scene("settings, house rules", night_of(4, "/settings"), unfold("House rules")),
    Scene("call", night_of(8, "/call")),
    Scene("call, all games", night_of(8, "/call?all=1")),
    Scene("call, nothing found", night_of(8, "/call?q=zzzz")),
    Scene("call, a search", night_of(8, "/call?q=spade+in+the+hole")),
    Scene("call, mistyped, for ten", night_of(8, "/call?q=no+peek+ten+crads")),
    Scene("call, the nearest", night_of(8, "/call?q=joker+passed+sideways")),
    Scene("call, too few players", night_of(1, "/call")),
    Scene("call, a rotation", rotation_of(8, "/call")),
    Scene("call, a surprise", night_of(8, "/call?surprise=7")),
    Scene("rotation", rotation_of(8, "/rotation?game=1")),
    Scene("rotation, none", night_of(8, "/rotation")),
    Scene("sheet", night_of(8, "/call/woolworth")),
    Scene("sheet, too many players", night_of(8, "/call/night-baseball")),
    Scene("sheet, refused", night_of(4, "/call/five-card-stud"), switch("More wild cards")),
    Scene("rules", hand("follow-the-queen", asked("bet", 4), "rules")),
    Scene("rules, at the showdown", hand("dakota", asked("show"), "rules")),
    Scene("rules, after the hand", hand("seven-card-stud", asked("over"), "rules")),
    Scene("rules, none yet", night_of(4, "/rules")),
    Scene("cards", hand("five-card-stud", asked("card", 4))),
    Scene("cards, out of order", hand("five-card-stud", asked("card", 4), "?arm=6")),
    Scene("a seen card", hand("five-card-stud", asked("card", 4)), tap_a_seen_card, "status of 422", tabs=False),
    Scene("jokers", hand("shifting-sands", pad("card", jokers=True), "?arm=3"), tabs=False),
    Scene("dealt", hand("seven-card-stud", asked("dealt")), tabs=False),
    Scene("bets", hand("woolworth", asked("bet", 6))),
    Scene("bets without limit", hand("follow-the-queen", asked("bet", 4), stakes=NO_LIMIT), tabs=False),
    Scene("out of order", hand("woolworth", asked("bet", 6)), press("Out of order")),
    Scene("run of checks", hand("woolworth", opening_bet), arm_the_last_seat, tabs=False),
    Scene("offer", hand("baseball", asked("offer")), tabs=False),
    Scene("offer to all", hand("canadian", asked("offer")), tabs=False),
    Scene("bid", hand("auction", asked("offer")), tabs=False),
    Scene("declare", hand("chicago", asked("declare")), tabs=False),
    Scene("pick", hand("oppression", pad("pick", slots=True), players=7), tabs=False),
    Scene("pick among known cards", hand("flipem", pad("pick", own=True)), tabs=False),
    Scene("roll", hand("roll-your-own", asked("roll", 4)), tabs=False),
    Scene("roll into hands", hand("bunk-beds", asked("roll", 4), players=5), tabs=False),
    Scene("show", hand("seven-card-stud", asked("show"))),
    Scene("rule", hand("seven-card-stud", asked("show")), press("Pick the winner"), tabs=False),
    Scene("settlement", hand("seven-card-stud", asked("over"))),
    Scene("bets, the television shows rules", elsewhere(asked("bet", 6))),
    Scene("settlement, the television shows rules", elsewhere(asked("over"))),
    Scene("call, the television shows rules", elsewhere(asked("over"), "call")),
    Scene("settlement, split", hand("chicago", split)),
    Scene("agreed split", hand("woolworth", asked("bet", 6)), press("More", "Agree to split")),
    Scene("misdeal", hand("five-card-stud"), press("More", "Misdeal")),
    Scene("more", hand("woolworth", asked("bet", 6)), press("More")),
    Scene("log", hand("woolworth", asked("bet", 6)), press("Log")),
    Scene("correct a card", correcting(" dh ")),
    Scene("correct a bet", correcting(" cbr "), tabs=False),
    Scene("correction, something came before", correcting(" cbr "), leave("Add an action before it")),
    Scene("correction, previewed", correcting(" dh "), another_card),
    Scene("correction that no longer fits", correcting(" dh "), leave("Remove it")),
    Scene("broken hand", broken, errors="status of 409"),
    Scene("money", for_money("/money")),
    Scene("money, a difference", for_money("/money"), fill_in("Ann Upcard has 100, €10.00", "90", "Check the count")),
    Scene("money, an expense", for_money("/money"), unfold("Expense")),
    Scene("settings for money", for_money("/settings"), unfold("Played for")),
    Scene("money, ledger", for_money("/money"), unfold("Ledger")),
    Scene("money, settled", settled_night(lambda night: f"/n/{night.key}/money")),
    Scene("night for money", for_money("/night")),
    Scene("lend or give", for_money("/night"), lend),
    Scene("hand, how it ended", played("chicago", until=split), odds_there),
    Scene("hand, in the middle", played("woolworth", query="?at=30"), odds_there),
    Scene("hand, all cards", played("follow-the-queen", query="?at=12&known=all"), odds_there),
    Scene("hand, odds", played("seven-card-stud", 4, "?at=24"), odds_there),
    Scene("hand, odds of a table for eight", played("follow-the-queen", query="?at=40&known=all"), odds_there),
    Scene("hand, odds nobody can tell", played("anaconda", 4, "?at=5"), odds_there),
    Scene("hand of two", played("seven-card-stud", 2, "?at=9"), odds_there),
    Scene("hand of the television", played("seven-card-stud", 7, "?at=0"), odds_there, sizes=((1920, 1080), PHONE)),
    Scene("hand, no such step", played("chicago", 3, "?at=x"), errors="status of 400"),
    Scene("hands of a night", hands_of),
    Scene("hands, none yet", night_of(3, "/hands")),
    Scene("nights", lambda stage: hands_of(stage) and "/nights"),
    Scene("a night to take along", settled_night(lambda night: f"/n/{night.key}/take")),
    Scene("everything to take along", lambda stage: "/club"),
    Scene("a file that is wrong", lambda stage: "/club", send_file(b'{"format": "other"}'), errors="status of 422"),
    Scene("statistics", played_year("/statistics")),
    Scene("statistics, tables of plots", played_year("/statistics"), unfold("The same figures")),
    Scene("statistics, no such days", played_year("/statistics?from=x"), errors="status of 422"),
    Scene("statistics, nothing played", lambda stage: "/statistics"),
    Scene("statistics of a person", of_first("player")),
    Scene("statistics of a game", of_first("game")),
    Scene("statistics of a night", of_first("night")),
    Scene("hands behind a figure", played_year("/statistics/hands?did=wild")),
    Scene("links", night_of(8, "/links")),
    Scene("help", lambda stage: "/help"),
    Scene("example", lambda stage: "/example"),
    Scene("example with a hint", lambda stage: "/example", leave("Play an example hand")),
    Scene("television", watched("follow-the-queen", asked("card", 5)), sizes=TELEVISIONS),
    Scene("television, a game called", watched("follow-the-queen"), sizes=TELEVISIONS),
    Scene("television, long rules", watched("bunk-beds", players=5), sizes=TELEVISIONS),
    Scene("television, rules shown", rules_on_television, sizes=TELEVISIONS),
    Scene("television, betting", watched("woolworth", asked("bet", 6)), sizes=TELEVISIONS),
    Scene("television, declaring", watched("chicago", asked("declare")), sizes=TELEVISIONS),
    Scene("television, all in", all_in_before_the_turn, see_odds, sizes=TELEVISIONS),
    Scene(
        "television, seven all in",
        lambda stage: all_in(stage.table("chicago", seven_all_in, stakes=NO_LIMIT)),
        see_odds,
        sizes=TELEVISIONS,
    ),
    Scene("television, settlement", watched("chicago", split), sizes=TELEVISIONS),
    Scene("television, between hands", between, sizes=TELEVISIONS),
    Scene("television, stacks of eight", watched_year(8), sizes=TELEVISIONS),
    Scene("television, stacks of two", watched_year(2), sizes=TELEVISIONS),
    Scene("television, empty", lambda stage: stage.television(), sizes=TELEVISIONS),
    Scene("television, night over", ended, sizes=TELEVISIONS),
    Scene("television, settled", settled_night(lambda night: f"/tv/{night.watch_key}"), sizes=TELEVISIONS),
    Scene("television, a hand again", shown, sizes=TELEVISIONS),
    Scene("television, old link", renewed, errors="status of 404", sizes=TELEVISIONS),
    Scene("phone, dealing", held("Bob", "follow-the-queen", asked("card", 5)), sizes=PHONES),
    Scene("phone, my turn", held("Ann", "five-card-stud", asked("bet", 2), players=3), sizes=PHONES),
    Scene("phone, declaring", held("Bob", "chicago", asked("declare")), sizes=PHONES),
    Scene("phone, bidding", held("Bob", "auction", asked("offer"), players=5, sealed=True), sizes=PHONES),
    Scene("phone, settlement", held("Bob", "chicago", split), sizes=PHONES),
    Scene("phone, several hands", held("Cy", "bunk-beds", asked("bet", 6), players=5), sizes=PHONES),
    Scene("phone, settled", settled_night(lambda night: f"/p/{night_seats.seats(night)[0].key}"), sizes=PHONES),
    Scene(
        "phone, the next evening",
        before_the_next(lambda night: f"/p/{night_seats.seats(night)[0].key}"),
        sizes=PHONES,
    ),
    Scene("door, open on another", door(asking=False), sizes=PHONES),
    Scene("phone, another asks", door(asking=True), sizes=PHONES),
    Scene("phone, rules", held("Bob", "follow-the-queen", asked("card", 5)), open_rules, sizes=PHONES),
    Scene("phone, no rules", lambda stage: stage.phone(), open_rules, sizes=PHONES),
    Scene("phone, no hand", lambda stage: stage.phone(), sizes=PHONES),
]
