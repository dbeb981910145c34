"""Send requests of the people of a club, check the responses, and remember their links and forms."""

from __future__ import annotations

import gzip
import re
import traceback
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from contextvars import Context
from dataclasses import replace
from functools import partial
from random import Random
from time import thread_time
from urllib.parse import urlsplit

from werkzeug.test import TestResponse

from app import settings
from app.web.http.security import HTTPS_COOKIE
from tests.checks.check import MismatchError, Tally
from tests.fuzz.club import Club
from tests.fuzz.markup import markup_in
from tests.fuzz.nonsense import encoded
from tests.fuzz.packing import FORM, HEADERS, USUAL_HEADERS, packed
from tests.fuzz.pages import Form, Page, Sending, filled
from tests.fuzz.people import Person
from tests.fuzz.reach import Reach
from tests.fuzz.rights import Rights, is_refused
from tests.fuzz.seals import Seals

#: The number of pages remembered that link to a place.
PAGES_OF_A_PLACE = 12

#: The share of requests compared after different sealed answers; all of them if a place is favoured.
SEALS = 0.5

#: The most processor seconds that a response may take.
SLOWEST = 5.0


class Requests:
    """A sender of requests to a club, which remembers links and forms and counts in a ``tally``."""

    def __init__(self, club: Club, random: Random, tally: Tally, favoured: str = "") -> None:
        self.club, self.random, self.tally = club, random, tally
        self.reach = Reach(club.app, tally, favoured)
        self.rights, self.seals = Rights(club.probe), Seals(club.app, random)
        #: Values of fields seen on any page, by name; and all requests sent so far.
        self.seen: dict[str, list[str | bytes]] = {}
        self.sent: list[tuple[Person, Sending]] = []
        #: The places that forms post to, by the place of their page.
        self.linked_places: dict[str, set[str]] = {}
        #: The people who have seen a link or form to a place, with the page where they saw it.
        self.places: dict[str, deque[tuple[Person, str]]] = defaultdict(partial(deque, maxlen=PAGES_OF_A_PLACE))
        self.numbers = ["0", "1", "2", "3", "7", "99", "2147483648", "9" * 30]
        for person in club.people:
            for page in person.begins:
                self.note_link("GET", page, person, page)

    def places_of(self, form: Form) -> list[str]:
        """Return the place that each button of a form posts to."""
        return [self.reach.place_of(*address) for address in form.addresses]

    def fill(self, form: Form, weights: Sequence[float] | None = None) -> Sending:
        """Fill in a form, half the time with the right host code if it asks for one."""
        sending = filled(form, self.random, weights)
        if self.random.random() < 0.5:
            code = settings.host_code()
            fields = tuple((name, code if name == "code" else text) for name, text in sending.fields)
            sending = replace(sending, fields=fields)
        return sending

    def get(self, person: Person, path: str) -> list[Form]:
        """Get a page and return its forms."""
        return self.send(person, Sending("GET", path, (), honest=True))

    def send(self, person: Person, sending: Sending) -> list[Form]:
        """Send a form, well or badly encoded; remember the links in the response and return its forms."""
        self.sent.append((person, sending))
        path, body, content_type = sending.path, b"", None
        well_packed = sending.honest and self.random.random() < 0.95
        headers = self.random.choice(USUAL_HEADERS if well_packed else HEADERS)
        if sending.method == "GET":
            path += ("&" if "?" in path else "?") + encoded(sending.fields).decode() if sending.fields else ""
        else:
            content_type, body = (FORM, encoded(sending.fields)) if well_packed else packed(sending.fields, self.random)
        if path.startswith("/live/") and "now" not in path:
            path = f"{path.partition('?')[0]}?now"  # a stream would never end
        path = path.replace("/api/v1/stream", "/api/v1/table")
        answer = self.answer(person, sending.method, path, body, content_type, headers)
        location = answer.headers.get("Location", "")
        if person.role == "dealer" and "/renew" in path and re.match("/n/[^/]+/", location):
            person.begins = [location.split("/")[2].join(re.split("(?<=/n/)[^/]+", page)) for page in person.begins]
        if answer.status_code == 403 and person.role == "host":
            return self.enter_code(person)
        if location.startswith("/") and self.random.random() < 0.7:
            return self.get(person, location)
        return self.remember(person, path, _text(answer)) if answer.mimetype == "text/html" else []

    def enter_code(self, person: Person) -> list[Form]:
        """Sign the host in again after a sign-out."""
        forms = [form for form in self.get(person, "/") if form.path == "/host"]
        return self.send(person, self.fill(forms[0])) if forms else []

    def answer(
        self, person: Person, method: str, path: str, body: bytes, kind: str | None, headers: Mapping[str, str]
    ) -> TestResponse:
        """Return the response to a request; raise MismatchError if it broke something."""
        report = f"request {self.tally['requests'] + 1}, {person.role}: {method} {path[:500]} {dict(headers)} {kind}"
        report = f"{report} {body[:2000]!r}"
        address = {"REMOTE_ADDR": self.random.choice(("127.0.0.1", f"192.0.2.{self.random.randrange(250)}"))}
        if "Cookie" in headers:
            person = Person("guest", self.club.app.test_client(use_cookies=False), [])
        if person.bearer:
            headers = {**headers, "Authorization": f"Bearer {person.bearer}"}
        # Give the request its own contexts, as in the server, rather than those of the test.
        send: Callable[[], TestResponse] = partial(
            person.client.open,
            path,
            method=method,
            data=body,
            content_type=kind,
            headers=dict(headers),
            environ_overrides=address,
            buffered=True,
        )
        endpoint = self.reach.endpoint_of(method, path)
        may = self.rights.may(person, endpoint, path)
        try:
            leak = ""
            if "Cookie" not in headers and (self.reach.favoured or self.random.random() < SEALS):
                leak = self.seals.find_leak(person, path, body, lambda: Context().run(send))
            before, began = self.club.changes(), thread_time()
            answer = Context().run(send)
        except Exception:
            raise MismatchError(f"{report}\n{traceback.format_exc()}") from None
        took = thread_time() - began
        if "Cookie" not in headers and not person.bearer:
            person.client.delete_cookie(HTTPS_COOKIE)  # it would redirect to https, which is not tested here
        self.reach.note(method, path, answer)
        self.tally["requests"] += 1
        self.tally["compared"] = self.seals.compared
        self.tally["accepted" if answer.status_code < 400 else "refused"] += 1
        if answer.status_code >= 500:
            raise MismatchError(f"{report}\nwas answered {answer.status}")
        if took > SLOWEST:
            raise MismatchError(f"{report}\ntook {took:.1f} seconds of processor")
        if method in ("GET", "HEAD", "OPTIONS") and self.club.changes() != before:
            raise MismatchError(f"{report}\nchanged something")
        html = _text(answer) if answer.mimetype == "text/html" else ""
        if endpoint and not may and not is_refused(endpoint, answer, html):
            raise MismatchError(f"{report}\nlet in a person without the right: {answer.status}")
        if leak:
            raise MismatchError(f"{report}\nleaked a sealed answer\n{leak}")
        if wrong := markup_in(html):
            raise MismatchError(f"{report}\ncontains a name or text as markup: {wrong}")
        person.has_dealt |= path.startswith("/n/") and answer.status_code < 400
        return answer

    def remember(self, person: Person, path: str, html: str) -> list[Form]:
        page = Page(urlsplit(path).path, html)
        person.note(page.links, page.forms)
        own = self.reach.learn("GET", path)
        for link in page.links:
            self.note_link("GET", link, person, link)
        for form in page.forms:
            for address in form.addresses if own else []:
                self.linked_places.setdefault(own, set()).add(self.note_link(*address, person, path))
        for form in page.forms:
            for name, text in [*form.fixed, *form.typed, *(button for _, _, button in form.buttons)]:
                if name not in ("csrf_token", ""):
                    self.seen[name] = [*self.seen.get(name, []), text][-20:]
            self.numbers = [*self.numbers, *re.findall(r"/(\d+)(?=/|$)", form.path)][-60:]
        return page.forms

    def note_link(self, method: str, address: str, person: Person, page: str) -> str:
        """Remember that a person saw an address on a page; return the place of the address."""
        place = self.reach.learn(method, address)
        if place and (person, page) not in self.places[place]:
            self.places[place].append((person, page))
        return place


def _text(answer: TestResponse) -> str:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.data).decode() if packed else answer.text
