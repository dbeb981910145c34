"""The club of a request: every row belongs to one, and what is read or written is that club's alone.

The club is entered where the key of an address is looked up, which is random and found in all clubs; before that it is
the home's. From then on every select, update and delete of a session names it, and so does every new row, so that a
database that spreads clubs over many machines knows where to look. Queries say nothing of it themselves, but for those
marked with :data:`IN_EVERY_CLUB` and those that go past the session for speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from flask import Flask, g
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import BigInteger, ForeignKey, bindparam, event, inspect
from sqlalchemy.orm import Mapped, Mapper, ORMExecuteState, declared_attr, mapped_column, with_loader_criteria

P = ParamSpec("P")
R = TypeVar("R")

#: The club of a home, which has exactly one. It is as old as the database.
HOME_CLUB = 1

#: Execution options of a query that looks in all clubs: by a key that cannot be guessed, or for the server itself.
IN_EVERY_CLUB = {"upcard_names_clubs": True}


class NightRef(NamedTuple):
    """Which night of which club: what is told when one has changed."""

    club_id: int
    night_id: int

    def __str__(self) -> str:
        return f"{self.club_id}.{self.night_id}"

    @classmethod
    def parse(cls, text: str) -> NightRef | None:
        """Return the night that a text names, as ``str`` has written it; None for any other text."""
        club_id, _, night_id = text.partition(".")
        return cls(int(club_id), int(night_id)) if club_id.isdecimal() and night_id.isdecimal() else None


def current_club() -> int:
    """Return the id of the club of this request, or of the part of a program that has an app context of its own."""
    return cast(int, g.get("club_id", HOME_CLUB))


def enter_club(club_id: int) -> None:
    """Let everything that follows in this request be about a club."""
    g.club_id = club_id


@contextmanager
def in_club(club_id: int) -> Iterator[None]:
    """Let a block be about a club."""
    before = current_club()
    enter_club(club_id)
    try:
        yield
    finally:
        enter_club(before)


def at_home(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function be about the club of the home, whoever calls it."""

    @wraps(function)
    def there(*args: P.args, **kwargs: P.kwargs) -> R:
        with in_club(HOME_CLUB):
            return function(*args, **kwargs)

    return there


class OfClub:
    """A row that belongs to a club, whose id comes first in its key."""

    @declared_attr
    @classmethod
    def club_id(cls) -> Mapped[int]:
        """The club."""
        return mapped_column(BigInteger, ForeignKey("club.id"), primary_key=True, default=current_club, sort_order=-1)


class ClubSession(FlaskSession):
    """A session in which a row is got by its key within the current club."""

    def get(self, entity: Any, ident: Any, **options: Any) -> Any:
        """Return the row of the current club with this key, or None."""
        return super().get(entity, _full_key(cast("Mapper[Any]", inspect(entity)), ident), **options)


def init(app: Flask) -> None:
    """Let every request begin at home."""
    app.before_request(_begin_at_home)


def _begin_at_home() -> None:
    g.pop("club_id", None)


def _full_key(mapper: Mapper[Any], ident: Any) -> Any:
    if not issubclass(mapper.class_, OfClub):
        return ident
    if isinstance(ident, Mapping):
        return {"club_id": current_club(), **ident}
    key = ident if isinstance(ident, tuple) else (ident,)
    return (current_club(), *key) if len(key) < len(mapper.primary_key) else key


_CLUB = bindparam("club", callable_=current_club, type_=BigInteger())

#: An option that names the club for each table of a query. A session adds it by itself to what it is asked.
OF_CURRENT_CLUB = with_loader_criteria(
    OfClub,
    lambda cls: cls.club_id == _CLUB,
    include_aliases=True,
    track_closure_variables=False,
)


@event.listens_for(ClubSession, "do_orm_execute")
def _name_club(execution: ORMExecuteState) -> None:
    # What is loaded again of a row is found by its key, which holds the club.
    if not execution.is_column_load and not execution.execution_options.get("upcard_names_clubs"):
        execution.statement = execution.statement.options(OF_CURRENT_CLUB)
