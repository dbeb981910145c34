"""A table to test with: an app on a file, a night with three players, and somebody who plays at random."""

from __future__ import annotations

import random
from pathlib import Path

from flask import Flask

from app import night
from app.cards.card import UNSEEN, card_text
from app.games.house import Stakes
from app.hand.play import prompt
from app.hand.state import State
from app.night import LiveHand, Night
from app.night.db import db, init

STAKES = Stakes(ante=1, small=2, big=4)

#: Five-card stud for Bob, Cy and Ann, who deals: the first street, with Ann to open.
FIRST_STREET = ["d dh p1 ??5h", "d dh p2 ??6h", "d dh p3 ??Kh"]


def make_app(path: Path, *, create: bool = True) -> Flask:
    """An app with nothing but the database."""
    app = Flask("night")
    app.config.update(SQLALCHEMY_DATABASE_URI=f"sqlite:///{path}", SECRET_KEY="x", TESTING=True)
    init(app)
    if create:
        with app.app_context():
            db.create_all()
    return app


def begin(*names: str, tracked: bool = True, chips: int = 100) -> Night:
    friday = night.start_night("Friday", STAKES, {}, tracked)
    assert isinstance(friday, Night)
    for name in names or ("Ann", "Bob", "Cy"):
        assert isinstance(night.add_player(friday, name, chips if tracked else 0), night.Seat)
    return friday


def deal(of: Night, game: str = "five-card-stud") -> LiveHand:
    live = night.call_game(of, game)
    assert isinstance(live, LiveHand), live
    return live


def tap(live: LiveHand, *lines: str) -> LiveHand:
    """The hand after these actions, one tap each."""
    for line in lines:
        answer = night.post(live.hand.id, live.number, [line])
        assert isinstance(answer, night.Posted), answer
        live = answer.live
    return live


def everyone_folds(live: LiveHand) -> LiveHand:
    """Five-card stud to its end: Ann bets, the others fold."""
    return tap(live, *FIRST_STREET, "p3 cbr 2", "p1 f", "p2 f")


def any_line(state: State, rng: random.Random) -> str:
    """One of the actions that the hand asks for, with cards and amounts filled in."""
    asks = [ask for ask in prompt(state).asks if "PLAYERS" not in ask.action]
    ask = rng.choice(asks)
    deck = [card_text(card) for card in sorted(state.game.deck.cards() - state.seen)]
    rng.shuffle(deck)
    words = []
    for word in ask.action.split():
        if word == "CARDS":
            assert ask.seat is not None
            held = state.players[ask.seat].cards
            word = "".join(deck.pop() if one.card == UNSEEN else card_text(one.card) for one in held)
        elif ".." in word:
            least, _, most = word.partition("..")
            word = str(rng.randint(int(least), int(most or least)))
        while "CARD" in word:
            word = word.replace("CARD", deck.pop(), 1)
        words.append(word)
    return " ".join(words)


def play_out(live: LiveHand, rng: random.Random, most: int = 400) -> LiveHand:
    """Play at random to the end of the hand; every tap is taken."""
    for _ in range(most):
        if live.over:
            return live
        live = tap(live, any_line(live.state, rng))
    raise AssertionError("the hand does not end")
