"""A phone that is drawn whenever its night changes, and sent with its stream."""

from __future__ import annotations

from flask import render_template
from markupsafe import Markup

from app.night import screens
from app.night.screens import PhoneScreen, Screen
from app.web.phone.door import Held
from app.web.phone.page import PhonePage, phone_page

#: What changes on a phone.
PARTS = "phone/_parts.html"


class DrawnPhone:
    """The phone of a link, on the device that has this token.

    Whose phone it is, and who may see it, is looked up once for each state of the table: no device is let in or signed
    out without a change to it.
    """

    def __init__(self, key: str, token: str) -> None:
        self._key = key
        self._token = token
        self._phone: PhoneScreen | None = None
        self._wishes: tuple[object, Markup] = (None, Markup())

    def parts(self, screen: Screen) -> str:
        """Return what changes on the phone; empty where its device may not see it, or its night is another one."""
        phone = self._phone
        if phone is None or phone.screen.table is not screen.table:
            self._phone = phone = screens.phone_screen(self._key, self._token)
        if phone is None or not phone.access.holds or phone.screen.table.id != screen.table.id:
            return ""
        page = phone_page(self._key, Held(phone.seat, phone.access, screen))
        return render_template(PARTS, phone=page, drawn_wishes=self._draw_wishes(page), **NOTHING_POSTED)

    def _draw_wishes(self, page: PhonePage) -> Markup:
        """Return the part of the page where its player asks for things, which taps do not change."""
        shown, drawn = self._wishes
        if shown != (of := (page.wishes, page.worth)):
            drawn = Markup(render_template("phone/_wishes.html", phone=page, **NOTHING_POSTED))
            self._wishes = (of, drawn)
        return drawn


#: What a phone shows of a form that has just been posted, where none has.
NOTHING_POSTED = {"wrong": "", "typed": "", "answered": False, "refused": "", "chips": "", "wished": False}
