"""Every address of the app with forms as they stand on its pages, and with all that may happen to them on the way."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence
from contextvars import Context
from random import Random
from time import thread_time
from urllib.parse import quote_from_bytes, urlsplit

from werkzeug.test import TestResponse

from tests.checks.check import Check, MismatchError, Tally
from tests.fuzz.house import House, Person, house
from tests.fuzz.nonsense import encoded, other_bytes, other_fields, value
from tests.fuzz.pages import Form, Page, Pair, Sending, filled

#: Requests of a round, and how many lie between two looks at all chips and hands.
REQUESTS, BATCH = 120, 30

#: Taps of a dealer who plays for a while.
RUN = 8

#: Seconds of processor that no answer may take: a request that has begun has twenty to arrive.
SLOWEST = 5.0

FORM = "application/x-www-form-urlencoded"
CONTENT_TYPES = (
    *("", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=\x7f", "x" * 3000),
    *(f"{FORM}; charset=utf-16", f"{FORM}; charset=nonsense", "application/octet-stream", "text/xml"),
)
HEADERS: tuple[Mapping[str, str], ...] = (
    *({}, {}, {}, {"HX-Request": "true"}, {"HX-Request": "true"}, {"HX-Request": ""}, {"HX-Request": "1, true"}),
    {"HX-Request": "true", "HX-Target": "screen", "HX-Current-URL": "http://localhost/n/x/"},
    {"HX-Request": "true", "HX-Boosted": "true", "HX-Trigger": "💥".encode().decode("latin-1"), "HX-Prompt": "x"},
    {"HX-Request": "true", "HX-History-Restore-Request": "true"},
    *({"Accept-Encoding": "gzip;q=x, br, *"}, {"Accept-Language": "\xff"}, {"User-Agent": "WhatsApp/2.1"}),
    *({"Range": "bytes=9-1,-5,x"}, {"If-None-Match": '"', "If-Modified-Since": "never"}, {"Referer": "//x"}),
    *({"X-Forwarded-For": "x, , 1.2.3.4:99999"}, {"Host": "localhost:x"}, {"Host": "evil.example"}, {"Host": "[::1"}),
    *({"Cookie": "upcard=x.y.z; upcard-device=\xff"}, {"Cookie": "; =; upcard-device=" + "x" * 5000}),
    *(
        {"Forwarded": 'for="[::'},
        {"Origin": "null"},
        {"Expect": "x"},
        {"Content-Length": "x"},
        {"Transfer-Encoding": "x"},
    ),
)
METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND")


#: How often people do something: the dealer has most to do.
WEIGHTS = {"dealer": 6, "player": 3, "host": 2}


class Fuzzer:
    """Sends one request after another to a house."""

    def __init__(self, at: House, random: Random) -> None:
        self.house, self.random = at, random
        self.tally = Tally()
        #: Values of fields, by their name, that any page has had; whatever was sent last.
        self.seen: dict[str, list[str | bytes]] = {}
        self.sent: list[tuple[Person, Sending]] = []
        self.numbers = ["0", "1", "2", "3", "7", "99", "2147483648", "9" * 30]
        self.rules = [rule for rule in at.app.url_map.iter_rules() if rule.endpoint != "static"]

    def step(self) -> None:
        """Let somebody look at a page, send a form, or send what is none."""
        person = self.random.choices(self.house.people, [WEIGHTS.get(other.role, 1) for other in self.house.people])[0]
        chance = self.random.random()
        if chance < 0.07 and person.role == "dealer":
            for _ in range(RUN):
                forms = self.look(person, person.begins[0])
                if forms:
                    self.send(person, filled(self.likely(forms), self.random))
        elif chance < 0.6:
            forms = self.look(person, self.random.choice(person.begins if self.random.random() < 0.6 else person.pages))
            if chance < 0.5 and (forms or person.forms):
                self.send(person, filled(self.likely(forms or person.forms), self.random))
        elif chance < 0.8:
            owner = self.random.choice([other for other in self.house.people if other.forms] or [person])
            honest = filled(self.random.choice(owner.forms), self.random) if owner.forms else Sending("GET", "/", ())
            odd = other_fields(honest.fields, self.random, self.seen)
            self.send(person, Sending(honest.method, self.other_path(honest.path), odd))
        elif chance < 0.87 and self.sent:
            self.send(*self.random.choice(self.sent[-5:]))
        else:
            rule = self.random.choice(self.rules)
            fields = other_fields([(name, self.known(name)) for name in self.names()], self.random, self.seen)
            self.send(person, Sending(self.random.choice(METHODS), self.address(rule.rule), fields))

    def likely(self, forms: Sequence[Form]) -> Form:
        """Return a form, rather one with many buttons: that is where a hand is played."""
        return self.random.choices(forms, [1 + min(len(form.buttons), 12) for form in forms])[0]

    def look(self, person: Person, path: str) -> list[Form]:
        """Look at a page, and return its forms."""
        return self.send(person, Sending("GET", path, ()))

    def send(self, person: Person, sending: Sending) -> list[Form]:
        """Send a form, well or badly packed, and return the forms of the answer; what it offers is remembered."""
        self.sent.append((person, sending))
        path, body, content_type = sending.path, b"", None
        headers = self.random.choice(HEADERS)
        if sending.method == "GET":
            path += ("&" if "?" in path else "?") + encoded(sending.fields).decode() if sending.fields else ""
        else:
            content_type, body = self.packed(sending.fields)
        if path.startswith("/live/") and "now" not in path:
            path = f"{path.partition('?')[0]}?now"  # a stream has no end
        answer = self.answer(person, sending.method, path, body, content_type, headers)
        location = answer.headers.get("Location", "")
        if person.role == "dealer" and "/renew" in path and re.match("/n/[^/]+/", location):
            person.begins = [location.split("/")[2].join(re.split("(?<=/n/)[^/]+", page)) for page in person.begins]
        if location.startswith("/") and self.random.random() < 0.7:
            return self.look(person, location)
        return self.remember(person, path, answer.text) if answer.mimetype == "text/html" else []

    def answer(
        self, person: Person, method: str, path: str, body: bytes, kind: str | None, headers: Mapping[str, str]
    ) -> TestResponse:
        """Return the answer to a request; raises MismatchError if it broke something."""
        told = f"{person.role}: {method} {path[:500]} {dict(headers)} {kind} {body[:2000]!r}"
        address = {"REMOTE_ADDR": f"192.0.2.{self.random.randrange(250)}"}
        if "Cookie" in headers:
            person = Person("guest", self.house.app.test_client(use_cookies=False), [])
        before, began = self.house.changes(), thread_time()
        try:
            # The request has contexts of its own, as in the server, and not those of the test.
            answer: TestResponse = Context().run(
                person.client.open,
                path,
                method=method,
                data=body,
                content_type=kind,
                headers=dict(headers),
                environ_overrides=address,
                buffered=True,
            )
        except Exception:
            raise MismatchError(f"{told}\n{traceback.format_exc()}") from None
        took = thread_time() - began
        self.tally["requests"] += 1
        self.tally["accepted" if answer.status_code < 400 else "refused"] += 1
        if answer.status_code >= 500:
            raise MismatchError(f"{told}\nwas answered {answer.status}")
        if took > SLOWEST:
            raise MismatchError(f"{told}\ntook {took:.1f} seconds of processor")
        if method in ("GET", "HEAD", "OPTIONS") and self.house.changes() != before:
            raise MismatchError(f"{told}\nhas changed something")
        return answer

    def packed(self, fields: tuple[Pair, ...]) -> tuple[str, bytes]:
        """Return a body and its content type; most of the time they belong together."""
        chance = self.random.random()
        if chance < 0.8:
            return FORM, encoded(fields)
        if chance < 0.9:
            return f"multipart/form-data; boundary={'=' * 3}", self.multipart(fields)
        if chance < 0.95:
            return FORM, other_bytes(encoded(fields), self.random)
        return self.random.choice(CONTENT_TYPES), encoded(fields)

    def multipart(self, fields: tuple[Pair, ...]) -> bytes:
        """Return fields in parts, some of them files; the last ones broken off."""
        parts = b""
        for name, text in fields[:50]:
            file = '; filename="Ä\0.toml"\r\nContent-Type: text/x' if self.random.random() < 0.2 else ""
            head = f'--===\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
            parts += head.encode() + (text if isinstance(text, bytes) else text.encode("utf-8", "replace")) + b"\r\n"
        return other_bytes(parts, self.random) if self.random.random() < 0.3 else parts + b"--===--\r\n"

    def remember(self, person: Person, path: str, html: str) -> list[Form]:
        page = Page(urlsplit(path).path, html)
        person.note([link for link in page.links if not link.startswith(("/static", "/assets"))], page.forms)
        for form in page.forms:
            for name, text in [*form.fixed, *form.typed, *(button for _, _, button in form.buttons)]:
                if name not in ("csrf_token", ""):
                    self.seen[name] = [*self.seen.get(name, []), text][-20:]
            self.numbers = [*self.numbers, *re.findall(r"/(\d+)(?=/|$)", form.path)][-60:]
        return page.forms

    def names(self) -> list[str]:
        return self.random.sample(sorted(self.seen), min(len(self.seen), self.random.randrange(6)))

    def known(self, name: str) -> str | bytes:
        return self.random.choice(self.seen[name])

    def address(self, rule: str) -> str:
        """Return an address of a rule, its parts known from elsewhere or nonsense."""
        return re.sub(r"<(?:int:)?(\w+:)?(\w+)>", lambda part: self.part(part[2]), rule)

    def part(self, name: str) -> str:
        chance = self.random.random()
        if chance < 0.1:
            return _quoted(value(self.random))
        if name in ("key", "code", "token"):
            return self.random.choice(self.house.keys)
        if name in ("game", "name", "what", "version"):
            return self.random.choice(("chicago", "buy", "x", "base.css", "five-card-stud", "upcard-0001-hand.sqlite3"))
        return self.random.choice(self.numbers)

    def other_path(self, path: str) -> str:
        """Return an address, now and then with a part of it that belongs to another night, or to none."""
        if self.random.random() < 0.7:
            return path
        parts = path.split("/")
        at = self.random.randrange(len(parts))
        parts[at] = self.random.choice([*self.house.keys, *self.numbers, _quoted(value(self.random))])
        return "/".join(parts) if parts[0] == "" else f"/{'/'.join(parts)}"


def routes_round(seed: str) -> Tally:
    random = Random(seed)
    with house(random) as at:
        fuzzer = Fuzzer(at, random)
        for number in range(1, REQUESTS + 1):
            fuzzer.step()
            if number % BATCH == 0:
                fuzzer.tally["replays"] += at.check()
        at.go_on()
    return fuzzer.tally


def _quoted(text: str | bytes) -> str:
    return quote_from_bytes(text if isinstance(text, bytes) else text.encode())[:3000]


CHECK = Check("routes", "no request breaks anything", routes_round, quick=1, full=4, target="fuzz")
