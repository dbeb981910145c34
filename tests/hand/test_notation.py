"""The text of actions and asks reads back the same, and unreadable text is refused with a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cards.card import RED_JOKER, UNSEEN, Card, parse_cards
from app.games.catalog import catalog
from app.games.load import resolve
from app.hand import action as action_module
from app.hand.action import Action, Part, Verb, verbs
from app.hand.ask import Ask, TakesAmount, TakesCards, TakesOrder, TakesWild
from app.hand.notation import (
    ActionError,
    parse_action,
    parse_ask,
    parse_order,
    parse_seat,
    seat_text,
    write_action,
    write_ask,
    write_order,
)
from app.plugins import load_modules

load_modules("app.hand")

ACES = parse_cards("AcAd")

#: Each verb in each of its forms.
ACTIONS = {
    "d dh p2 Ac??": Action("dh", to=1, cards=(ACES[0], UNSEEN)),
    "d db AcJr": Action("db", cards=(ACES[0], RED_JOKER)),
    "d ok": Action("ok"),
    "d redeal": Action("redeal"),
    "d leave": Action("leave"),
    "d misdeal": Action("misdeal"),
    "d out": Action("out"),
    "d twice": Action("twice"),
    "d stack p2 7": Action("stack", to=1, amount=7),
    "d ranks high p3 p1=p2": Action("ranks", word="high", order=(frozenset({2}), frozenset({0, 1}))),
    "d wild 7Kd": Action("wild", word="7Kd"),
    "d wild p2 none": Action("wild", to=1, word="none"),
    "d bets": Action("bets"),
    "d bets p3": Action("bets", to=2),
    "p1 gets 4": Action("gets", 0, amount=4),
    "d split p1 10 p3 0": Action("split", parts=((0, 10), (2, 0))),
    "p1 pb": Action("pb", 0),
    "p1 cbr 12": Action("cbr", 0, amount=12),
    "p10 cc": Action("cc", 9),
    "p1 f": Action("f", 0),
    "p1 allin 7": Action("allin", 0, amount=7),
    "p1 up Ac": Action("up", 0, cards=ACES[:1]),
    "p1 up Ac to low": Action("up", 0, cards=ACES[:1], word="low"),
    "p1 moves Ac to low": Action("moves", 0, cards=ACES[:1], word="low"),
    "p1 swaps Ac Ad": Action("swaps", 0, cards=ACES),
    "p1 sd": Action("sd", 0),
    "p1 sd Ac????": Action("sd", 0, cards=(ACES[0], UNSEEN, UNSEEN)),
    "p1 pay 0": Action("pay", 0, amount=0),
    "p1 no": Action("no", 0),
    "p1 bid 3": Action("bid", 0, amount=3),
    "p1 names T": Action("names", 0, rank=8),
    "p1 gives p3": Action("gives", 0, to=2),
    "p1 takes Ad": Action("takes", 0, cards=ACES[1:]),
    "p1 picks p3": Action("picks", 0, to=2),
    "p1 declare both": Action("declare", 0, word="both"),
    "p1 sets AcAd": Action("sets", 0, cards=ACES),
    "p1 sm AcAd": Action("sm", 0, cards=ACES),
    "p1 sm": Action("sm", 0),
}


@pytest.mark.parametrize(("line", "action"), ACTIONS.items())
def test_each_verb_is_written_and_read_back(line: str, action: Action) -> None:
    assert write_action(action) == line
    assert parse_action(line) == action


def test_the_examples_include_every_verb() -> None:
    missing = set(verbs()) - {action.verb for action in ACTIONS.values()}
    assert not missing, f"each of {sorted(missing)} needs a line in the table of actions, here above"


def test_the_order_of_verbs_does_not_depend_on_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    order = list(verbs())
    added = {name: verb for name, verb in action_module._VERBS.items() if name not in action_module._OWN}
    own = {name: verb for name, verb in action_module._VERBS.items() if name in action_module._OWN}
    assert len(added) > 1
    monkeypatch.setattr(action_module, "_VERBS", dict(reversed(added.items())) | own)
    assert list(verbs()) == order


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("  p1   cbr  4 ", "p1 cbr 4"),
        ("p1 sd Ac Ad", "p1 sd AcAd"),
        ("p1 swaps AcAd", "p1 swaps Ac Ad"),
        ("p1 cbr 007", "p1 cbr 7"),
        ("d ranks high p2=p1", "d ranks high p1=p2"),
        ("p1 f  !", "p1 f !"),
        ("p1 cc # late # again", "p1 cc # late # again"),
        ("p1\ncbr\u20284 # she said\n\nten\x85chips", "p1 cbr 4 # she said ten chips"),
    ],
)
def test_an_action_typed_differently_is_written_the_same_way(line: str, written: str) -> None:
    assert write_action(parse_action(line)) == written


def test_a_ruling_and_a_comment_are_separated_from_the_action() -> None:
    action = parse_action("p2 cbr 9 ! # she said ten")
    assert action == Action("cbr", 1, amount=9, ruling=True)
    assert action.comment == "she said ten"
    assert action != parse_action("p2 cbr 9")
    assert action == parse_action("p2 cbr 9 !"), "what is said of an action is no part of it"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "an action is a player (p1) or the dealer (d), then what happened"),
        ("p1", "an action is a player (p1) or the dealer (d), then what happened"),
        ("p1 !", "an action is a player (p1) or the dealer (d), then what happened"),
        ("# only this", "'#' is neither the dealer (d) nor a player (p1)"),
        ("Ann cc", "'Ann' is neither the dealer (d) nor a player (p1)"),
        ("p0 cc", "'p0' is neither the dealer (d) nor a player (p1)"),
        ("p01 cc", "'p01' is neither the dealer (d) nor a player (p1)"),
        ("p100 cc", "'p100' is neither the dealer (d) nor a player (p1)"),
        ("p1 winks", "'winks' is nothing that a player does"),
        ("d winks", "'winks' is nothing that the dealer does"),
        ("d cc", "'cc' is nothing that the dealer does"),
        ("p1 ok", "'ok' is nothing that a player does"),
        ("p1 cc now", "'cc' takes no further words"),
        ("p1 declare high low", "'declare' takes no further words"),
        ("p1 gives", "'' is neither the dealer (d) nor a player (p1)"),
        ("d dh Ac", "'Ac' is neither the dealer (d) nor a player (p1)"),
        ("d dh p1", "which card? none is named"),
        ("p1 takes", "which card? none is named"),
        ("p1 up to high", "which card? none is named"),
        ("p1 up Xx", "'Xx' is not a card"),
        ("p1 up A", "'A' is not a card"),
        ("p1 swaps Ac", "'swaps' takes two cards"),
        ("p1 swaps Ac Ad Ah", "'swaps' takes two cards"),
        ("p1 moves Ac", "to which hand? write 'to' and its name"),
        ("p1 up Ac to", "to which hand? write 'to' and its name"),
        ("p1 up Ac to the high hand", "'up' takes no further words"),
        ("p1 cbr", "how many chips? none are named"),
        ("p1 cbr ten", "'ten' is not a number of chips"),
        ("p1 cbr -3", "'-3' is not a number of chips"),
        ("p1 cbr 1 0", "'1 0' is not a number of chips"),
        ("p1 cbr \u0661", "'\u0661' is not a number of chips"),
        ("p1 cbr 1" + "0" * 20, f"'1{'0' * 20}' is not a number of chips"),
        ("p1 names", "which rank? none is named"),
        ("p1 names 10", "'10' is not a rank"),
        ("p1 names 1", "'1' is not a rank"),
        ("d ranks high Ann", "'Ann' is neither the dealer (d) nor a player (p1)"),
        ("d ranks high p1=", "'' is neither the dealer (d) nor a player (p1)"),
        ("d ranks high p1=p1", "'p1=p1' names a player twice"),
    ],
)
def test_an_unreadable_line_is_refused_with_the_reason(line: str, problem: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse_action(line)
    assert str(caught.value) == problem


def test_seats_count_from_the_dealers_left() -> None:
    assert [seat_text(seat) for seat in (0, 1, 98)] == ["p1", "p2", "p99"]
    assert [parse_seat(word) for word in ("p1", "p2", "p99")] == [0, 1, 98]


def test_players_are_ranked_best_first() -> None:
    order = (frozenset({1}), frozenset({0, 3}))
    assert write_order(order) == "p2 p1=p4"
    assert parse_order(["p2", "p4=p1"]) == order
    assert parse_order([]) == ()


# Values for every part of a verb.
seats = st.integers(0, 98)
cards = st.sampled_from([*map(Card, range(54)), UNSEEN])
words = st.sampled_from(["high", "low", "both", "spade", "left"])
orders = st.lists(seats, unique=True, min_size=1, max_size=5).map(
    lambda ranked: tuple(frozenset({seat}) for seat in ranked)
)
ties = st.frozensets(seats, min_size=2, max_size=4).map(lambda tied: (tied,))


def runs(least: int, most: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Return between ``least`` and ``most`` cards."""
    return st.lists(cards, min_size=least, max_size=most).map(tuple)


FILLED: dict[Part, dict[str, st.SearchStrategy[object]]] = {
    Part.PLAYER: {"to": seats},
    Part.CARD: {"cards": runs(1, 1)},
    Part.CARDS: {"cards": runs(1, 7)},
    Part.ANY_CARDS: {"cards": runs(0, 7)},
    Part.TWO_CARDS: {"cards": runs(2, 2)},
    Part.HAND: {"word": words},
    Part.ANY_HAND: {"word": words | st.just("")},
    Part.ANY_PLACE: {"word": words | st.just("")},
    Part.CHIPS: {"amount": st.integers(0, 10**15 - 1)},
    Part.RANK: {"rank": st.integers(0, 12)},
    Part.WORD: {"word": words},
    Part.ANY_PLAYER: {"to": seats | st.none()},
    Part.WILD: {"word": st.sampled_from(["none", "7", "7K", "Kd", "7KdJr"])},
    Part.ORDER: {"order": orders | ties},
    Part.PARTS: {"parts": st.lists(st.tuples(st.integers(0, 98), st.integers(0, 10**15 - 1)), min_size=1).map(tuple)},
}


def fields(verb: Verb, *left_out: Part) -> dict[str, st.SearchStrategy[object]]:
    """Return the fields of an action with this verb, except some parts."""
    fields: dict[str, st.SearchStrategy[object]] = {"verb": st.just(verb.name), "ruling": st.booleans()}
    if not verb.dealer:
        fields["seat"] = seats
    for part in verb.parts:
        if part not in left_out:
            fields |= FILLED[part]
    return fields


def acting(verb: Verb, *left_out: Part) -> st.SearchStrategy[Action]:
    """Return any action with this verb, except some parts."""
    return st.builds(Action, **fields(verb, *left_out))  # type: ignore[arg-type]


comments = st.text("abc d#!0", max_size=12).map(lambda text: " ".join(text.split()))


@settings(max_examples=300)
@given(action=st.sampled_from(list(verbs().values())).flatmap(acting), comment=comments)
def test_every_action_reads_back_the_same(action: Action, comment: str) -> None:
    line = write_action(replace(action, comment=comment))
    back = parse_action(line)
    assert back == action
    assert back.comment == comment
    assert write_action(back) == line


ASKS = {
    "d dh p3 CARD": Ask(Action("dh", to=2), TakesCards("deck")),
    "d dh p3 ????CARD": Ask(Action("dh", to=2, cards=(UNSEEN, UNSEEN)), TakesCards("deck")),
    "d db CARD": Ask(Action("db"), TakesCards("deck")),
    "p2 takes CARD": Ask(Action("takes", 1), TakesCards("deck")),
    "p2 sd CARDS": Ask(Action("sd", 1), TakesCards("hand", 1, 54)),
    "p2 up CARD": Ask(Action("up", 1), TakesCards("down cards")),
    "p2 up CARD to low": Ask(Action("up", 1, word="low"), TakesCards("down cards")),
    "p2 sm CARDS": Ask(Action("sm", 1), TakesCards("whole hand", 1, 54)),
    "p2 sets CARDS": Ask(Action("sets", 1), TakesCards("hand", 1, 54)),
    "p3 cbr 4..98": Ask(Action("cbr", 2), TakesAmount(4, 98)),
    "p3 bid 1..": Ask(Action("bid", 2), TakesAmount(1, None)),
    "d ranks high PLAYERS": Ask(Action("ranks", word="high"), TakesOrder()),
    "d wild WILD": Ask(Action("wild"), TakesWild()),
    "d wild p2 WILD": Ask(Action("wild", to=1), TakesWild()),
    "p3 cbr 4..98 !": Ask(Action("cbr", 2, ruling=True), TakesAmount(4, 98)),
    "p2 sd CARDS !": Ask(Action("sd", 1, ruling=True), TakesCards("hand", 1, 54)),
    "p1 cc": Ask(Action("cc", 0)),
    "p1 f !": Ask(Action("f", 0, ruling=True)),
}


@pytest.mark.parametrize(("line", "ask"), ASKS.items())
def test_each_ask_is_written_and_read_back(line: str, ask: Ask) -> None:
    assert write_ask(ask) == line
    assert parse_ask(line) == ask


CARD_PARTS = {Part.CARD, Part.CARDS, Part.ANY_CARDS}


def asking(verb: Verb) -> st.SearchStrategy[Ask]:
    """Return any ask for an action with this verb: complete, or with a part left open."""
    whole = st.builds(Ask, acting(verb))
    if takes_cards := CARD_PARTS.intersection(verb.parts):
        takes = st.sampled_from([(1, 1), (1, 54)]).map(lambda bounds: TakesCards(verb.source, *bounds))
        return whole | st.builds(Ask, acting(verb, *takes_cards), takes)
    if Part.CHIPS in verb.parts:
        bounds = st.builds(TakesAmount, st.integers(0, 10**6), st.none() | st.integers(0, 10**15 - 1))
        return whole | st.builds(Ask, acting(verb, Part.CHIPS), bounds)
    if Part.WILD in verb.parts:
        return whole | st.builds(Ask, acting(verb, Part.WILD), st.just(TakesWild()))
    if Part.ORDER in verb.parts:
        return whole | st.builds(Ask, acting(verb, Part.ORDER), st.just(TakesOrder()))
    return whole


@settings(max_examples=300)
@given(ask=st.sampled_from(list(verbs().values())).flatmap(asking))
def test_every_ask_reads_back_the_same(ask: Ask) -> None:
    assert parse_ask(write_ask(ask)) == ask


@pytest.mark.parametrize(
    "line",
    [
        "p1 cc CARD",
        "p1 f 4..98",
        "p1 swaps CARD CARD",
        "d ranks high PLAYERS p1",
        "d dh CARD p1",
        "p1 sd AcCARD",
        "p1 cbr 4..x",
        "p1 cbr 04..9",
        "p1 up CARD high",
        "Ann sd CARDS",
        "p1 CARD",
        "CARD",
        "",
    ],
)
def test_an_ask_for_something_its_verb_does_not_take_is_refused(line: str) -> None:
    with pytest.raises(ActionError):
        parse_ask(line)


pieces = st.sampled_from([*"p1 d cc sd cbr ranks CARD ??CARD CARDS 1..2 PLAYERS Ac p2=p1 to ! #".split(), "\n", "x\ny"])


@settings(max_examples=300)
@given(line=st.text(max_size=30) | st.lists(pieces, max_size=6).map(" ".join))
def test_any_text_is_read_or_refused(line: str) -> None:
    for read, write in ((parse_action, write_action), (parse_ask, write_ask)):
        try:
            value = read(line)
        except ActionError:
            continue
        assert read(write(value)) == value
        assert len(write(value).splitlines()) == 1


def test_library_names_of_shares_and_hands_are_single_words() -> None:
    # These names are written in actions, where a blank ends a word.
    for game_id in catalog():
        game = resolve(game_id)
        names = [share.name for share in game.shares] + [
            name for spec in game.script for name in getattr(spec, "hands", ())
        ]
        assert not [name for name in (*names, *game.declares) if name.split() != [name]], game_id
