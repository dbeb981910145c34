"""Every screen of the app, for tests that all screens must pass. A new scene is one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any

from playwright.sync_api import Page, expect
from sqlalchemy import select

from app.hand.ask import Prompt
from app.hand.state import State
from app.night.access.grants import set_status
from app.night.access.rights import register
from app.night.acts.queue import Done
from app.night.acts.requests import set_switch
from app.night.db import db, now, writing
from app.night.history import hands
from app.night.history.replays import hand_key
from app.night.links import renew_code
from app.night.log.replay import LiveHand
from app.night.models import Entry, Night
from app.night.next_evening import ANSWERS, plan_evening, set_answer
from app.night.next_evening import next_evening as evening_planned
from app.night.nights import nights
from app.night.people import roster
from app.night.people import seats as night_seats
from app.night.play.call import call_game, end_night, next_hand
from app.night.play.rotation import start_rotation
from app.night.play.television import show_hand, show_rules
from app.night.rotation import RotationGame
from app.odds.all_in import known_at_all_in
from tests import patience
from tests.browser.devices import LANDSCAPE, PHONE, PORTRAIT
from tests.browser.playing import check, click, go_to
from tests.browser.settling import settled
from tests.browser.stage import NO_LIMIT, Stage, Until, asked, night_of, pad, phone_of, television_of
from tests.demo import play_year
from tests.night.acting import play_for, sell_chips, settle_up, share_expense
from tests.night.table import Dealer
from tests.odds.answering import work_out_all_luck
from tests.web.tables import Table

PHONES = (PHONE, (360, 640), (844, 390))
#: Small phones too, and those zoomed to 150 %.
ALL_PHONES = (*PHONES, (320, 568), (260, 563))
TELEVISIONS = ((1920, 1080), (1280, 720), LANDSCAPE)


@dataclass(frozen=True)
class Scene:
    """A screen in a certain state.

    ``then`` brings the page at ``address`` into that state. ``errors``: a regular expression for the expected console
    errors. ``sizes``: the window sizes to measure. ``tabs``: whether to try the Tab key, rather than a script that
    moves the focus; false if only the pad differs from another scene, and on long pages that listen to no keys.
    ``rare``: whether it shows nothing that another scene does not show, and is left to the long run.
    """

    name: str
    address: Callable[[Stage], str]
    then: Callable[[Page], None] = lambda page: None
    errors: str = ""
    sizes: Sequence[tuple[int, int]] = (LANDSCAPE, PORTRAIT, PHONE)
    tabs: bool = True
    rare: bool = False


def tap(*names: str) -> Callable[[Page], None]:
    """Return a step that taps the buttons or texts with these names, in order."""

    def step(page: Page) -> None:
        for name in names:
            target = page.get_by_role("button", name=name, exact=True).or_(page.get_by_text(name, exact=True))
            click(target.locator("visible=true").first)

    return step


def lend(page: Page) -> None:
    """Open a player's actions, which include lending chips to another."""
    click(page.get_by_role("link", name="More for Ann"))
    click(page.get_by_text("Lend or give"))
    expect(page.get_by_role("button", name="To Bob")).to_be_visible()


def send_file(data: bytes) -> Callable[[Page], None]:
    """Return a step that uploads a file with this content."""

    def step(page: Page) -> None:
        page.locator("input[type=file]").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": data}
        )
        click(page.get_by_role("button", name="Import"))

    return step


def fill_in(label: str, text: str, button: str) -> Callable[[Page], None]:
    """Return a step that types into a field and taps a button."""

    def step(page: Page) -> None:
        page.get_by_label(label, exact=True).first.fill(text)
        tap(button)(page)

    return step


def switch(name: str) -> Callable[[Page], None]:
    """Return a step that turns a switch on."""
    return lambda page: check(page.get_by_role("switch", name=name, exact=True))


def deal_without_settings(page: Page) -> None:
    """Deal with a modifier whose settings are not chosen yet."""
    switch("More wild cards")(page)
    tap("Deal")(page)


def follow(name: str) -> Callable[[Page], None]:
    """Return a step that follows a link."""
    return lambda page: click(page.get_by_role("link", name=name, exact=True))


def unfold(words: str) -> Callable[[Page], None]:
    """Return a step that unfolds the details with this summary."""
    return lambda page: click(page.locator("summary", has_text=words).first)


def tap_a_seen_card(page: Page) -> None:
    page.locator("button[name=card][aria-disabled=true]").first.click(force=True)
    expect(page.get_by_role("alert").first).to_be_visible()
    settled(page)


def choose_another_card(page: Page) -> None:
    """Choose another card for the one to correct."""
    click(page.locator(".keys button:not([aria-disabled])").first)
    expect(page.get_by_role("region", name="What changes")).to_be_visible()


def select_the_last_seat(page: Page) -> None:
    click(page.locator(".seat .arm").last)
    expect(page.locator(".pad.pad-run")).to_be_visible()


def opening_bet(now: Prompt, state: State) -> bool:
    """Return whether a betting round has no bet yet, and most players may bet."""
    return now.kind == "bet" and any(ask.manner == "check" for ask in now.asks) and len(state.bettors) > 4


def split_pot(now: Prompt, state: State) -> bool:
    """Return whether the hand is over and more than one player won."""
    return state.result is not None and len({award.seat for award in state.result.awards}) > 1


def wait_for_odds(page: Page) -> None:
    """Wait until the odds of a whole hand have been computed."""
    page.locator(".step-odds:not([hx-get])").wait_for(state="attached", timeout=1000 * patience.SECONDS)
    settled(page)


def night_page(players: int, path: str) -> Callable[[Stage], str]:
    return lambda stage: stage.night(players) + path


def rotation_page(players: int, path: str) -> Callable[[Stage], str]:
    """Return the path of a page of a night with a rotation; one of its games has its own modifier and stakes."""

    def path_in(stage: Stage) -> str:
        night = stage.new_night(players)
        games = (
            RotationGame("henway", "Henway"),
            RotationGame("chicago", "Chicago, rolled", {}, ("roll-your-own",), {}, NO_LIMIT),
        )
        assert isinstance(start_rotation(night, "Our rotation", games), Done)
        return f"/n/{night.key}{path}"

    return path_in


def dealer(game: str, until: Until | None = None, query: str = "", **more: Any) -> Callable[[Stage], str]:
    """Return the dealer's screen of a hand played up to ``until``."""
    return lambda stage: stage.table(game, until, **more).url + query


def television(game: str, until: Until | None = None, **more: Any) -> Callable[[Stage], str]:
    """Return the television of a hand played up to ``until``."""
    return lambda stage: television_of(stage.table(game, until, **more))


def phone(name: str, game: str, until: Until, *then: str, **more: Any) -> Callable[[Stage], str]:
    """Return a player's phone in a hand played up to ``until``, after the actions in ``then``."""

    def address(stage: Stage) -> str:
        table = stage.table(game, until, **more)
        table.enter(*then)
        return phone_of(table, name)

    return address


def expect_odds(page: Page) -> None:
    """Wait until the odds at an all-in are shown."""
    expect(page.locator(".odds").first).to_be_visible()


def open_rules(page: Page) -> None:
    """Open the rules on a phone that has claimed its link by opening it."""
    expect(page.locator("#table")).to_be_visible()
    go_to(page, f"{page.url}/rules")


def rules_on_television(stage: Stage) -> str:
    """Return the television during a hand, after the dealer has put the rules on it."""
    table = stage.table("follow-the-queen", asked("bet", 4))
    show_rules(night_of(table), {"hand": table.hand})
    return television_of(table)


def television_between_hands(stage: Stage) -> str:
    """Return the television after a hand, before the next game is called."""
    table = stage.table("chicago", split_pot)
    assert next_hand(night_of(table)) is None
    return television_of(table)


def all_in_television(table: Table) -> str:
    """Return the television of a table at an all-in, on a night that shows the odds."""
    set_switch(night_of(table), "all_in_odds", True)
    return television_of(table)


def all_in_before_the_turn(stage: Stage) -> str:
    """Return the television of three players all in at hold'em, their hands turned up."""
    table = stage.table("texas-holdem", players=3, stakes=NO_LIMIT)
    table.enter("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cbr 99", "p2 cc", "p3 cc")
    table.enter("p1 sm AsAd", "p2 sm KsKd", "p3 sm JhTh", "d db 2c7h9h")
    return all_in_television(table)


def seven_all_in(now: Prompt, state: State) -> bool:
    return known_at_all_in(state) is not None and len(state.live) == 7


def television_after_night(stage: Stage) -> str:
    """Return the television after the night."""
    table = stage.table("chicago", split_pot)
    night = night_of(table)
    assert next_hand(night) is None
    assert end_night(night) is None
    return television_of(table)


def for_money(path: str) -> Callable[[Stage], str]:
    """Return a page of a night of eight played for money, with a chip set, an expense and a payment."""
    return lambda stage: f"/n/{pay_for_pizza(stage.new_night(8)).key}{path}"


def settled_night(address_of: Callable[[Night], str]) -> Callable[[Stage], str]:
    """Return a screen of a night of eight that was played for money and is settled up."""

    def address(stage: Stage) -> str:
        table = stage.table("chicago", split_pot)
        assert isinstance(settle_up(pay_for_pizza(night_of(table)), []), Done)
        return address_of(night_of(table))

    return address


def next_evening(address_of: Callable[[Night], str]) -> Callable[[Stage], str]:
    """Return a screen after a settled night; the next evening is planned, and three players have replied."""

    def plan_then(night: Night) -> str:
        assert plan_evening(now() + timedelta(days=7), "Dee Marchetti’s, 14 Harbour Street, second floor") is None
        planned = evening_planned()
        assert planned is not None
        for seat, answer in zip(night_seats.seats(night), ANSWERS, strict=False):
            set_answer(seat.player_id, answer, planned.stamp)
        return address_of(night)

    return settled_night(plan_then)


def pay_for_pizza(night: Night) -> Night:
    """Play a night for money, with an expense that one player paid for all, and return it."""
    chips = [{"colour": colour, "value": value, "count": 100} for colour, value in (("red", 5), ("white", 1))]
    assert isinstance(play_for(night, "EUR", 10, chips), Done)
    seats = [seat.id for seat in night_seats.seats(night)]
    assert isinstance(share_expense(night, seats[0], "pizza", 4850, seats), Done)
    assert isinstance(sell_chips(night, seats[1], 50, 500), Done)
    return night


def past_hand(game: str, players: int = 8, query: str = "", until: Until | None = None) -> Callable[[Stage], str]:
    """Return the page of a finished hand."""

    def address(stage: Stage) -> str:
        table = stage.table(game, until or asked("over"), players)
        return f"/h/{hand_key(table.hand)}{query}"

    return address


def show_last_hand(stage: Stage) -> Table:
    """Replay a night's last hand on its television, and return its table."""
    table = stage.table("chicago", split_pot)
    assert show_hand(night_of(table), hand_key(table.hand), 9) is None
    return table


def hands_of_night(stage: Stage) -> str:
    return f"/n/{show_last_hand(stage).key}/hands"


def dealer_without_television(until: Until, page: str = "") -> Callable[[Stage], str]:
    """Return a page of the dealer's while the television shows the rules instead of the table."""

    def address(stage: Stage) -> str:
        table = stage.table("seven-card-stud", until)
        show_rules(night_of(table), {"hand": table.hand})
        return f"{table.url}{page}"

    return address


def renewed_television(stage: Stage) -> str:
    """Return the old address of a television whose link has been renewed."""
    table = stage.table("chicago")
    address = television_of(table)
    renew_code(night_of(table), "watch_key")
    return address


def broken_hand(stage: Stage) -> str:
    """Return the dealer's screen of a hand whose log no longer fits its rules."""
    table = stage.table("five-card-stud", asked("bet", 3))
    first = db.session.scalars(select(Entry).where(Entry.hand_id == table.hand).order_by(Entry.number)).first()
    assert first is not None
    first.text = "p1 cbr 9999"
    db.session.commit()
    return table.url


def correcting(wanted: str) -> Callable[[Stage], str]:
    """Return the page that corrects the first action containing ``wanted``."""

    def address(stage: Stage) -> str:
        table = stage.table("woolworth", asked("bet", 5))
        number = next(n for n, line in enumerate(table.live.actions, 1) if wanted in line)
        return f"{table.url}hand/1/correct/{number}"

    return address


def contested_phone(*, asking: bool) -> Callable[[Stage], str]:
    """Return Bob's phone during a hand, when another phone is asking for his link or has claimed it."""

    def address(stage: Stage) -> str:
        path = phone("Bob", "follow-the-queen", asked("card", 5))(stage)
        seat = night_seats.seat_by_key(path.removeprefix("/p/"))
        assert seat is not None
        person = seat.player_id
        with writing() as session:
            device, _ = register(session, "", "Android phone")
            set_status(session, device.id, "phone", person, "asked" if asking else "claimed")
        return path

    return address


def year_page(address: str) -> Callable[[Stage], str]:
    """Return an address of a club with a few nights in the last year."""

    def prepare(stage: Stage) -> str:
        if "year" not in stage.prepared:
            play_year(nights=4, hands=4, seed=2)
            work_out_all_luck()
            stage.prepared.add("year")
        return address

    return prepare


def first_statistics(kind: str) -> Callable[[Stage], str]:
    """Return the statistics of one player, game or night of that year."""

    def address(stage: Stage) -> str:
        year_page("")(stage)
        if kind == "night":
            return f"/n/{nights()[0].key}/statistics"
        ids = {"player": roster.all_people()[0].id, "game": hands.recent_games()[0].game_id}
        return f"/statistics/{kind}/{ids[kind]}"

    return address


def television_after_hands(players: int) -> Callable[[Stage], str]:
    """Return the television between hands, after this many players have played a few."""

    def address(stage: Stage) -> str:
        table = stage.table("five-card-stud", players=players)
        for number in range(4):
            if number:
                live = call_game(night_of(table), "five-card-stud")
                assert isinstance(live, LiveHand)
                table = replace(table, hand=live.hand.id)
            Dealer(table.live, Random(number)).play_out()
            assert next_hand(night_of(table)) is None
        return television_of(table)

    return address


SCENES = [
    Scene("start page", lambda stage: "/"),
    Scene("start page, naming a night", lambda stage: "/", unfold("Name the night")),
    Scene("start page, the next evening", next_evening(lambda night: "/")),
    Scene("next evening", next_evening(lambda night: "/evening")),
    Scene("nothing here", lambda stage: "/nowhere", errors="status of 404"),
    Scene("unknown night", lambda stage: "/n/nonesuch/", errors="status of 404"),
    Scene("night, empty", night_page(0, "/night")),
    Scene("night of eight", night_page(8, "/night")),
    Scene("night, a problem", night_page(3, "/night"), fill_in("Name", "Ann", "Add player"), "status of 422"),
    Scene("night, a player", night_page(4, "/night"), follow("More for Bob")),
    Scene("settings, stakes", night_page(4, "/settings"), unfold("Stakes")),
    Scene("settings, house rules", night_page(4, "/settings"), unfold("House rules")),
    Scene("call", night_page(8, "/call")),
    Scene("call, all games", night_page(8, "/call?all=1")),
    Scene("call, nothing found", night_page(8, "/call?q=zzzz")),
    Scene("call, a search", night_page(8, "/call?q=spade+in+the+hole"), rare=True),
    Scene("call, mistyped, for ten", night_page(8, "/call?q=no+peek+ten+crads")),
    Scene("call, the nearest", night_page(8, "/call?q=joker+passed+sideways"), rare=True),
    Scene("call, too few players", night_page(1, "/call")),
    Scene("call, a rotation", rotation_page(8, "/call")),
    Scene("call, a surprise", night_page(8, "/call?surprise=7")),
    Scene("rotation", rotation_page(8, "/rotation?game=1")),
    Scene("rotation, none", night_page(8, "/rotation")),
    Scene("sheet", night_page(8, "/call/woolworth")),
    Scene("sheet, too many players", night_page(8, "/call/night-baseball")),
    Scene("sheet, asking", night_page(4, "/call/five-card-stud"), switch("More wild cards")),
    Scene("sheet, refused", night_page(4, "/call/five-card-stud"), deal_without_settings, "status of 422"),
    Scene("rules", dealer("follow-the-queen", asked("bet", 4), "rules")),
    Scene("rules, at the showdown", dealer("dakota", asked("show"), "rules")),
    Scene("rules, after the hand", dealer("seven-card-stud", asked("over"), "rules"), rare=True),
    Scene("rules, none yet", night_page(4, "/rules")),
    Scene("cards", dealer("five-card-stud", asked("card", 4))),
    Scene("cards, out of order", dealer("five-card-stud", asked("card", 4), "?arm=6")),
    Scene(
        "cards, a seen one", dealer("five-card-stud", asked("card", 4)), tap_a_seen_card, "status of 422", tabs=False
    ),
    Scene("cards, with jokers", dealer("shifting-sands", pad("card", jokers=True), "?arm=3"), tabs=False),
    Scene("dealt", dealer("seven-card-stud", asked("dealt")), tabs=False),
    Scene("bets", dealer("woolworth", asked("bet", 6))),
    Scene("bets, without limit", dealer("follow-the-queen", asked("bet", 4), stakes=NO_LIMIT), tabs=False),
    Scene("out of order", dealer("woolworth", asked("bet", 6)), tap("Out of order"), tabs=False),
    Scene("bets, a run of checks", dealer("woolworth", opening_bet), select_the_last_seat, tabs=False),
    Scene("offer", dealer("baseball", asked("offer")), tabs=False),
    Scene("offer, to all", dealer("canadian", asked("offer")), tabs=False),
    Scene("bid", dealer("auction", asked("offer")), tabs=False),
    Scene("declare", dealer("chicago", asked("declare")), tabs=False),
    Scene("pick", dealer("oppression", pad("pick", slots=True), players=7), tabs=False),
    Scene("pick, among known cards", dealer("flipem", pad("pick", own=True)), tabs=False),
    Scene("roll", dealer("roll-your-own", asked("roll", 4)), tabs=False),
    Scene("roll, into hands", dealer("bunk-beds", asked("roll", 4), players=5), tabs=False),
    Scene("show", dealer("seven-card-stud", asked("show")), tabs=False),
    Scene("rule", dealer("seven-card-stud", asked("show")), tap("Pick the winner"), tabs=False),
    Scene("settlement", dealer("seven-card-stud", asked("over")), tabs=False),
    Scene("bets, the television shows rules", dealer_without_television(asked("bet", 6))),
    Scene("settlement, the television shows rules", dealer_without_television(asked("over")), rare=True),
    Scene("call, the television shows rules", dealer_without_television(asked("over"), "call"), rare=True),
    Scene("settlement, split", dealer("chicago", split_pot)),
    Scene("agreed split", dealer("woolworth", asked("bet", 6)), tap("More", "Agree to split"), tabs=False),
    Scene("misdeal", dealer("five-card-stud"), tap("More", "Misdeal"), tabs=False),
    Scene("more", dealer("woolworth", asked("bet", 6)), tap("More")),
    Scene("log", dealer("woolworth", asked("bet", 6)), tap("Log")),
    Scene("correct a card", correcting(" dh ")),
    Scene("correct a card, or a bet", correcting(" cbr "), tabs=False),
    Scene("correction, something came before", correcting(" cbr "), tap("Add an action before it")),
    Scene("correction, previewed", correcting(" dh "), choose_another_card),
    Scene("correction that no longer fits", correcting(" dh "), tap("Remove it")),
    Scene("correction that no longer fits, changed", correcting(" dh "), tap("Remove it", "Change it")),
    Scene("broken hand", broken_hand, errors="status of 409"),
    Scene("money", for_money("/money")),
    Scene("money, a difference", for_money("/money"), fill_in("Ann Upcard has 100, €10.00", "90", "Check the count")),
    Scene("money, an expense", for_money("/money"), unfold("Expense")),
    Scene("settings for money", for_money("/settings"), unfold("Played for")),
    Scene("money, ledger", for_money("/money"), unfold("Ledger")),
    Scene("money, settled", settled_night(lambda night: f"/n/{night.key}/money")),
    Scene("night for money", for_money("/night"), tabs=False),
    Scene("lend or give", for_money("/night"), lend),
    Scene("hand, how it ended", past_hand("chicago", until=split_pot), wait_for_odds),
    Scene("hand, in the middle", past_hand("woolworth", query="?at=30"), wait_for_odds, rare=True),
    Scene("hand, all cards", past_hand("follow-the-queen", query="?at=12&known=all"), wait_for_odds, rare=True),
    Scene("hand, odds", past_hand("seven-card-stud", 4, "?at=24"), wait_for_odds, rare=True),
    Scene("hand, odds of a table for eight", past_hand("follow-the-queen", query="?at=40&known=all"), wait_for_odds),
    Scene("hand, odds nobody can tell", past_hand("anaconda", 4, "?at=5"), wait_for_odds),
    Scene("hand of two", past_hand("seven-card-stud", 2, "?at=7"), wait_for_odds),
    Scene(
        "hand, as large as on the television",
        past_hand("seven-card-stud", 7, "?at=0"),
        wait_for_odds,
        sizes=(PHONE, (1920, 1080)),
    ),
    Scene("hand, no such step", past_hand("chicago", 3, "?at=x"), errors="status of 400"),
    Scene("hands of a night", hands_of_night),
    Scene("hands, none yet", night_page(3, "/hands")),
    Scene("nights", lambda stage: hands_of_night(stage) and "/nights", tabs=False),
    Scene("a night to take along", settled_night(lambda night: f"/n/{night.key}/take")),
    Scene("everything to take along", lambda stage: "/club"),
    Scene("a file that is wrong", lambda stage: "/club", send_file(b'{"format": "other"}'), errors="status of 422"),
    Scene("statistics", year_page("/statistics"), tabs=False),
    Scene("statistics, tables of plots", year_page("/statistics"), unfold("The same figures")),
    Scene("statistics, no such days", year_page("/statistics?from=x"), errors="status of 422"),
    Scene("statistics, nothing played", lambda stage: "/statistics"),
    Scene("statistics of a person", first_statistics("player"), tabs=False),
    Scene("statistics of a game", first_statistics("game"), tabs=False),
    Scene("statistics of a night", first_statistics("night"), tabs=False),
    Scene("hands behind a figure", year_page("/statistics/hands?did=wild")),
    Scene("links", night_page(8, "/links")),
    Scene("help", lambda stage: "/help"),
    Scene("example", lambda stage: "/example"),
    Scene("example with a hint", lambda stage: "/example", tap("Play an example hand"), tabs=False),
    Scene("television", television("follow-the-queen", asked("card", 5)), sizes=TELEVISIONS),
    Scene("television, a game called", television("follow-the-queen"), sizes=TELEVISIONS, rare=True),
    Scene("television, long rules", television("bunk-beds", players=5), sizes=TELEVISIONS),
    Scene("television, rules shown", rules_on_television, sizes=TELEVISIONS),
    Scene("television, betting", television("woolworth", asked("bet", 6)), sizes=TELEVISIONS),
    Scene("television, declaring", television("chicago", asked("declare")), sizes=TELEVISIONS),
    Scene("television, all in", all_in_before_the_turn, expect_odds, sizes=TELEVISIONS, rare=True),
    Scene(
        "television, seven all in",
        lambda stage: all_in_television(stage.table("chicago", seven_all_in, stakes=NO_LIMIT)),
        expect_odds,
        sizes=TELEVISIONS,
    ),
    Scene("television, settlement", television("chicago", split_pot), sizes=TELEVISIONS),
    Scene("television, between hands", television_between_hands, sizes=TELEVISIONS, rare=True),
    Scene("television, stacks of eight", television_after_hands(8), sizes=TELEVISIONS),
    Scene("television, stacks of two", television_after_hands(2), sizes=TELEVISIONS, rare=True),
    Scene("television, empty", lambda stage: stage.television(), sizes=TELEVISIONS),
    Scene("television, night over", television_after_night, sizes=TELEVISIONS),
    Scene("television, settled", settled_night(lambda night: f"/tv/{night.watch_key}"), sizes=TELEVISIONS),
    Scene("television, a hand again", lambda stage: television_of(show_last_hand(stage)), sizes=TELEVISIONS),
    Scene("television, old link", renewed_television, errors="status of 404", sizes=TELEVISIONS),
    Scene("phone, dealing", phone("Bob", "follow-the-queen", asked("card", 5)), sizes=PHONES),
    Scene("phone, my turn", phone("Ann", "five-card-stud", asked("bet", 2), players=3), sizes=PHONES),
    Scene("phone, declaring", phone("Bob", "chicago", asked("declare")), sizes=PHONES),
    Scene("phone, bidding", phone("Bob", "auction", asked("offer"), players=5, sealed=True), sizes=ALL_PHONES),
    Scene("phone, settlement", phone("Bob", "chicago", split_pot), sizes=PHONES),
    Scene("phone, several hands", phone("Cy", "bunk-beds", asked("bet", 6), players=5), sizes=PHONES),
    Scene("phone, settled", settled_night(lambda night: f"/p/{night_seats.seats(night)[0].key}"), sizes=ALL_PHONES),
    Scene(
        "phone, the next evening",
        next_evening(lambda night: f"/p/{night_seats.seats(night)[0].key}"),
        sizes=PHONES,
    ),
    Scene("door, open on another", contested_phone(asking=False), sizes=PHONES),
    Scene("phone, another asks", contested_phone(asking=True), sizes=PHONES),
    Scene("phone, rules", phone("Bob", "follow-the-queen", asked("card", 5)), open_rules, sizes=PHONES),
    Scene("phone, no rules", lambda stage: stage.phone(), open_rules, sizes=PHONES),
    Scene("phone, no hand", lambda stage: stage.phone(), sizes=PHONES),
]
