"""Encodings of fields as headers, content type and body, which may be corrupted or not match."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tests.fuzz.nonsense import encoded, other_bytes
from tests.fuzz.pages import Pair

FORM = "application/x-www-form-urlencoded"
CONTENT_TYPES = (
    *("", "text/plain", "application/json", "multipart/form-data", "multipart/form-data; boundary=\x7f", "x" * 3000),
    *(f"{FORM}; charset=utf-16", f"{FORM}; charset=nonsense", "application/octet-stream", "text/xml"),
)
LANGUAGES: tuple[Mapping[str, str], ...] = tuple(
    {"Accept-Language": language} for language in ("de-DE", "fr-CA,fr;q=0.9", "en-US,en;q=0.5", "ar-EG", "fa", "th-TH")
)
USUAL_HEADERS: tuple[Mapping[str, str], ...] = (*({"HX-Request": "true"}, {}) * 4, *LANGUAGES)
HEADERS: tuple[Mapping[str, str], ...] = (
    *LANGUAGES,
    *({}, {}, {}, {"HX-Request": "true"}, {"HX-Request": "true"}, {"HX-Request": ""}, {"HX-Request": "1, true"}),
    {"HX-Request": "true", "HX-Target": "screen", "HX-Current-URL": "http://localhost/n/x/"},
    {"HX-Request": "true", "HX-Boosted": "true", "HX-Trigger": "💥".encode().decode("latin-1"), "HX-Prompt": "x"},
    {"HX-Request": "true", "HX-History-Restore-Request": "true"},
    *({"Accept-Encoding": "gzip;q=x, br, *"}, {"Accept-Language": "\xff"}, {"User-Agent": "WhatsApp/2.1"}),
    *({"Range": "bytes=9-1,-5,x"}, {"If-None-Match": '"', "If-Modified-Since": "never"}, {"Referer": "//x"}),
    *({"X-Forwarded-For": "x, , 1.2.3.4:99999"}, {"Host": "localhost:x"}, {"Host": "evil.example"}, {"Host": "[::1"}),
    *({"Cookie": "upcard=x.y.z; upcard-device=\xff"}, {"Cookie": "; =; upcard-device=" + "x" * 5000}),
    *(
        {"Forwarded": 'for="[::'},
        {"Origin": "null"},
        {"Expect": "x"},
        {"Content-Length": "x"},
        {"Transfer-Encoding": "x"},
    ),
)


def packed(fields: tuple[Pair, ...], random: Random) -> tuple[str, bytes]:
    """Return a content type and a body, which usually match."""
    chance = random.random()
    if chance < 0.8:
        return FORM, encoded(fields)
    if chance < 0.9:
        return f"multipart/form-data; boundary={'=' * 3}", _multipart(fields, random)
    if chance < 0.95:
        return FORM, other_bytes(encoded(fields), random)
    return random.choice(CONTENT_TYPES), encoded(fields)


def _multipart(fields: tuple[Pair, ...], random: Random) -> bytes:
    """Return fields as multipart data, some of them as files; sometimes corrupted."""
    parts = b""
    for name, text in fields[:50]:
        file = '; filename="Ä\0.toml"\r\nContent-Type: text/x' if random.random() < 0.2 else ""
        head = f'--===\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        parts += head.encode() + (text if isinstance(text, bytes) else text.encode("utf-8", "replace")) + b"\r\n"
    return other_bytes(parts, random) if random.random() < 0.3 else parts + b"--===--\r\n"
