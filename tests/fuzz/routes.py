"""Requests to every address of the app, with forms as on its pages and with corrupted ones."""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from urllib.parse import quote_from_bytes

from app import settings
from tests.checks.check import Check, MismatchError, Tally
from tests.fuzz.club import new_club
from tests.fuzz.nonsense import corrupt_one_field, other_fields, value
from tests.fuzz.pages import Form, Sending
from tests.fuzz.people import Person
from tests.fuzz.reach import table
from tests.fuzz.requests import Requests

#: Number of requests in a round, and between two checks of all chips and hands.
REQUESTS, BATCH = 500, 110

#: Number of taps when a dealer plays for a while, and the most pages visited in a row.
RUN, WALK = 8, 5

#: Numbers that no page links to.
ODD_NUMBERS = ("-1", "-100", "9" * 30)

METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND")

#: Relative frequency of actions by people of each role.
WEIGHTS = {"dealer": 4, "host": 8, "program": 2}


class Fuzzer(Requests):
    """A sender of many requests, mostly to places that few have reached, or to the favoured one."""

    def run(self, count: int, batch: int = BATCH) -> None:
        """Send at least ``count`` requests, checking all chips and hands after each ``batch``."""
        begun = checked = self.tally["requests"]
        self.get_start_pages()
        self.get_odd_pages()
        while self.tally["requests"] < begun + count:
            self.step()
            if self.tally["requests"] >= checked + batch:
                checked = self.tally["requests"]
                self.check()
        self.check()

    def get_start_pages(self) -> None:
        """Get all pages that people begin at, in random order."""
        pages = [(person, page) for person in self.club.people for page in dict.fromkeys(person.begins)]
        for person, page in self.random.sample(pages, len(pages)):
            self.get(person, page)

    def get_odd_pages(self) -> None:
        """Follow a link to each place that is told by its query, with each of the odd values in the query."""
        for place in [place for place in self.places if "?" in place]:
            links = [seen for seen in self.places[place] if self.reach.place_of("GET", seen[1]) == place]
            for odd in ODD_NUMBERS if links else ():
                person, page = self.random.choice(links)
                self.get(person, re.sub(r"=[^&]*", f"={odd}", page))

    def check(self) -> None:
        """Raise a MismatchError if a chip or a coin is lost, or a hand cannot be replayed."""
        try:
            self.tally["replays"] += self.club.check()
        except Exception:
            raise MismatchError(f"after request {self.tally['requests']}\n{traceback.format_exc()}") from None

    def step(self) -> None:
        """Make a random person play, go from page to page, or send something odd."""
        person = self.random.choices(self.club.people, [WEIGHTS.get(other.role, 1) for other in self.club.people])[0]
        chance = self.random.random()
        if person.bearer and chance < 0.8:
            self.use_api(person)
        elif self.reach.favoured and self.random.random() < 0.7:
            self.hunt()
        elif chance < 0.04 and person.role == "dealer":
            self.play(person)
        elif chance < 0.6:
            self.hunt()
        elif chance < 0.78:
            self.walk(person)
        elif chance < 0.88:
            self.send_odd(person)
        elif chance < 0.93 and self.sent:
            self.send(*self.random.choice(self.sent[-5:]))
        else:
            self.send_made_up(person)

    def use_api(self, person: Person) -> None:
        """Get the table as a program and post one of its legal actions, sometimes corrupted."""
        table = self.answer(person, "GET", "/api/v1/table", b"", None, {}).json or {}
        hand = table.get("hand") or {"number": 1, "seen": 0, "legal": ["d ok"]}
        card = self.random.choice(("Ah", "Kd", "9c", "2s", "??", "Jr"))
        line = re.sub(
            r"CARDS?|\.\.\d*",
            lambda hole: "" if hole[0][0] == "." else card,
            self.random.choice(hand["legal"] or ["p1 cc"]),
        )
        fields = {"hand": hand["number"], "seen": hand["seen"], "action": line}
        if self.random.random() < 0.3:
            odd = [None, -1, 10**30, 1.5, [], {"x": []}, "\ud800\0", "d misdeal", *self.seen.get("action", ("x",))]
            odd_value = self.random.choice(odd)
            fields[self.random.choice([*fields])] = (
                odd_value.decode("latin-1") if isinstance(odd_value, bytes) else odd_value
            )
        path = self.random.choice(("actions", "actions", "actions", "undo"))
        self.answer(person, "POST", f"/api/v1/{path}", json.dumps(fields).encode(), "application/json", {})

    def play(self, person: Person) -> None:
        """Tap for a while as the dealer."""
        for _ in range(RUN):
            forms = self.get(person, person.begins[0])
            if forms:
                self.send(person, self.fill(self.with_most_buttons(forms)))

    def walk(self, person: Person) -> None:
        """Send forms of a new page, or of pages seen before."""
        forms = person.forms
        if not forms or self.random.random() < 0.6:
            pages = person.begins if self.random.random() < 0.5 else person.pages
            forms = self.get(person, self.random.choices(pages, [self.worth(page) for page in pages])[0])
        self.go_on(person, forms)

    def hunt(self) -> None:
        """Go to a place that few requests have reached, with a form of a fresh page or one seen before."""
        places = list(self.places)
        place = self.random.choices(places, [self.reach.rarity(place) for place in places])[0]
        person, page = self.random.choice(self.places[place])
        seen_before = [form for form in person.forms if place in self.places_of(form)]
        if seen_before and self.random.random() < 0.4:
            self.go_on(person, seen_before)
            return
        forms = self.get(person, page)
        self.go_on(person, [form for form in forms if place in self.places_of(form)] or seen_before or forms)

    def go_on(self, person: Person, forms: list[Form]) -> None:
        """Send one of these forms, then one of the response, and so on, some of them corrupted."""
        for _ in range(self.random.randint(1, WALK)):
            if not forms:
                return
            form = self.random.choices(forms, [max(self.rarities(form)) for form in forms])[0]
            sending = self.fill(form, self.rarities(form))
            while sending.method == "POST" and self.random.random() < 0.4:
                self.send(person, replace(sending, fields=corrupt_one_field(sending.fields, self.random)))
            if self.random.random() < 0.1:
                sending = Sending(sending.method, sending.path, other_fields(sending.fields, self.random, self.seen))
            forms = self.send(person, sending)

    def send_odd(self, person: Person) -> None:
        """Send a corrupted form that anyone has seen, sometimes to another address."""
        owner = self.random.choice([other for other in self.club.people if other.forms] or [person])
        honest = self.fill(self.random.choice(owner.forms)) if owner.forms else Sending("GET", "/", ())
        odd = other_fields(honest.fields, self.random, self.seen)
        self.send(person, Sending(honest.method, self.other_path(honest.path), odd))

    def send_made_up(self, person: Person) -> None:
        """Send unrelated fields to any address, usually with a method that it accepts."""
        rules = self.reach.rules
        rule = self.random.choices(rules, [self.reach.rarity(rule.endpoint) for rule in rules])[0]
        own = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        method = self.random.choice(own if self.random.random() < 0.8 else METHODS)
        fields = other_fields([(name, self.known(name)) for name in self.names()], self.random, self.seen)
        fields += tuple(pair for form in person.forms[-1:] for pair in form.fixed if pair[0] == "csrf_token")
        self.send(person, Sending(method, self.address(rule.rule), fields))

    def worth(self, page: str) -> float:
        """Return the weight of a page: its own rarity, or the highest of the places that such pages post to."""
        place = self.reach.place_of("GET", page)
        return max(map(self.reach.rarity, [place, *self.linked_places.get(place, ())]))

    def rarities(self, form: Form) -> list[float]:
        """Return the rarity of the place that each button of a form posts to."""
        return [self.reach.rarity(place) for place in self.places_of(form)]

    def with_most_buttons(self, forms: Sequence[Form]) -> Form:
        """Return a form, preferably with many buttons, as on the dealer's pad."""
        return self.random.choices(forms, [1 + min(len(form.buttons), 12) for form in forms])[0]

    def names(self) -> list[str]:
        return self.random.sample(sorted(self.seen), min(len(self.seen), self.random.randrange(6)))

    def known(self, name: str) -> str | bytes:
        return self.random.choice(self.seen[name])

    def address(self, rule: str) -> str:
        """Return an address that matches a rule, with known or odd parts."""
        return re.sub(r"<(?:int:)?(\w+:)?(\w+)>", lambda part: self.part(part[2]), rule)

    def part(self, name: str) -> str:
        chance = self.random.random()
        if chance < 0.1:
            return _quoted(value(self.random))
        if name == "code" and chance < 0.4:
            return settings.host_code()
        if name in ("key", "code", "token"):
            return self.random.choice(self.club.keys)
        if name in ("game", "name", "what", "version", "kind"):
            return self.random.choice(("chicago", "buy", "x", "base.css", "five-card-stud", "ipad"))
        return self.random.choice(self.numbers)

    def other_path(self, path: str) -> str:
        """Return an address, sometimes with a part of another night or with an odd one."""
        if self.random.random() < 0.7:
            return path
        parts = path.split("/")
        at = self.random.randrange(len(parts))
        parts[at] = self.random.choice([*self.club.keys, *self.numbers, _quoted(value(self.random))])
        return "/".join(parts) if parts[0] == "" else f"/{'/'.join(parts)}"


def routes_round(seed: str) -> Tally:
    random, tally = Random(seed), Tally()
    with new_club(random) as club:
        Fuzzer(club, random, tally).run(REQUESTS)
        club.check_playable()
    return tally


def _quoted(text: str | bytes) -> str:
    return quote_from_bytes(text if isinstance(text, bytes) else text.encode())[:3000]


CHECK = Check("routes", "no request breaks anything", routes_round, quick=1, full=4, target="fuzz", report=table)
