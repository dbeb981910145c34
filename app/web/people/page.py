"""The values on the page of persons."""

from __future__ import annotations

from dataclasses import dataclass

from flask import request, url_for

from app.night.models import Night
from app.night.people import persons
from app.night.people.persons import COLOURS, Person
from app.night.validation import Problem
from app.text import counted, sentence
from app.web.http.lookup import Following, following
from app.web.http.pages import take_messages
from app.web.http.rights import is_host, visible_nights


@dataclass(frozen=True, slots=True)
class Typed:
    """What was entered for a person and refused, and why."""

    person: int
    problem: Problem
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person in the list. ``played`` says how often and when; ``open`` with the forms that change them.

    ``yours``: this browser may change them. ``others`` are those whom they may turn out to be. ``errors`` say by field
    what is wrong with what was entered.
    """

    person: Person
    played: str
    yours: bool
    open: bool
    name: str
    colour: str
    others: tuple[Person, ...]
    errors: dict[str, str]


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Everybody who plays here, as far as this browser may see. ``night`` is the one it came from, None from the start
    page; ``back`` leads there. ``some_not_yours``: there are persons whom only the host's device may change.
    """

    night: Night | None
    following: Following | None
    back: str
    rows: list[PersonRow]
    colours: tuple[str, ...]
    some_not_yours: bool
    message: str


def may_change(person: Person) -> bool:
    """Return whether this browser may change a person: it is the host's, or has dealt every night of theirs."""
    return is_host() or person.nights <= {night.id for night in visible_nights()}


def people_page(typed: Typed | None = None) -> PeoplePage:
    """Return the page of persons, with what was refused, if anything."""
    nights = visible_nights()
    key = request.values.get("night", "")
    night = next((night for night in nights if night.key == key), None)
    here = url_for("people.page", night=key, person=typed.person if typed else None)
    follows = following(night, here) if night else None
    dealt = {night.id for night in nights}
    people = [person for person in persons.persons() if is_host() or person.nights & dealt]
    opened = typed.person if typed else request.args.get("person", type=int)
    mine = [person for person in people if is_host() or person.nights <= dealt]
    rows = [_row(person, mine, opened == person.id, typed) for person in people]
    return PeoplePage(
        night=night,
        following=follows,
        back=url_for("players.page", key=night.key) if night else url_for("home.page"),
        rows=rows,
        colours=COLOURS,
        some_not_yours=len(mine) < len(people),
        message=take_messages("done"),
    )


def _row(person: Person, mine: list[Person], opened: bool, typed: Typed | None) -> PersonRow:
    own = typed if typed is not None and typed.person == person.id else None
    yours = person in mine
    assert person.last is not None
    return PersonRow(
        person=person,
        played=f"{counted(len(person.nights), 'night')}, last on {person.last.astimezone():%-d %B %Y}",
        yours=yours,
        open=opened and yours,
        name=own.name if own and own.name else person.name,
        colour=own.colour if own and own.colour in COLOURS else person.colour,
        others=tuple(other for other in mine if other.id != person.id and not other.nights & person.nights)
        if yours
        else (),
        errors={own.problem.field: f"{sentence(own.problem.text)}."} if own else {},
    )
