"""The values on the pages that show links and their QR codes."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request, url_for

from app import night as store
from app.address import Address, for_others
from app.night import Night, SeatInfo
from app.web.links.qr import Qr, qr_of


@dataclass(frozen=True, slots=True)
class Link:
    """A link on the page. ``short`` is the address as people read it; posting to ``renew`` replaces it."""

    name: str
    url: str
    short: str
    qr: Qr
    renew: str


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The links of a night. ``alone`` says why no other device can open them, ``message`` what has just been done."""

    night: Night
    alone: str
    back: str
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
    server = _server_address()
    television = url_for("television.page", key=night.watch_key)
    dealer = url_for("dealer.table", key=night.key)
    return LinksPage(
        night=night,
        alone=server.alone,
        back=url_for("dealer.table" if store.current_hand(night) else "players.page", key=night.key),
        television=_link(server, "Television", television, url_for("links.renew_television", key=night.key)),
        phones=[(seat, _phone_link(server, night, seat)) for seat in store.seats(night)],
        dealer=_link(server, "Dealer’s tablet", dealer, url_for("links.renew_dealer", key=night.key)),
        message=message,
    )


def seat_link_page(night: Night, seat: SeatInfo, message: str) -> SeatLinkPage:
    """Return the page of one player's link."""
    server, seats = _server_address(), store.seats(night)
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


def _server_address() -> Address:
    """Return the address under which other devices find this server, judged by the one that was asked for."""
    port = str(request.environ.get("SERVER_PORT", ""))
    return for_others(request.scheme, request.host, port, str(current_app.config.get("LISTENS_ON", "")))


def _phone_link(server: Address, night: Night, seat: SeatInfo) -> Link:
    renew = url_for("links.renew_seat", key=night.key, seat=seat.id)
    return _link(server, f"{seat.name}’s phone", url_for("phone.page", key=seat.key), renew)


def _link(server: Address, name: str, path: str, renew: str) -> Link:
    url = server.origin + path
    return Link(name, url, url.removeprefix("http://").rstrip("/"), qr_of(url), renew)
