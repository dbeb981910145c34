"""The links of a night, each with its QR code: for televisions, for the players' phones, for another dealer's tablet.

A link gives its holder that one view. Renewing it ends the old one, on open pages too.
"""

from __future__ import annotations

from flask import abort, flash, redirect, request, url_for
from werkzeug.wrappers import Response

from app.night import links
from app.night.access import phones
from app.web.http.cookies import device_token
from app.web.http.gate import GuardedBlueprint, Who
from app.web.http.lookup import get_night_or_404, get_seat_or_404
from app.web.http.pages import render_page, take_messages
from app.web.links.page import links_page, seat_link_page

blueprint = GuardedBlueprint("links", __name__, Who.DEALER, url_prefix="/n/<key>/links")


@blueprint.get("")
def page(key: str) -> Response:
    """Show all the links of a night."""
    return render_page("links/page.html", links_page(get_night_or_404(key), take_messages("done")))


@blueprint.get("/seat/<int:seat>")
def seat(key: str, seat: int) -> Response:
    """Show the code of one player's phone, large enough to be read from across the table."""
    night = get_night_or_404(key)
    return render_page("links/seat.html", seat_link_page(night, get_seat_or_404(night, seat), take_messages("done")))


@blueprint.post("/television/renew")
def renew_television(key: str) -> Response:
    """Give the televisions a new address."""
    links.renew_television(get_night_or_404(key))
    flash("The television’s old link no longer works. This is the new one.", "done")
    return redirect(url_for("links.page", key=key), 303)


@blueprint.post("/join/renew")
def renew_join(key: str) -> Response:
    """Give whoever wants a seat a new code."""
    links.renew_join(get_night_or_404(key))
    flash("The old code for a seat no longer works. This is the new one.", "done")
    return redirect(url_for("links.page", key=key), 303)


@blueprint.post("/seat/<int:seat>/renew")
def renew_seat(key: str, seat: int) -> Response:
    """Give a player's phone a new address, and show its code to be read at once."""
    night = get_night_or_404(key)
    if links.renew_seat(night, seat):
        abort(404)
    flash("The old link no longer works. This is the new one.", "done")
    return redirect(url_for("links.seat", key=key, seat=seat), 303)


@blueprint.post("/seat/<int:seat>/free")
def free_seat(key: str, seat: int) -> Response:
    """Let the next device that opens a player's link keep it, and show its code to be read at once."""
    night = get_night_or_404(key)
    if links.free_seat(night, seat):
        abort(404)
    flash("The link is free: the next phone that opens it keeps it.", "done")
    return redirect(url_for("links.seat", key=key, seat=seat), 303)


@blueprint.post("/seat/<int:seat>/device/<int:device>")
def answer_device(key: str, seat: int, device: int) -> Response:
    """Let another device open a player's page, or not; then show the page that asked."""
    night, yes = get_night_or_404(key), request.form.get("answer") == "yes"
    row = get_seat_or_404(night, seat)
    if phones.answer_device(row.player_id, device, yes=yes) is None:
        flash(
            f"{row.name}’s page opens on the other phone too" if yes else f"{row.name}’s page stays closed there",
            "done",
        )
    return redirect(url_for("players.page" if "players" in request.form else "links.page", key=key), 303)


@blueprint.post("/dealer/renew")
def renew_dealer(key: str) -> Response:
    """Give the dealer's screens a new address; this browser moves along."""
    new_key = links.renew_dealer(get_night_or_404(key), device_token())
    flash("The dealer’s old link no longer works. This tablet has the new one already.", "done")
    return redirect(url_for("links.page", key=new_key), 303)
