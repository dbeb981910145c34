"""Payment methods: checked as typed, with a link or bank code that pays an amount.

Addresses are those that PayPal.me, Venmo, Cash App and Revolut give to their users; a bank code's content follows
EPC069-12, the European Payments Council's guideline for credit transfers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote

from app.dataclass import dataclass
from app.money.amounts import InputError, plain_amount

#: The kinds of payment methods, with their names in a form.
KINDS: Mapping[str, str] = {
    "paypal": "PayPal.me",
    "venmo": "Venmo",
    "cashapp": "Cash App",
    "revolut": "Revolut",
    "iban": "Bank account (IBAN)",
    "words": "Another way",
}

#: For each service: the characters of a user name, the prefix of it in an address, and an example.
_NAMES = {
    "paypal": (r"[A-Za-z0-9]{1,20}", r"paypal\.me/|paypal\.com/paypalme/|@", "annsmith"),
    "venmo": (r"[A-Za-z0-9_-]{1,30}", r"(?:account\.)?venmo\.com/(?:u/)?|@", "ann-smith"),
    "cashapp": (r"[A-Za-z0-9_-]{1,20}", r"cash\.app/\$?|\$", "annsmith"),
    "revolut": (r"[A-Za-z0-9._-]{1,30}", r"revolut\.me/|@", "annsmith"),
}
_IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")
#: The longest payment method in words.
MAX_LENGTH = 80


@dataclass(frozen=True, slots=True)
class PaymentMethod:
    """A payment method: its kind, one of KINDS, and the name, account number or words."""

    kind: str
    name: str

    @property
    def stored(self) -> str:
        """The payment method as stored text, which :func:`stored_payment_method` reads."""
        return f"{self.kind} {self.name}"

    @property
    def words(self) -> str:
        """The payment method as people write it: ``Venmo @ann``, ``DE89 3704 …``."""
        if self.kind == "iban":
            return " ".join(self.name[at : at + 4] for at in range(0, len(self.name), 4))
        before = {"paypal": "PayPal.me/", "venmo": "Venmo @", "cashapp": "Cash App $", "revolut": "Revolut @"}
        return before.get(self.kind, "") + self.name

    def link(self, amount: int, code: str, note: str) -> str:
        """Return the address that pays an amount, in the smallest coin of a currency; empty if there is none.

        For a service that does not pay in the currency, return the user's address without an amount.
        """
        money = plain_amount(amount, code)
        match self.kind:
            case "paypal":
                return f"https://paypal.me/{self.name}/{money}{code}"
            case "venmo" if code == "USD":
                return f"https://venmo.com/{self.name}?txn=pay&amount={money}&note={quote(note)}"
            case "venmo":
                return f"https://venmo.com/u/{self.name}"
            case "cashapp":
                return f"https://cash.app/${self.name}" + (f"/{money}" if code in ("USD", "GBP") else "")
            case "revolut":
                return f"https://revolut.me/{self.name}/{money}{code.lower()}"
        return ""

    def has_code(self, code: str) -> bool:
        """Return whether a bank code can carry the payment: a transfer of euros to an account."""
        return self.kind == "iban" and code == "EUR"


def read_payment_method(kind: str, text: str) -> PaymentMethod | InputError | None:
    """Return the payment method typed or pasted, whether as a bare name or an address; None for no text."""
    text = " ".join(text.split())
    if not text:
        return None
    if kind not in KINDS:
        return InputError("choose a way to be paid")
    if kind == "words":
        fits = len(text) <= MAX_LENGTH and text.isprintable()
        return PaymentMethod(kind, text) if fits else InputError(f"at most {MAX_LENGTH} letters that can be shown")
    if kind == "iban":
        number = text.replace(" ", "").upper()
        return PaymentMethod(kind, number) if _is_iban(number) else InputError("that is not an IBAN: check the digits")
    letters, before, example = _NAMES[kind]
    found = re.fullmatch(rf"(?:https?://)?(?:www\.)?(?:{before})?({letters})/?", text, re.IGNORECASE)
    return PaymentMethod(kind, found[1]) if found else InputError(f"give the user name, such as {example}")


def stored_payment_method(text: str) -> PaymentMethod | None:
    """Return the payment method that a stored text stands for; None for an empty text."""
    kind, _, name = text.partition(" ")
    return PaymentMethod(kind, name) if name and kind in KINDS else None


def _is_iban(number: str) -> bool:
    """Return whether the check digits are right: ISO 13616, with letters as 10 to 35, modulo 97."""
    if not _IBAN.fullmatch(number):
        return False
    return int("".join(str(int(sign, 36)) for sign in number[4:] + number[:4])) % 97 == 1
