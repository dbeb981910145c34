"""The values on the pages that show links and their QR codes."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from app.address import Address
from app.night.access.phones import PhoneAccess, phones_of
from app.night.models import Night
from app.night.people import seats as night_seats
from app.night.people.seats import SeatInfo
from app.night.play import call
from app.text import listing, with_article
from app.web.http.lookup import AskingDevice, asking_devices
from app.web.http.sharing import Link, join_address, link_to, server_address


@dataclass(frozen=True, slots=True)
class PhoneLink:
    """The link of a player's phone. ``open_on`` says which devices have it open; empty where none has claimed it.

    Posting to ``free`` lets the next device claim it.
    """

    row: SeatInfo
    link: Link
    open_on: str
    free: str


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The links of a night. ``join`` is None where nobody can take a seat any more.

    ``asking`` are devices that want to open a page that another one has open.
    ``alone`` says why no other device can open the links, ``message`` what has just been done.
    """

    night: Night
    alone: str
    back: str
    join: Link | None
    television: Link
    phones: list[PhoneLink]
    asking: tuple[AskingDevice, ...]
    dealer: Link
    message: str


@dataclass(frozen=True, slots=True)
class SeatLinkPage:
    """The link of one player's phone, large, between those of the players who sit ``before`` and ``after``."""

    night: Night
    alone: str
    phone: PhoneLink
    before: SeatInfo | None
    after: SeatInfo | None
    message: str


def links_page(night: Night, message: str) -> LinksPage:
    """Return the page of all links of a night."""
    server = server_address()
    television = url_for("television.page", key=night.watch_key)
    dealer = url_for("dealer.table", key=night.key)
    seats = night_seats.seats(night)
    phones = phones_of([seat.player_id for seat in seats])
    return LinksPage(
        night=night,
        alone=server.alone,
        back=url_for("dealer.table" if call.current_hand(night) else "players.page", key=night.key),
        join=_join_link(server, night),
        television=link_to(server, "Television", television, url_for("links.renew_television", key=night.key)),
        phones=[_phone_link(server, night, seat, phones.get(seat.player_id)) for seat in seats],
        asking=asking_devices(night),
        dealer=link_to(server, "Dealer’s tablet", dealer, url_for("links.renew_dealer", key=night.key)),
        message=message,
    )


def seat_link_page(night: Night, seat: SeatInfo, message: str) -> SeatLinkPage:
    """Return the page of one player's link."""
    server, seats = server_address(), night_seats.seats(night)
    at, others = seats.index(seat), len(seats) > 1
    return SeatLinkPage(
        night=night,
        alone=server.alone,
        phone=_phone_link(server, night, seat, phones_of([seat.player_id]).get(seat.player_id)),
        before=seats[at - 1] if others else None,
        after=seats[(at + 1) % len(seats)] if others else None,
        message=message,
    )


def _phone_link(server: Address, night: Night, seat: SeatInfo, access: PhoneAccess | None) -> PhoneLink:
    renew = url_for("links.renew_seat", key=night.key, seat=seat.id)
    link = link_to(server, f"{seat.name}’s phone", url_for("phone.page", key=seat.key), renew)
    devices = [with_article(device.label) for device in access.open_on] if access else []
    free = url_for("links.free_seat", key=night.key, seat=seat.id)
    return PhoneLink(seat, link, f"Open on {listing(devices)}" if devices else "", free)


def _join_link(server: Address, night: Night) -> Link | None:
    """Return the link for whoever wants a seat."""
    if not (address := join_address(night)):
        return None
    return link_to(server, "A seat at the table", address, url_for("links.renew_join", key=night.key))
