"""The command ``feed``: post lines from a card reader, a camera or a foot switch to the table of a token."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from http.client import HTTPException, InvalidURL
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import click

from app import settings
from app.cards.card import CardError, parse_cards
from app.commands import CommandError
from app.text import full_sentence

#: Seconds to wait for an answer, and before trying again.
PATIENCE_SECONDS, AGAIN_SECONDS = 20, 2
#: Temporary statuses of a server, or of the proxy in front of it.
PASSING = (429, 502, 503, 504)
NOT_TRUSTED = "the server's certificate is not trusted: name its authority's certificate in SSL_CERT_FILE, or use http"
#: The number of times to post a card while others enter something at the same time.
TRIES = 5


@click.command(short_help="post cards and actions from standard input to a table")
@click.argument("url")
@click.option(
    "--token",
    default=lambda: settings.current().token,
    help="a dealer's token, from the page Devices (default: UPCARD_TOKEN)",
)
def feed(url: str, token: str) -> int:
    """Post each line of standard input to the token's table, on the server at URL.

    A line is a card, such as Ah, for the player who is due one, or Ah Bob; "dealt", for cards that nobody sees; "undo";
    or an action as in a record, such as "p2 cbr 4". Prints what was posted for each line, or why not; the exit status
    is 1 if any line was not posted. Keeps trying while the server cannot be reached.
    """
    if not url.startswith(("http://", "https://")):
        raise CommandError(f"{url} is not an address: begin it with http:// or https://")
    token = token.strip()
    if not re.fullmatch(r"[!-~]+", token):
        problem = "that is not a token" if token else "there is no token in --token or UPCARD_TOKEN"
        raise CommandError(f"{problem}: copy it from the page Devices")
    ask, status = partial(_ask, f"{url.rstrip('/')}/api/v1", token), 0
    for line in sys.stdin.buffer:
        if words := " ".join(line.decode("utf-8-sig", errors="replace").split()):
            action, answer = _post_line(ask, words)
            posted = "answer" in answer
            result = f"posted {action}" if posted else f"not posted. {answer.get('reason', '')}"
            print(f"{words}: {result}", flush=True)
            status = status if posted else 1
    return status


def _post_line(ask: Callable[..., dict[str, Any]], words: str) -> tuple[str, dict[str, Any]]:
    """Post a line's action. Return the action and the answer."""
    cards, _, name = words.partition(" ")
    is_card = False
    with suppress(CardError):
        is_card = bool(parse_cards(cards))
    if not (is_card or " " in words or words in ("dealt", "undo")):
        return "", {"reason": "This is neither a card, such as Ah or Td, nor an action."}
    for _ in range(TRIES):
        table = ask("/table")
        hand = table.get("hand")
        if hand is None:
            return "", {"reason": "No hand is on the table.", **table}
        action = _with_cards(cards, name, hand) if is_card else words
        action = ", ".join(hand["run"]) if words == "dealt" else action
        if not action:
            return "", {"reason": full_sentence(f"not now. Next: {hand['prompt']}")}
        posted = {"hand": hand["number"], "seen": hand["seen"], "action": action.replace(", ", "\n")}
        answer = ask("/undo" if words == "undo" else "/actions", posted)
        # A card is in one place only, so it cannot be entered twice. Any other action may be a genuine repeat.
        if not is_card or answer.get("error") != "stale":
            break
    return action, answer


def _with_cards(cards: str, name: str, hand: Mapping[str, Any]) -> str:
    """Return the next action that takes cards, with these; with a ``name``, that player's. Empty if there is none."""
    named = {player["id"] for player in hand["players"] if name.casefold() in (player["name"].casefold(), player["id"])}
    asks = (ask for ask in hand["legal"] if "CARD" in ask and (not name or named & set(ask.split())))
    return re.sub("CARDS?", cards, next(asks, ""))


def _ask(api: str, token: str, path: str, posted: Mapping[str, object] | None = None) -> dict[str, Any]:
    """Return the answer to a request, resending it until there is one: the same post counts once."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    body, unreachable = None if posted is None else json.dumps(posted).encode(), False
    while True:
        try:
            with urlopen(Request(api + path, body, headers), timeout=PATIENCE_SECONDS) as answer:
                return dict(json.load(answer))
        except (InvalidURL, TypeError, ValueError) as problem:
            raise CommandError(f"there is no Upcard at {api}: {problem}") from None
        except (OSError, HTTPException) as problem:
            if isinstance(problem, HTTPError) and problem.code not in PASSING:
                with problem, suppress(TypeError, ValueError):
                    return dict(json.load(problem))
                raise CommandError(f"there is no Upcard at {api}: {problem}") from None
            if isinstance(problem, URLError) and isinstance(problem.reason, SSLCertVerificationError):
                raise CommandError(f"{NOT_TRUSTED} ({problem.reason.verify_message})") from None
            if not unreachable:
                click.echo(f"The server does not answer; trying again: {problem}", err=True)
            unreachable = True
            time.sleep(AGAIN_SECONDS)
