"""The links of a night, each with its QR code: for televisions, for the players' phones, for another dealer's tablet.

A link gives its holder that one view. Renewing it ends the old one, also where it is open.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    get_flashed_messages,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from app import night as store
from app.address import Address, for_others
from app.night import Night, SeatInfo
from app.web.http.lookup import night_of, seat_of
from app.web.links.qr import Qr, qr_of

blueprint = Blueprint("links", __name__, url_prefix="/n/<key>/links")


@dataclass(frozen=True, slots=True)
class Link:
    """A link on the page. ``short`` is the address without what goes without saying, ``renew`` where to renew it."""

    name: str
    url: str
    short: str
    qr: Qr
    renew: str


@blueprint.get("")
def page(key: str) -> str:
    """All the links of a night."""
    night, found = night_of(key), _address()
    television = url_for("television.page", key=night.watch_key)
    dealer = url_for("dealer.table", key=key)
    return render_template(
        "links/page.html",
        night=night,
        alone=found.alone,
        back=_back(night),
        television=_link(found, "Television", television, url_for("links.renew_television", key=key)),
        phones=[(row, _phone(found, night, row)) for row in store.seats(night)],
        dealer=_link(found, "Dealer’s tablet", dealer, url_for("links.renew_dealer", key=key)),
        said=get_flashed_messages(),
    )


@blueprint.get("/seat/<int:seat>")
def seat(key: str, seat: int) -> str:
    """The code of one player's phone, large enough to be read from across the table; the next player is a tap away."""
    night, found = night_of(key), _address()
    here = seat_of(night, seat)
    rows = store.seats(night)
    at = rows.index(here)
    return render_template(
        "links/seat.html",
        night=night,
        alone=found.alone,
        row=here,
        link=_phone(found, night, here),
        before=rows[at - 1] if len(rows) > 1 else None,
        after=rows[(at + 1) % len(rows)] if len(rows) > 1 else None,
        said=get_flashed_messages(),
    )


@blueprint.post("/television/renew")
def renew_television(key: str) -> Response:
    """Another address for the televisions."""
    store.renew_television(night_of(key))
    flash("The television’s old link opens nothing any more. This is the new one.")
    return redirect(url_for("links.page", key=key), 303)


@blueprint.post("/seat/<int:seat>/renew")
def renew_seat(key: str, seat: int) -> Response:
    """Another address for a player's phone; its code is shown, to be read at once."""
    night = night_of(key)
    if store.renew_seat(night, seat):
        abort(404)
    flash("The old link opens nothing any more. This is the new one.")
    return redirect(url_for("links.seat", key=key, seat=seat), 303)


@blueprint.post("/dealer/renew")
def renew_dealer(key: str) -> Response:
    """Another address for the dealer's own screens; this browser goes along."""
    renewed = store.renew_dealer(night_of(key))
    flash("The dealer’s old link opens nothing any more. This tablet has the new one already.")
    return redirect(url_for("links.page", key=renewed), 303)


def _address() -> Address:
    """Where the devices of others find this server, judged by where this one has found it."""
    port = str(request.environ.get("SERVER_PORT", ""))
    return for_others(request.scheme, request.host, port, str(current_app.config.get("LISTENS_ON", "")))


def _phone(found: Address, night: Night, row: SeatInfo) -> Link:
    renew = url_for("links.renew_seat", key=night.key, seat=row.id)
    return _link(found, f"{row.name}’s phone", url_for("phone.page", key=row.key), renew)


def _link(found: Address, name: str, path: str, renew: str) -> Link:
    url = found.origin + path
    return Link(name, url, url.removeprefix("http://").rstrip("/"), qr_of(url), renew)


def _back(night: Night) -> str:
    """The table while a hand lies on it, the players before."""
    return url_for("dealer.table" if store.current_hand(night) else "night.page", key=night.key)
