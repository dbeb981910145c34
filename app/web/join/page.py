"""The values on the pages of somebody who asks for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.night.acts import joining
from app.night.acts.joining import AskedSeat
from app.night.models import Night
from app.night.people import seats
from app.night.people.persons import Person
from app.night.validation import Problem
from app.text import sentence
from app.web.forms.fields import FormData
from app.web.forms.values import read_number
from app.web.http.lookup import stakes_words
from app.web.http.pages import take_messages

#: Proposed where nobody has bought chips yet.
USUAL_BUY_IN = 100


@dataclass(frozen=True, slots=True)
class SeatForm:
    """A seat that is asked for: a name that was picked or typed, the chips, and by field what is wrong."""

    picked: str = ""
    new: str = ""
    buy_in: str = ""
    chips: int = 0
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name as it was given; one that was typed goes before one that was picked."""
        return self.new or self.picked


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The page on which a seat is asked for. ``names`` are those of who played last time and have none."""

    night: Night
    names: list[Person]
    form: SeatForm
    stakes: str
    message: str


@dataclass(frozen=True, slots=True)
class AskedPage:
    """The page of somebody who has asked: ``title`` and ``text`` say where it stands.

    ``waits``: it looks again by itself. ``again``: a seat can be asked for once more.
    """

    asked: AskedSeat
    token: str
    title: str
    text: str
    waits: bool
    again: bool


def read_seat(form: FormData, *, tracked: bool) -> SeatForm:
    """Read who asks for a seat, and for how many chips where chips are counted.

    A name that was found by what was typed takes its place.
    """
    picked, new = (" ".join(form.get(name, "").split()) for name in ("name", "new"))
    new = form.get("found", "").strip() or new
    errors = {} if picked or new else {"name": "Pick your name, or type it"}
    buy_in, chips = form.get("buy_in", "").strip(), 0
    if tracked:
        chips, error = read_number(buy_in, 1, 0)
        errors |= {"buy_in": error} if error else {}
    return SeatForm(picked[:100], new[:100], buy_in[:12], chips, errors)


def refused(form: SeatForm, problem: Problem) -> SeatForm:
    """Return the form with the reason why nothing was asked for, beside the field that it is about."""
    about = "buy_in" if problem.field in ("buy_in", "chips") else "name"
    return SeatForm(form.picked, form.new, form.buy_in, form.chips, {about: sentence(problem.text)})


def join_page(night: Night, form: SeatForm | None = None) -> JoinPage:
    """Return the page on which a seat is asked for, with what was refused, if anything."""
    proposed = SeatForm(buy_in=str(seats.proposed_buy_in(night) or USUAL_BUY_IN))
    return JoinPage(
        night=night,
        names=joining.players_of_last_time(night),
        form=form or proposed,
        stakes=stakes_words(night),
        message=take_messages("done"),
    )


def asked_page(asked: AskedSeat, token: str) -> AskedPage:
    """Return the page of somebody who has asked for a seat."""
    title, text = _words(asked)
    return AskedPage(
        asked=asked,
        token=token,
        title=title,
        text=text,
        waits=asked.answer in ("asked", "granted"),
        again=asked.answer in ("refused", "failed") and asked.night.ended_at is None,
    )


def _words(asked: AskedSeat) -> tuple[str, str]:
    match asked.answer:
        case "asked":
            chips = f" with {asked.chips}" if asked.night.tracked else ""
            return (
                "The dealer is asked",
                f"{asked.name}{chips}. Keep this page open: it goes on when the dealer says yes.",
            )
        case "granted":
            return "You are in", "You sit down when this hand is over. Keep this page open."
        case "refused":
            return "Not this time", "The seat was not given. Talk to the dealer, or ask again."
        case "failed":
            return "That did not work", f"{sentence(asked.why)}." if asked.why else "Talk to the dealer."
        case _:
            return "This is over", "The dealer has your link, under “Television and phones”."
