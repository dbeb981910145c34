"""The links of a night, with QR codes: for televisions, players' phones, seats, and another dealer's tablet.

When a link is renewed, the old one no longer works, even on open pages.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from app.address import Address
from app.night import links
from app.night.access import grants
from app.night.access.grants import Access
from app.night.access.rights import PHONE
from app.night.models import Night
from app.night.nights import current_hand
from app.night.people import changing
from app.night.people import seats as night_seats
from app.night.people.seats import SeatInfo
from app.night.screens import screen_of
from app.text import listing, with_article
from app.web.http.addresses import join_address, link_to, server_address
from app.web.http.browser import device_token
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import Following, get_night_or_404, get_phone_or_409, get_seat_or_404
from app.web.http.pages import back_to, render

blueprint = GuardedBlueprint("links", __name__, Who.DEALER, url_prefix="/n/<key>/links")


class PhoneLink:
    """The link of a player's phone.

    ``open_on``: the devices with access; empty if it is unclaimed. ``free``: the address that frees it for another
    device.
    """

    def __init__(self, server: Address, night: Night, row: SeatInfo, access: Access) -> None:
        renew, self.free = (url_for(f"links.{way}_seat", key=night.key, seat=row.id) for way in ("renew", "free"))
        self.row, self.link = row, link_to(server, f"{row.name}'s phone", url_for("phone.page", key=row.key), renew)
        devices = [with_article(grant.label) for grant in access.holders]
        self.open_on = f"Open on {listing(devices)}" if devices else ""


@blueprint.get("")
def page(key: str) -> Response:
    """Show all links of a night. ``alone``: why no other device can open them, if so."""
    night, server = get_night_or_404(key), server_address()
    screen = screen_of(night.id)
    television, dealer = url_for("television.page", key=night.watch_key), url_for("dealer.table", key=key)
    join = join_address(night)
    return render(
        "links/page.html",
        night=night,
        following=Following(key, screen),
        alone=server.alone,
        back=url_for("dealer.table" if current_hand(night) else "players.page", key=key),
        join=link_to(server, "A seat at the table", join, url_for("links.renew_join", key=key)) if join else None,
        television=link_to(server, "Television", television, url_for("links.renew_television", key=key)),
        phones=phone_links(server, night, night_seats.seats(night)),
        asking=[
            (phone, f"Open {phone.name}'s page on {with_article(phone.label)}{' too' if phone.another else ''}")
            for phone in screen.table.phones_asking
        ],
        dealer=link_to(server, "Dealer's tablet", dealer, url_for("links.renew_dealer", key=key)),
    )


@blueprint.get("/seat/<int:seat>")
def seat(key: str, seat: int) -> Response:
    """Show the QR code of one player's phone, large enough to scan across the table, with links to the neighbours'."""
    night, server = get_night_or_404(key), server_address()
    following = Following(key, screen_of(night.id))
    seats, own = night_seats.seats(night), get_seat_or_404(night, seat)
    at, others = seats.index(own), len(seats) > 1
    return render(
        "links/seat.html",
        night=night,
        following=following,
        alone=server.alone,
        phone=phone_links(server, night, [own])[0],
        before=seats[at - 1] if others else None,
        after=seats[(at + 1) % len(seats)] if others else None,
    )


@blueprint.post("/television/renew")
def renew_television(key: str) -> Response:
    """Replace the link of the televisions."""
    links.renew_code(get_night_or_404(key), "watch_key")
    return back_to("links.page", "The television's old link no longer works. This is the new one.", key=key)


@blueprint.post("/join/renew")
def renew_join(key: str) -> Response:
    """Replace the code for a seat at the table."""
    links.renew_code(get_night_or_404(key), "join_code")
    return back_to("links.page", "The old code for a seat no longer works. This is the new one.", key=key)


@blueprint.post("/seat/<int:seat>/renew")
def renew_seat(key: str, seat: int) -> Response:
    """Replace the link of a player's phone and show its new code."""
    if changing.renew_person_link(get_phone_or_409(get_night_or_404(key), seat).player_id):
        abort(404)
    return back_to("links.seat", "The old link no longer works. This is the new one.", key=key, seat=seat)


@blueprint.post("/seat/<int:seat>/free")
def free_seat(key: str, seat: int) -> Response:
    """Free a player's link, for the next device to claim, and show its code."""
    grants.free_phone(get_phone_or_409(get_night_or_404(key), seat).player_id)
    return back_to("links.seat", "The link is free: the next phone that opens it keeps it", key=key, seat=seat)


@blueprint.post("/seat/<int:seat>/device/<int:device>")
def answer_device(key: str, seat: int, device: int) -> Response:
    """Allow or refuse another device access to a player's page."""
    night, yes = get_night_or_404(key), request.form.get("answer") == "yes"
    row, message = get_phone_or_409(night, seat), ""
    if grants.answer(PHONE, row.player_id, device, yes=yes) is None:
        message = f"{row.name}'s page {'opens' if yes else 'stays closed'} there"
    return back_to("links.page", message, key=key)


@blueprint.post("/dealer/renew")
def renew_dealer(key: str) -> Response:
    """Replace the dealer's link; this browser gets the new one."""
    new_key = links.renew_dealer(get_night_or_404(key), device_token())
    message = "The dealer's old link no longer works. This tablet already has the new one."
    return back_to("links.page", message, key=new_key)


def phone_links(server: Address, night: Night, seats: Sequence[SeatInfo]) -> list[PhoneLink]:
    """Return the phone links of these players."""
    access = grants.access_by_id(PHONE, [seat.player_id for seat in seats])
    return [PhoneLink(server, night, seat, access[seat.player_id]) for seat in seats]
