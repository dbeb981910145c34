"""Odd values, and corruptions of fields, text and bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from urllib.parse import quote_from_bytes

from tests.fuzz.markup import NAME, SHORT
from tests.fuzz.pages import Pair

#: Values that are invalid in nearly every field.
VALUES: tuple[str | bytes, ...] = (
    *("", " ", "\t\n", "0", "-1", "00", "+1", "1.5", "1e9", "1_000", "0x10", "NaN", "Infinity", "None", "true", "[]"),
    *(str(2**31), str(2**31 - 1), str(2**63), str(2**64), "-" + str(2**63), "9" * 400, "9" * 5000),
    *("٣", "²", "½", "\uff11", "Ⅷ", "\u0000", "1\u0000", "Ann\u0000", "\u202eAnn", "\ufeff", "💥" * 60, "e\u0301" * 50),
    *(b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", "%00", "%", "+", "&", "=", ";", "a=b&c", "\r\nSet-Cookie: a=b"),
    *(
        NAME,
        SHORT,
        "<script>alert(1)</script>",
        "{{ 7 * 7 }}",
        "' OR 1=1 --",
        "../../etc/passwd",
        "//example.org",
        "javascript:1",
    ),
    *("CARD", "??", "KhKh", "Kh", "Jr", "p1 f", "p99 cbr 1", "d misdeal", "d redeal", "d dh p1 ??", "x" * 70_000, "\\"),
    *("p0 f", "p1 cbr 99999999999999999999", "p1 dh", "p1 sm KhKhKhKhKhKh", "d db KhQhJh", "# ", "p1 cc # note"),
)

#: Odd characters to insert into text.
_ODD = "\0\t\n\r\"'\\[]{}=#,.;:?!-+_ éß²٣\uff11\uff41💥\u202e\u0301\ufeff\x7f"


def value(random: Random) -> str | bytes:
    return random.choice(VALUES)


def other_fields(fields: Sequence[Pair], random: Random, seen: Mapping[str, Sequence[str | bytes]]) -> tuple[Pair, ...]:
    """Return fields with a few of them changed. ``seen``: values of fields on other pages, by name."""
    changed = list(fields)
    for _ in range(random.choice((1, 1, 2, 4))):
        random.choice(_CHANGES)(changed, random, seen)
    return tuple(changed)


def corrupt_one_field(fields: Sequence[Pair], random: Random) -> tuple[Pair, ...]:
    """Return fields with one of them missing or changed, often only slightly; tokens stay.

    The last field is that of the button pressed.
    """
    changed = list(fields)
    places = [at for at, (name, _) in enumerate(fields) if name not in ("csrf_token", "once")]
    if places:
        at = random.choice([*places, *places[-1:] * (len(places) // 2)])
        name, before = fields[at]
        chance = random.random()
        if isinstance(before, str) and before.isdecimal() and chance < 0.5:
            after: str | bytes = random.choice(
                (str(int(before[:9]) + 1), f"{before}0", f"-{before}", "-1", "0", "99", "")
            )
        else:
            after = value(random) if chance < 0.75 else other_text(str(before), random)
        changed[at : at + 1] = [(name, after)] if random.random() < 0.8 else []
    return tuple(changed)


def other_text(text: str, random: Random) -> str:
    """Return text with a few places changed."""
    for _ in range(random.choice((1, 1, 2, 5))):
        at, length = random.randrange(len(text) + 1), random.choice((1, 1, 3, 20))
        match random.randrange(6):
            case 0:
                text = text[:at] + text[at + length :]
            case 1:
                text = text[:at] + random.choice(_ODD) * random.choice((1, 1, 40)) + text[at:]
            case 2:
                text = text[: at + length] + text[at:]
            case 3:
                lines = text.split("\n")
                random.shuffle(lines)
                text = "\n".join(lines)
            case 4:
                odd = value(random)
                text = text[:at] + (odd if isinstance(odd, str) else "\ufffd")[:300] + text[at + length :]
            case _:
                text = text[:at]
    return text


#: TOML values that rarely fit in each other's place.
_TOML = (
    *("0", "1", "-1", "7", "99", "1000000000000000000000", "1.5", "nan", "true", '""', '"x"', '"p1"', '"Kh"', "[]"),
    *("[1]", "[[]]", '["x", 1]', "{}", "{ x = 1 }", "[{}]", "[0, 0]", "1979-05-27", '"\\u0000"', "[true]", '["p1"]'),
)


def other_toml(text: str, random: Random) -> str:
    """Return a TOML file with a few values replaced, by other values of the file or by values of another type."""
    for _ in range(random.choice((1, 1, 2))):
        values = [(match.start(), match.end()) for match in _TOML_VALUE.finditer(text)]
        if not values:
            return text
        (start, end), (first, last) = random.choice(values), random.choice(values)
        text = text[:start] + (random.choice(_TOML) if random.random() < 0.7 else text[first:last]) + text[end:]
    return text


#: A value after its key, or one in a list.
_TOML_VALUE = re.compile(r'(?<== )(?:"[^"\n]*"|\[[^\n]*\]|\{[^\n]*\}|[\w.+-]+)|(?<=[\[ ])(?:"[^"\n]*"|\d+)(?=[,\]])')


def other_bytes(data: bytes, random: Random) -> bytes:
    """Return bytes with a few places changed."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 3, 30))):
        at = random.randrange(len(changed) + 1)
        match random.randrange(4):
            case 0:
                changed[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                changed[at : at + random.choice((1, 100, 5000))] = b""
            case 2:
                changed[at:at] = random.randbytes(random.choice((1, 4, 100)))
            case _:
                length = random.choice((4, 100, 4096))
                changed[at : at + length] = bytes(len(changed[at : at + length]))
    return bytes(changed)


def encoded(fields: Sequence[Pair]) -> bytes:
    """Return fields encoded as a browser would, even if they are not text."""
    return "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in fields).encode()


def _quoted(text: str | bytes) -> str:
    return quote_from_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))


Fields = list[Pair]
Seen = Mapping[str, Sequence[str | bytes]]


def _drop(fields: Fields, random: Random, _seen: Seen) -> None:
    if fields:
        del fields[random.randrange(len(fields))]


def _double(fields: Fields, random: Random, _seen: Seen) -> None:
    if fields:
        fields.append(random.choice(fields))


def _nonsense(fields: Fields, random: Random, _seen: Seen) -> None:
    if fields:
        at = random.randrange(len(fields))
        fields[at] = (fields[at][0], value(random))


def _swap(fields: Fields, random: Random, seen: Seen) -> None:
    """Replace a value with one from another page, such as another night's or an outdated one."""
    if fields:
        at = random.randrange(len(fields))
        name = fields[at][0]
        fields[at] = (name, random.choice(seen.get(name) or [value(random)]))


def _add_foreign(fields: Fields, random: Random, seen: Seen) -> None:
    if seen:
        name = random.choice(sorted(seen))
        fields.append((name, random.choice(seen[name])))


def _rename(fields: Fields, random: Random, seen: Seen) -> None:
    if fields:
        at = random.randrange(len(fields))
        fields[at] = (random.choice([*sorted(seen), "x", "", "seat-99", "seat-x"]), fields[at][1])


def _multiply(fields: Fields, random: Random, _seen: Seen) -> None:
    if fields and random.random() < 0.2:
        fields.extend([random.choice(fields)] * random.choice((30, 1001, 3000)))


_CHANGES: tuple[Callable[[Fields, Random, Seen], None], ...] = (
    *(_drop, _double, _nonsense, _nonsense, _nonsense, _swap, _swap, _add_foreign, _rename, _multiply),
)
