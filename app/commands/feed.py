"""The command ``feed``: post lines from a reader of cards, a camera or a foot switch to the table of a token."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from app import settings
from app.cards.card import CardError, parse_cards
from app.commands import CommandError

#: How long to wait for an answer, and before trying again.
PATIENCE_SECONDS, AGAIN_SECONDS = 20, 2
#: Statuses of a server, or of the proxy before it, that will pass.
PASSING = (429, 502, 503, 504)
#: How often a card is posted while others enter something at the same time.
TRIES = 5


class _NotPostedError(Exception):
    """A line that was not posted, and why. ``stale``: somebody else entered something first."""

    def __init__(self, reason: str, *, stale: bool = False) -> None:
        super().__init__(reason)
        self.stale = stale


@click.command(short_help="post cards and actions from standard input to a table")
@click.argument("url")
@click.option(
    "--token",
    default=lambda: settings.current().token,
    help="a dealer's token, made on the page Devices (default: UPCARD_TOKEN)",
)
def feed(url: str, token: str) -> int:
    """Post each line of standard input to the table of the token, on the server at URL.

    A line is a card, such as Ah, for whose card is due, or Ah Bob; "dealt", for cards that nobody sees; "undo"; or an
    action as a record has it, such as "p2 cbr 4". Says of each what was posted, or why not; the exit status is 1 if
    something was not. While the server cannot be reached, it is tried again.
    """
    if not url.startswith(("http://", "https://")):
        raise CommandError(f"{url} is no address: it begins with http:// or https://")
    table, status = _Table(f"{url.rstrip('/')}/api/v1", token), 0
    for line in click.get_text_stream("stdin", errors="replace"):
        if words := " ".join(line.split()):
            try:
                print(f"{words}: posted {table.enter(words)}", flush=True)
            except _NotPostedError as why:
                print(f"{words}: not posted. {why}", flush=True)
                status = 1
    return status


class _Table:
    """The table of a token, through the API."""

    def __init__(self, api: str, token: str) -> None:
        self._api = api
        self._headers = {"Authorization": f"Bearer {token.strip()}", "Content-Type": "application/json"}

    def enter(self, words: str) -> str:
        """Post what a line says, and return the action that it stands for."""
        cards, _, name = words.partition(" ")
        is_card = _are_cards(cards)
        for tries_left in reversed(range(TRIES)):
            hand = self._ask("/table")["hand"]
            if hand is None:
                raise _NotPostedError("No hand is on the table.")
            action = (
                _with_cards(cards, name, hand) if is_card else "\n".join(hand["run"]) if words == "dealt" else words
            )
            path, posted = ("/undo", {}) if words == "undo" else ("/actions", {"action": action})
            try:
                self._ask(path, {"hand": hand["number"], "seen": hand["seen"], **posted})
                break
            except _NotPostedError as why:
                # A card lies in one place, so it cannot be entered twice. The next of anything else may be the same.
                if not (is_card and why.stale and tries_left):
                    raise
        return action.replace("\n", ", ")

    def _ask(self, path: str, posted: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Return the answer to a request. It is sent again until there is one: the same post counts once."""
        body, away = None if posted is None else json.dumps(posted).encode(), False
        while True:
            try:
                return self._answer(Request(self._api + path, body, self._headers))
            except (OSError, HTTPException, ValueError) as problem:
                if not away:
                    click.echo(f"The server does not answer, and is tried again: {problem}", err=True)
                away = True
                time.sleep(AGAIN_SECONDS)

    def _answer(self, request: Request) -> dict[str, Any]:
        try:
            with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return dict(json.load(answer))
        except HTTPError as error:
            with error:
                if error.code in PASSING:
                    raise
                why = dict(json.load(error))
        raise _NotPostedError(why.get("reason", "The server does not say why."), stale=why.get("error") == "stale")


def _are_cards(text: str) -> bool:
    try:
        return bool(parse_cards(text))
    except CardError:
        return False


def _with_cards(cards: str, name: str, hand: Mapping[str, Any]) -> str:
    """Return the action that is asked for next, or of a player by name, with these cards."""
    asks = [ask for ask in hand["legal"] if "CARD" in ask]
    if name:
        named = {
            player["id"] for player in hand["players"] if name.casefold() in (player["name"].casefold(), player["id"])
        }
        asks = [ask for ask in asks if named & set(ask.split())]
    if not asks:
        raise _NotPostedError(f"{f'{name} is due no card' if name else 'No card is due'}. {hand['prompt']}.")
    return re.sub("CARDS?", cards, asks[0])
