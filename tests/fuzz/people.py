"""The people who can reach a club, with the pages they have seen: host, dealers, players, guests and programs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from flask import Flask
from flask.testing import FlaskClient

from app import settings
from app.games.house import Stakes
from app.money.payment_methods import PaymentMethod
from app.night import nights, screens
from app.night.access import grants, rights
from app.night.access.rights import ANSWERS, DEALER, ENTERS, LOOKS, PHONE, dealer_devices, hash_of
from app.night.acts import joining, queue, requests
from app.night.acts.people import Buy
from app.night.acts.table import PlayFor
from app.night.log.replay import Posted
from app.night.models import CLUB, Night, OwnGame, Seat
from app.night.people import changing
from app.night.people import seats as night_seats
from app.night.people.roster import all_people
from app.night.play import games, rotation, taps
from app.night.rotation import RotationGame
from app.web.http.browser import COOKIE
from tests.fuzz.markup import NAME, SHORT
from tests.fuzz.pages import Form
from tests.fuzz.stages import between_hands, table_at
from tests.night import acting
from tests.night.money.evenings import Evenings, random_steps
from tests.seating import add_player
from tests.web.tables import NAMES, Table, hold

#: The most links and forms that a person remembers.
REMEMBERED = 60


@dataclass
class Person:
    """A person with a browser, or a program.

    ``begins``: the pages to begin at. ``has_dealt``: whether they have opened a night as its dealer. ``bearer``: the
    token of a program, which has no cookies. ``links`` and ``forms``: those seen last.
    """

    role: str
    client: FlaskClient
    begins: list[str]
    has_dealt: bool = False
    bearer: str = ""
    links: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    @property
    def token(self) -> str:
        """The token in the device's cookie."""
        cookie = self.client.get_cookie(COOKIE) if self.client._cookies is not None else None
        return cookie.value if cookie else ""

    @property
    def pages(self) -> list[str]:
        return self.links or self.begins

    def note(self, links: list[str], forms: list[Form]) -> None:
        """Remember the links and forms of a page; they replace the same ones from earlier pages."""
        self.links = [*(link for link in self.links if link not in links), *dict.fromkeys(links)][-REMEMBERED:]
        addresses = {form.path for form in forms}
        self.forms = [*(form for form in self.forms if form.path not in addresses), *forms][-REMEMBERED:]


#: The stage of each night's hand. Between hands, chips are left in the pot. Nights whose hand is over are played for
#: money. A phone shows the table where a hand was dealt last.
HANDS = ("anywhere", "showdown", "over", "between", "sealed")

#: Ways to be paid: one makes a QR code, the other a link.
PAYMENT_METHODS = (PaymentMethod("iban", "DE89370400440532013000"), PaymentMethod("paypal", "ann"))

#: A dealer's pages, besides the table.
DEALERS = (
    "",
    "",
    "night",
    "money",
    "links",
    "call",
    "call/five-card-stud",
    "rotation",
    "rotation?game=0",
    "hand/1",
    "hand/1.toml",
    "hand/1/correct/1",
)


#: A guest's pages, some of which only browsers and machines request.
GUEST = ("/", "/trust", "/trust/ipad", "/trust/check", "/gone", "/worker.js", "/health")

#: A program's pages.
PROGRAM = tuple(f"/api/v1/{page}" for page in ("table", "night", "hands", "hands/1", "ledger"))

#: The pages of the dealer of an evening, and steps that correct hands before the last one.
EVENING = ("", "night", "money", "hand/1", "hand/2", "hand/3", "hand/1.toml")
EARLIER = ["correct_earlier"] * 4


def gather(app: Flask, random: Random, hands: Sequence[str] = HANDS) -> tuple[list[Person], list[str]]:
    """Return all people of a club, and the keys and codes in its addresses."""
    people, keys = [_host(app)], ["wrong", settings.host_code()]
    television, guest = Person("television", app.test_client(), []), Person("guest", app.test_client(), [*GUEST])
    for number, stage in enumerate(hands):
        given, client = (NAMES[0], NAME, *NAMES[2:]), app.test_client()
        names = [f"{name} {number}" if number else name for name in given]
        table = between_hands(client, names, random) if stage == "between" else table_at(stage, client, names, random)
        night = _night(table)
        if stage in ("over", "between") or random.random() < 0.5:
            queue.do(night, PlayFor("EUR", 5))
        people += _people_of(app, table, random, all_phones=stage == "sealed")
        television.begins += [f"/tv/{night.watch_key}", f"/live/{night.watch_key}"]
        if stage == "over":
            _correct(table)
        if stage == "between":
            rotation.start_rotation(night, "Ours", [RotationGame("chicago", "Chicago"), RotationGame("razz", "Razz")])
        guest.begins.append(f"/j/{night.join_code}")
        keys += [table.key, night.watch_key, night.join_code, *(seat.key for seat in night_seats.seats(night))]
    people += [
        _signed_out(app, table),
        television,
        guest,
        *_evening(app, random, keys),
        *_newcomers(app, people[0], keys),
    ]
    for person in all_people():
        changing.set_payment_method(person.id, random.choice((None, *PAYMENT_METHODS)))
    own = games.save_own_game(f"Ours {SHORT}", "chicago")
    assert isinstance(own, OwnGame)
    people[0].begins += [f"/n/{table.key}/call/own/{own.id}", f"/n/{table.key}/call/own/{own.id}/remove"]
    for name in ("Zoë", "Yan", "Xenia"):
        grants.ask(rights.GUEST, CLUB, "", "iPad", f"{name} {NAME}")
    return people, keys


def _host(app: Flask) -> Person:
    """Return the host, whose device enters the host code first."""
    begins = ["/", "/devices", "/people", "/backups", "/example", "/help", "/metrics", f"/host/{settings.host_code()}"]
    host = Person("host", app.test_client(), begins)
    page = host.client.get("/").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    host.client.post("/host", data={"code": settings.host_code(), "csrf_token": token[1] if token else ""})
    return host


def _people_of(app: Flask, table: Table, random: Random, *, all_phones: bool) -> list[Person]:
    """Return the people of a night: its dealer, players with requests for the dealer, and programs."""
    night = _night(table)
    seats = night_seats.seats(night)
    players = seats if all_phones else random.sample(seats, 1)
    people = [
        Person("dealer", table.client, [f"{table.url}{page}" for page in DEALERS]),
        *(_player(app, seat.key) for seat in players),
    ]
    seat = night_seats.seat_by_key(players[0].key)
    assert seat is not None
    _request(night, seat, random)
    for role, of_id in ((LOOKS, night.id), (ENTERS, night.id), (ANSWERS, seat.id)) if all_phones else ():
        token = grants.make_token(role, of_id, "Reader")
        assert isinstance(token, str)
        people.append(Person("program", app.test_client(use_cookies=False), [*PROGRAM], bearer=token))
    return people


def _signed_out(app: Flask, table: Table) -> Person:
    """Return a dealer of a night whom the host has signed out."""
    client, token = app.test_client(), grants.grant(DEALER, _night(table).id, "", "iPad")
    assert isinstance(token, str)
    client.set_cookie(COOKIE, token)
    (device,) = (device.id for device in dealer_devices() if device.token == hash_of(token))
    grants.sign_out(device)
    return Person("signed out", client, [f"{table.url}{page}" for page in DEALERS])


def _correct(table: Table) -> None:
    """Delete the last action of a finished hand without which the hand still ends."""
    for place in range(len(table.live.actions), 0, -1):
        if isinstance(taps.correct(table.hand, table.live.number, {place: []}), Posted):
            return


def _request(night: Night, seat: Seat, random: Random) -> None:
    """Make requests that the dealer or the owner of a phone has to answer."""
    asked_for = random.sample(("chips", "seat", "phone"), 2)
    if "chips" in asked_for:
        seen = screens.screen_of(night.id).table.requests[seat.id].seen
        requests.request_from_phone(night, Buy(seat.id, seat.player.name, 20), seen)
    if "seat" in asked_for:
        joining.ask_for_seat(night, "Yuri", 20)
    if "phone" in asked_for:
        grants.ask(PHONE, seat.player_id, "", "iPhone")


def _evening(app: Flask, random: Random, keys: list[str]) -> list[Person]:
    """Return, half the time, the dealer of an evening of several hands, usually settled up."""
    if random.random() < 0.5:
        return []
    evenings = Evenings(random)
    for step in [
        "call",
        *random_steps(random, 10),
        "misdeal",
        "clear_hand",
        *EARLIER,
        *(["settle_everything"] if random.random() < 0.7 else []),
    ]:
        evenings.step(step)
    key = evenings.night.key
    keys.append(key)
    return [Person("dealer", app.test_client(), [f"/n/{key}/{page}" for page in EVENING])]


def _newcomers(app: Flask, host: Person, keys: list[str]) -> list[Person]:
    """Return a player sitting out and the dealer of a night without hands, which other players have left."""
    night = nights.start_night(f"Saturday {NAME}", Stakes(), {}, True)
    assert isinstance(night, Night)
    for name in ("Ida", "Jim", "Kim", "Lou", "Mia", "Ned", "Ola"):
        add_player(night, name, 100)
    ida, _, *others = night_seats.seats(night)
    acting.sit_out(night, ida.id)
    for seat in others:
        acting.leave(night, seat.id)
    keys.append(night.key)
    pages = ("call", "night", f"night?seat={ida.id}", "links", "money")
    host.begins += [f"/people?person={seat.player_id}" for seat in others]
    return [_player(app, ida.key), Person("dealer", app.test_client(), [f"/n/{night.key}/{page}" for page in pages])]


def _player(app: Flask, key: str) -> Person:
    client = app.test_client()
    return Person("player", client, [hold(client, key)])


def _night(table: Table) -> Night:
    night = nights.night_by_key(table.key)
    assert night is not None
    return night
