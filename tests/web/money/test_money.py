"""The money page: count, correct or accept, settle up, tick off; a refusal keeps typed input."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.dates import day_text
from app.night import ledger
from app.night.acts import queue
from app.night.acts.queue import Done
from app.night.db import db
from app.night.history import past_nights, replays
from app.night.log.replay import LiveHand
from app.night.models import Night, Transfer
from app.night.nights import night_by_key
from app.night.people import seats
from app.night.play import call
from app.night.play.call import end_night
from app.night.validation import Problem
from app.web.money import closing_text
from tests.night import acting
from tests.web.phone.phones import phone_page
from tests.web.tables import Table, buttons, hold

Deal = Callable[..., Table]


class Money:
    """The money page of a night with Ann, Bob and Cy; a chip is worth ten cents."""

    def __init__(self, table: Table, currency: str = "EUR", chips: tuple[dict[str, Any], ...] = ()) -> None:
        self.client, self.key = table.client, table.key
        self.url = f"/n/{table.key}/money"
        self.table = table
        if currency or chips:
            table.enter("d misdeal")
            assert isinstance(acting.play_for(self.night, currency, 10 if currency else 0, chips), Done)

    @property
    def night(self) -> Night:
        db.session.rollback()
        night = night_by_key(self.key)
        assert night is not None
        return night

    def seat(self, name: str) -> int:
        return next(seat.id for seat in seats.seats(self.night, with_left=True) if seat.name == name)

    def stack(self, name: str) -> int | None:
        return next(seat.stack for seat in seats.seats(self.night, with_left=True) if seat.name == name)

    def counts(self, **chips: int) -> dict[str, str]:
        fields = {}
        for seat in seats.seats(self.night):
            fields[f"had-{seat.id}"] = str(seat.stack)
            fields[f"chips-{seat.id}"] = str(chips.get(seat.name, seat.stack))
        return fields

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.client.post(f"{self.url}/{path}", data=fields)

    def text(self) -> str:
        answer = self.client.get(self.url)
        assert answer.status_code == 200
        return words(answer.text)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.fixture
def money(deal: Deal) -> Money:
    return Money(deal())


def test_the_page_shows_the_totals(money: Money) -> None:
    assert "In 300 €30.00 Out 300 €30.00 It adds up" in money.text()


def test_correct_stacks_are_confirmed_with_one_tap(money: Money) -> None:
    answer = money.post("count", **money.counts())
    assert answer.status_code == 303
    assert "3 stacks counted, all as Upcard has them" in money.text()


@pytest.mark.parametrize(("counted", "said"), [(103, "3 too many"), (96, "4 missing")])
def test_the_totals_say_how_many_chips_too_many_or_too_few_were_counted(money: Money, counted: int, said: str) -> None:
    assert said in words(money.post("count", **money.counts(Cy=counted)).text)


def test_a_difference_lists_the_hands_that_moved_chips_with_links_to_correct_them(deal: Deal) -> None:
    table = deal()
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")
    money = Money(table, currency="")
    html = money.post("count", **money.counts(Cy=97)).text
    assert "5 fewer than Upcard has" in words(html)
    cy = f"chips-{money.seat('Cy')}"
    assert f'aria-describedby="{cy}-error {cy}-off"' in html
    assert f'<p id="{cy}-off"><b>5</b> fewer' in html
    assert buttons(html[html.index('class="count"') :])[0] == "Check the count", "Enter in a field presses it"
    assert "Hand 1, Five-Card Stud +2" in words(html)
    assert f'href="/n/{money.key}/hand/1"' in html
    assert "Accept the count" in buttons(html)
    money.client.get(f"/n/{money.key}/")
    assert 'value="97"' in money.client.get(money.url).text, "the count is kept while a hand is corrected"


@pytest.mark.parametrize(("hands", "said"), [(7, "and 1 smaller one No"), (8, "and 2 smaller ones No")])
def test_more_than_six_hands_that_moved_chips_are_only_counted(
    money: Money, hands: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = [SimpleNamespace(number=number, game_name="Razz", chips=5) for number in range(hands)]
    monkeypatch.setattr(ledger, "moves_since_count", lambda *_: {money.seat("Cy"): moves})
    assert said in words(money.post("count", **money.counts(Cy=97)).text)


def test_the_next_hand_discards_the_count(money: Money) -> None:
    money.post("count", **money.counts(Cy=97))
    call.next_hand(money.night)
    assert isinstance(call.call_game(money.night, "razz"), LiveHand)
    assert 'value="97"' not in money.client.get(money.url).text


def test_a_count_is_accepted_with_a_reason_and_shown_in_the_totals(money: Money) -> None:
    refused = money.post("accept", why="", **money.counts(Bob=94))
    assert refused.status_code == 422
    assert "Say why the count is off" in refused.text
    assert money.post("accept", why="under the sofa", **money.counts(Bob=94)).status_code == 303
    assert money.stack("Bob") == 94
    shown = money.text()
    assert "6 missing" in shown
    assert "count: under the sofa −6" in shown


def test_a_count_of_outdated_stacks_is_refused(money: Money) -> None:
    counts = money.counts(Bob=94)
    acting.sell_chips(money.night, money.seat("Bob"), 10, 0)
    answer = money.post("accept", why="lost", **counts)
    assert answer.status_code == 409
    assert "Bob has 110 now: count again." in words(answer.text)


def test_chips_are_counted_by_colour(deal: Deal) -> None:
    chips = ({"colour": "red", "value": 5, "count": 40}, {"colour": "white", "value": 1, "count": None})
    money = Money(deal(), chips=chips)
    bob = money.seat("Bob")
    fields = money.counts() | {f"colour-{bob}-0": "18", f"colour-{bob}-1": "4"}
    html = money.post("count", **fields).text
    assert re.findall('aria-label="(By colour: .*?)"', html) == [f"By colour: {name}" for name in ("Ann", "Bob", "Cy")]
    assert "6 fewer than Upcard has" in words(html)
    assert 'value="94"' in html
    assert "Enter a whole number" in money.post("count", **(fields | {f"colour-{bob}-1": "x"})).text


@pytest.mark.parametrize("typed", ["", "x", "-4", "9" * 30])
def test_a_stack_that_is_not_a_number_is_marked_as_invalid(money: Money, typed: str) -> None:
    fields = money.counts() | {f"chips-{money.seat('Bob')}": typed}
    for path in ("count", "accept", "settle", "end"):
        answer = money.post(path, why="lost", **fields)
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in answer.text


def test_settling_up_is_one_tap_and_says_who_pays_whom(money: Money) -> None:
    assert money.post("settle", why="bet forgotten", **money.counts(Ann=120, Bob=90, Cy=90)).status_code == 303
    shown = money.text()
    assert "Bob → pays Ann €1.00" in shown
    assert "Cy → pays Ann €1.00" in shown
    assert "Bob pays Ann €1.00 Cy pays Ann €1.00" in shown, "the text to copy"
    assert "These payments are the fewest possible." in shown


def test_settling_up_asks_for_the_reason_of_a_difference_and_keeps_the_count(money: Money) -> None:
    answer = money.post("settle", why="", **money.counts(Bob=94))
    assert answer.status_code == 422
    assert "Say why the count is off" in answer.text
    assert 'value="94"' in answer.text
    assert money.night.settled_at is None


def test_settling_up_takes_the_last_hand_off_the_table_until_it_is_undone(money: Money) -> None:
    assert "Next hand" in buttons(money.table.get())
    money.post("settle", **money.counts())
    answer = money.client.get(money.table.url)
    assert (answer.status_code, answer.location) == (303, f"{money.table.url}call")
    assert money.post("reopen").status_code == 303
    assert "Next hand" in buttons(money.table.get())


def test_a_night_can_be_settled_only_once(money: Money) -> None:
    fields = money.counts()
    assert money.post("settle", **fields).status_code == 303
    assert money.post("settle", **fields).status_code == 409
    assert "Nobody owes anything" in money.text()


def test_payments_can_be_ticked_off_and_unticked(money: Money) -> None:
    money.post("settle", why="bet forgotten", **money.counts(Ann=110, Bob=90))
    (payment,) = past_nights.Closing(money.night).payments
    assert money.post(f"paid/{payment.id}", paid="1").status_code == 303
    assert past_nights.Closing(money.night).payments[0].paid_at
    refused = money.post("reopen")
    assert refused.status_code == 409
    assert "undo that first" in refused.text
    money.post(f"paid/{payment.id}", paid="0")
    assert not past_nights.Closing(money.night).payments[0].paid_at
    assert money.post("reopen").status_code == 303
    assert "Settle up" in buttons(money.client.get(money.url).text)


def test_a_payment_carried_over_to_a_later_night_says_so(money: Money, deal: Deal) -> None:
    money.post("settle", why="bet forgotten", **money.counts(Ann=110, Bob=90))
    later = Money(deal())
    later.post("settle", **later.counts())
    assert "Bob → pays Ann €1.00" in later.text()
    debt = "Includes debts from earlier nights: Bob to Ann €1.00 (Friday)"
    assert later.text().count(debt) == 2, "beside the payments, and in the text to copy"
    assert debt in words(phone_page(later.table, "Bob"))
    assert debt not in words(phone_page(later.table, "Cy")), "it is not a debt of Cy"
    shown = money.text()
    assert "Bob → pays Ann €1.00 carried over" in shown
    assert "Bob pays Ann €1.00 (carried over)" in shown, "the text to copy"


def test_an_open_payment_of_an_earlier_night_can_be_ticked_off_at_the_next(money: Money, deal: Deal) -> None:
    money.post("settle", why="bet forgotten", **money.counts(Ann=110, Bob=90))
    (payment,) = past_nights.Closing(money.night).payments
    assert f'<a href="{money.url}">1 payment still unpaid</a>' in money.client.get("/").text
    later = Money(deal())
    assert "Bob → pays Ann €1.00 Friday" in later.text()
    assert later.post(f"paid/{payment.id}", paid="1").status_code == 303
    assert past_nights.Closing(money.night).payments[0].paid_at
    assert "Bob → pays Ann €1.00 Friday Paid ✓" in later.text(), "a slip can be undone"
    assert "payment still unpaid" not in later.client.get("/").text
    later.post(f"paid/{payment.id}", paid="0")
    assert not past_nights.Closing(money.night).payments[0].paid_at
    later.post(f"paid/{payment.id}", paid="1")
    later.post("settle", **later.counts())
    assert "Nobody owes anything" in later.text()


def test_a_payment_not_shown_on_the_page_cannot_be_ticked_off(money: Money, deal: Deal) -> None:
    money.post("settle", why="bet forgotten", **money.counts(Ann=110, Bob=90))
    (payment,) = past_nights.Closing(money.night).payments
    for_dollars = Money(deal(), currency="USD")
    assert for_dollars.post(f"paid/{payment.id}", paid="1").status_code == 422
    assert not past_nights.Closing(money.night).payments[0].paid_at


def test_payments_can_go_through_the_box_or_a_banker(money: Money) -> None:
    money.post("settle", why="bet forgotten", how="box", **money.counts(Ann=110, Bob=90))
    assert "Bob → pays the box €1.00" in money.text()
    money.post("reopen")
    cy = money.seat("Cy")
    money.post("settle", why="", how=str(cy), **money.counts())
    assert "Bob → pays Cy €1.00" in money.text()


def test_chips_are_sold_for_cash_or_owed(money: Money) -> None:
    bob = money.seat("Bob")
    assert money.post("chips", seat=bob, chips="50", cash="1").status_code == 303
    assert money.post("chips", seat=bob, chips="20", cash="0").status_code == 303
    assert money.stack("Bob") == 170
    shown = money.text()
    assert "In the box €5.00" in shown
    assert "Bob bought +20 €2.00 owed" in shown


def test_an_expense_is_shared_by_the_chosen_players(money: Money) -> None:
    ann, bob = money.seat("Ann"), money.seat("Bob")
    assert money.post("expense", what="pizza", seat=ann, amount="10,50", shared=[ann, bob]).status_code == 303
    shown = money.text()
    assert "pizza, €10.50, is shared" in shown
    money.post("settle", **money.counts())
    assert "Bob → pays Ann €5.25" in money.text()


def test_sums_of_money_that_wait_for_the_next_hand_are_shown_as_money(money: Money) -> None:
    call.next_hand(money.night)
    assert isinstance(call.call_game(money.night, "razz"), LiveHand)
    ann, bob = money.seat("Ann"), money.seat("Bob")
    money.post("expense", what="pizza", seat=ann, amount="10.50", shared=[bob])
    money.post("cash", seat=bob, amount="5", way="in")
    fields = {"for": "money", "currency": "EUR", "worth": "0.25", "set": "none"}
    assert money.post("settings", **fields).status_code == 303
    waits = "Ann pays €10.50 for pizza, shared by Bob, Bob pays €5.00 into the box, a chip is worth €0.25"
    assert f"From the next hand: {waits}" in words(phone_page(money.table, "Ann"))


def test_a_chip_will_be_worth_money_on_a_night_still_played_for_chips(deal: Deal) -> None:
    chips = Money(deal(), currency="")
    assert (
        chips.post("settings", **{"for": "money", "currency": "USD", "worth": "0.05", "set": "none"}).status_code == 303
    )
    assert "A chip is worth $0.05 Remove" in words(chips.client.get(f"/n/{chips.key}/night").text)


def test_results_are_shown_without_and_with_expenses(money: Money) -> None:
    ann, bob = money.seat("Ann"), money.seat("Bob")
    money.post("expense", what="pizza", seat=ann, amount="10,50", shared=[ann, bob])
    money.post("settle", **money.counts())
    shown = money.text()
    assert "Hands won In Out Won or lost With expenses" in shown
    assert "Ann 0 100 100 0 €0.00 €5.25" in shown
    assert "Bob 0 100 100 0 €0.00 −€5.25" in shown
    assert "Ann: 0 (€0.00, with expenses €5.25)" in shown
    assert "Cy: 0 (€0.00, with expenses €0.00)" in shown


def test_payments_that_settle_the_night_are_neither_cash_in_the_box_nor_for_chips(money: Money) -> None:
    money.post("chips", seat=money.seat("Ann"), chips="20")
    money.post("settle", how="box", why="miscounted", **money.counts(Ann=70, Bob=150))
    for payment in db.session.scalars(select(Transfer.id).where(Transfer.night_id == money.night.id)).all():
        assert money.post(f"paid/{payment}", paid="1").status_code == 303
    shown = money.text()
    assert "Ann pays the box €5.00 (paid)" in shown
    assert "Cash in the box" not in shown
    assert "Ann bought +20 €2.00 owed" in shown


def test_cash_in_the_box_is_listed_with_the_payments(money: Money) -> None:
    ann, bob = money.seat("Ann"), money.seat("Bob")
    money.post("cash", seat=ann, amount="10", way="in")
    money.post("cash", seat=bob, amount="2,50", way="out")
    money.post("settle", **money.counts())
    cash = "Cash in the box: Ann put in €10.00, Bob took out €2.50"
    assert f"next night. {cash}." in money.text()
    assert f"{cash} Bob pays Ann €2.50" in money.text()


def test_chips_given_or_paid_for_on_the_spot_are_listed_with_the_payments(money: Money) -> None:
    ann, bob = money.seat("Ann"), money.seat("Bob")
    acting.give_chips(money.night, ann, bob, 20, owed=False)
    taken_back = acting.give_chips(money.night, bob, ann, 5, owed=False)
    assert isinstance(taken_back, Done)
    queue.undo_act(money.night, taken_back.line, "")
    money.post("settle", **money.counts())
    given = "Chips given, or paid for on the spot: Ann to Bob €2.00"
    assert f"next night. {given}." in money.text()
    assert f"{given} Ann pays Bob €2.00" in money.text()


def test_a_night_without_expenses_does_not_mention_them(money: Money) -> None:
    money.post("settle", **money.counts())
    assert "with expenses" not in money.text().lower()


@pytest.mark.parametrize(
    ("cy", "off", "results"),
    [
        (85, "5 chips missing (€0.50), shared by all", {"Ann": "€2.17", "Bob": "−€0.83", "Cy": "−€1.34"}),
        (91, "1 chip found (€0.10), shared by all", {"Ann": "€1.97", "Bob": "−€1.03", "Cy": "−€0.94"}),
    ],
)
def test_results_include_each_players_share_of_a_miscount(
    money: Money, cy: int, off: str, results: dict[str, str]
) -> None:
    money.post("settle", why="under the sofa", **money.counts(Ann=120, Bob=90, Cy=cy))
    phone = hold(money.client, next(seat.key for seat in seats.seats(money.night) if seat.name == "Bob"))
    television = f"/tv/{money.night.watch_key}"
    for shown in (money.text(), *(words(money.client.get(page).text) for page in (phone, television))):
        assert off in shown
        assert f"Ann 0 100 120 +20 {results['Ann']}" in shown
        assert f"Bob 0 100 90 −10 {results['Bob']}" in shown
        assert f"Cy 0 100 {cy} −{100 - cy} {results['Cy']}" in shown
    assert f"Bob: −10 ({results['Bob']})" in money.text()
    assert f"{off} Bob pays Ann" in money.text()
    assert f"Bob → pays Ann {results['Bob'][1:]}" in money.text()


def test_a_correct_total_mentions_no_missing_chips(money: Money) -> None:
    money.post("settle", why="miscounted", **money.counts(Ann=110, Bob=90))
    assert "shared by all" not in money.text()


@pytest.mark.parametrize(
    ("path", "fields", "error"),
    [
        ("chips", {"seat": "", "chips": "5"}, "Choose a player"),
        ("chips", {"seat": "7777", "chips": "5"}, "Choose a player"),
        ("chips", {"chips": "0"}, "At least 1"),
        ("cash", {"amount": ""}, "Give an amount"),
        ("cash", {"amount": "1.234"}, "EUR has 2 decimals"),
        ("expense", {"what": "", "amount": "5", "shared": "1"}, "Say what it was"),
        ("expense", {"what": "pizza", "amount": "5"}, "Tick who shares it"),
        ("expense", {"what": "pizza", "amount": "0", "shared": "1"}, "Give an amount"),
    ],
)
def test_a_bad_entry_is_refused_with_the_reason(money: Money, path: str, fields: dict[str, str], error: str) -> None:
    answer = money.post(path, **({"seat": str(money.seat("Ann"))} | fields))
    assert answer.status_code == 422
    assert error in words(answer.text)


def test_cash_goes_into_the_box_and_out_of_it(money: Money) -> None:
    bob = money.seat("Bob")
    money.post("cash", seat=bob, amount="20", way="in")
    money.post("cash", seat=bob, amount="5.50", way="out")
    assert "In the box €14.50" in money.text()


def test_during_a_hand_counts_are_refused_and_chips_are_sold_for_the_next(deal: Deal) -> None:
    money = Money(deal(), currency="")
    answer = money.post("count", **money.counts())
    assert answer.status_code == 409
    assert "Five-Card Stud is being played. Count between hands." in money.text()
    money.post("chips", seat=money.seat("Bob"), chips="50")
    assert "Bob buys 50, from the next hand" in money.text()


def test_a_night_for_chips_only_mentions_no_money_and_ends_with_the_count(deal: Deal) -> None:
    table = deal()
    table.enter("d misdeal")
    money = Money(table, currency="")
    assert "€" not in money.text()
    assert "Expense" not in money.text()
    assert money.post("end", why="", **money.counts()).status_code == 303
    assert money.night.ended_at is not None
    assert "Standings" in money.text()


def test_a_night_for_chips_only_that_cannot_end_keeps_no_counts(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = deal()
    table.enter("d misdeal")
    money = Money(table, currency="")
    # Another screen has called a game in the meantime.
    monkeypatch.setattr(call, "why_not_between_hands", lambda _night: Problem("hand", "a hand is being played"))
    assert money.post("end", why="lost one", **money.counts(Ann=99)).status_code == 409
    assert money.night.ended_at is None
    assert [balance.stack for balance in ledger.balances(db.session(), money.night)] == [100, 100, 100]


def test_the_closing_text_contains_the_day_once(deal: Deal) -> None:
    table = deal("five-card-stud")
    money = Money(table, "")
    table.enter("d misdeal")
    assert call.next_hand(money.night) is None
    assert end_night(money.night) is None
    night = money.night
    for name, first in (
        (day_text(night.started_at, year=False, weekday=True), day_text(night.started_at, weekday=True)),
        ("Poker at Ann's", f"Poker at Ann's, {day_text(night.started_at)}"),
    ):
        night.name = name
        text = closing_text(night, past_nights.Closing(night), {})
        assert text.splitlines()[0] == first


def test_the_closing_text_says_nothing_of_chips_that_nobody_has_counted(deal: Deal) -> None:
    table = deal(tracked=False)
    money = Money(table, "")
    money.post("chips", seat=money.seat("Ann"), chips="100")
    table.enter("d misdeal")
    assert call.next_hand(money.night) is None
    assert end_night(money.night) is None
    text = closing_text(money.night, past_nights.Closing(money.night), {})
    assert text.splitlines()[2:] == ["Ann: 0 hands won", "Bob: 0 hands won", "Cy: 0 hands won"]


def test_an_empty_pot_cannot_be_split(money: Money) -> None:
    answer = money.post("split")
    assert answer.status_code == 422
    assert "No chips are left in the pot." in answer.text


def test_untracked_chips_are_counted_when_settling_up(deal: Deal) -> None:
    money = Money(deal(tracked=False))
    for name in ("Ann", "Bob", "Cy"):
        money.post("chips", seat=money.seat(name), chips="100")
    assert "Not counted yet" in money.text()
    counts = {f"chips-{money.seat(name)}": chips for name, chips in (("Ann", "150"), ("Bob", "100"), ("Cy", "50"))}
    assert money.post("settle", **counts).status_code == 303
    assert "Cy → pays Ann €5.00" in money.text()


def test_untracked_chips_given_away_are_named_before_the_count(deal: Deal) -> None:
    table = deal(tracked=False)
    money = Money(table)
    given = {"to": money.seat("Bob"), "chips": "20"}
    assert table.client.post(f"/n/{table.key}/night/seats/{money.seat('Ann')}/give", data=given).status_code == 303
    assert "gave away 20" in money.text()


@pytest.mark.parametrize("path", ["paid/1", "paid/99999999999", "split", "reopen", "settle", "count", "accept", "end"])
def test_no_form_causes_a_server_error(money: Money, path: str) -> None:
    for _ in range(2):
        assert money.post(path, how="x" * 50, why="\0", paid="1", shared="x").status_code in (303, 409, 422)


TERMS = {
    "for": "money",
    "currency": "eur",
    "worth": "0,10",
    "colour-0": "red",
    "value-0": "5",
    "count-0": "100",
    "colour-3": "white",
    "value-3": "1",
}


def test_the_settings_store_the_currency_and_the_chips(money: Money) -> None:
    assert money.post("settings", **TERMS).status_code == 303
    night = money.night
    assert (night.currency, night.worth) == ("EUR", 10)
    assert night.chips == [
        {"colour": "red", "value": 5, "count": 100},
        {"colour": "white", "value": 1, "count": None},
    ]
    shown = words(money.client.get(money.url.replace("money", "settings")).text)
    assert "A buy-in of 100: 18 red, 10 white" in shown
    assert "€0.10 a chip: ante €0.10, fixed limit €0.20/€0.40; red, white" in shown
    assert money.post("settings", **{"for": "chips"}).status_code == 303
    assert (money.night.currency, money.night.chips) == ("", [])


def test_a_usual_set_of_chips_is_chosen_with_one_tap(money: Money) -> None:
    settings = money.url.replace("money", "settings")

    def sets() -> list[tuple[str, bool]]:
        options = re.findall(r'name="set" value="([^"]*)"( checked)?', money.client.get(settings).text)
        return [(value, bool(checked)) for value, checked in options]

    usual = "white 1, red 5, blue 10"
    assert ("none", True) in sets()
    assert (usual, False) in sets()
    terms = dict.fromkeys(TERMS, "") | {"for": "chips"}
    assert money.post("settings", **terms, set=usual).status_code == 303
    assert [(chip["colour"], chip["value"]) for chip in money.night.chips] == [("white", 1), ("red", 5), ("blue", 10)]
    assert [value for value, chosen in sets() if chosen] == [usual]
    html = money.client.get(settings).text
    assert '<span class="in-chips chip-blue">6 blue,</span>' in html
    assert 'name="colour-2" value="blue"' in html, "the set can be changed"
    assert money.post("settings", **(TERMS | {"for": "chips", "set": "own"})).status_code == 303
    assert [value for value, chosen in sets() if chosen] == ["own"]
    assert [chip["colour"] for chip in money.night.chips] == ["red", "white"]
    assert money.post("settings", **(TERMS | {"for": "chips", "set": "none"})).status_code == 303
    assert money.night.chips == []


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"currency": "XXQ"}, "Give the three letters of a currency"),
        ({"worth": ""}, "Give an amount"),
        ({"worth": "0"}, "Say what a chip is worth"),
        ({"worth": "99999"}, "A chip is worth from €0.01 to €10,000.00"),
        ({"value-0": "many"}, "Enter a whole number"),
        ({"count-0": "-3"}, "Enter a whole number"),
        ({"colour-3": "Red"}, "Two colours are called Red"),
        ({"colour-0": ""}, "Give the chips a colour"),
    ],
)
def test_bad_settings_are_refused_with_the_reason(money: Money, wrong: dict[str, str], error: str) -> None:
    answer = money.post("settings", **(TERMS | wrong))
    assert answer.status_code == 422
    assert error in words(answer.text)
    assert money.night.chips == []


def test_another_currency_is_refused_once_money_is_entered(money: Money) -> None:
    money.post("cash", seat=money.seat("Bob"), amount="20", way="in")
    answer = money.post("settings", **(TERMS | {"currency": "USD"}))
    assert answer.status_code == 422
    assert "Expenses or payments have been entered in EUR" in words(answer.text)


def test_settings_changed_during_a_hand_apply_from_the_next(deal: Deal) -> None:
    money = Money(deal(), currency="")
    money.post("settings", **TERMS)
    assert "Saved, from the next hand" in money.text()
    assert money.night.currency == ""


def test_an_ended_night_lists_its_hands_which_can_be_corrected_until_settled(deal: Deal) -> None:
    table = deal()
    table.enter("d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh", "p3 cbr 2", "p1 f", "p2 f")
    money = Money(table, currency="")
    opened = f'href="/h/{replays.hand_key(table.hand)}" aria-label="Open hand 1"'
    assert opened not in " ".join(money.client.get(money.url).text.split())
    assert end_night(money.night) is None
    assert isinstance(acting.play_for(money.night, "EUR", 10, ()), Done)
    assert "Hand history" in money.text()
    assert opened in " ".join(money.client.get(money.url).text.split())
    assert ">Correct</a>" in money.client.get(f"/n/{money.key}/hand/1").text
    money.post("settle", **money.counts())
    assert opened in " ".join(money.client.get(money.url).text.split())
    assert "This hand cannot be changed now. The money has been settled: undo that first." in words(
        money.client.get(f"/n/{money.key}/hand/1").text
    )
