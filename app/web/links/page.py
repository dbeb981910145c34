"""The values on the pages that show links and their QR codes."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from app import night as store
from app.address import Address
from app.night import Night, SeatInfo
from app.web.http.sharing import Link, join_address, link_to, server_address


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The links of a night. ``join`` is None where nobody can take a seat any more.

    ``alone`` says why no other device can open the links, ``message`` what has just been done.
    """

    night: Night
    alone: str
    back: str
    join: Link | None
    television: Link
    phones: list[tuple[SeatInfo, Link]]
    dealer: Link
    message: str


@dataclass(frozen=True, slots=True)
class SeatLinkPage:
    """The link of one player's phone, large, between those of the players who sit ``before`` and ``after``."""

    night: Night
    alone: str
    row: SeatInfo
    link: Link
    before: SeatInfo | None
    after: SeatInfo | None
    message: str


def links_page(night: Night, message: str) -> LinksPage:
    """Return the page of all links of a night."""
    server = server_address()
    television = url_for("television.page", key=night.watch_key)
    dealer = url_for("dealer.table", key=night.key)
    return LinksPage(
        night=night,
        alone=server.alone,
        back=url_for("dealer.table" if store.current_hand(night) else "players.page", key=night.key),
        join=_join_link(server, night),
        television=link_to(server, "Television", television, url_for("links.renew_television", key=night.key)),
        phones=[(seat, _phone_link(server, night, seat)) for seat in store.seats(night)],
        dealer=link_to(server, "Dealer’s tablet", dealer, url_for("links.renew_dealer", key=night.key)),
        message=message,
    )


def seat_link_page(night: Night, seat: SeatInfo, message: str) -> SeatLinkPage:
    """Return the page of one player's link."""
    server, seats = server_address(), store.seats(night)
    at, others = seats.index(seat), len(seats) > 1
    return SeatLinkPage(
        night=night,
        alone=server.alone,
        row=seat,
        link=_phone_link(server, night, seat),
        before=seats[at - 1] if others else None,
        after=seats[(at + 1) % len(seats)] if others else None,
        message=message,
    )


def _phone_link(server: Address, night: Night, seat: SeatInfo) -> Link:
    renew = url_for("links.renew_seat", key=night.key, seat=seat.id)
    return link_to(server, f"{seat.name}’s phone", url_for("phone.page", key=seat.key), renew)


def _join_link(server: Address, night: Night) -> Link | None:
    """Return the link for whoever wants a seat."""
    if not (address := join_address(night)):
        return None
    return link_to(server, "A seat at the table", address, url_for("links.renew_join", key=night.key))
