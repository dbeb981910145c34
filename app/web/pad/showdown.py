"""The end of a hand: down cards shown at the showdown or early, the dealer's ruling, and an agreed split."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from app.cards.card import UNSEEN, Card, cards_text
from app.dataclass import replace
from app.games.rules.share import needs_cards
from app.games.steps.bet import Bet
from app.games.steps.deal import Common
from app.games.steps.showdown import Showdown
from app.hand.action import DISCARD, RANK_PLAYERS, SHOW, SPLIT, TURN, Action
from app.hand.ask import Ask, TakesCards
from app.hand.cards import has_shown
from app.hand.dealer import even_parts, may_show_early, sharers
from app.hand.notation import seat_text, write_action, write_ask
from app.hand.settlement.contest import first_ranked, playing_for, unranked_pots
from app.hand.settlement.pots import pots_of
from app.hand.state import State
from app.web.pad.betting import for_everyone
from app.web.pad.cards import count_unseen, why_elsewhere
from app.web.pad.parts import EARLY, EVEN, Button, Pad, PadContext, Ruling, focus_text, run_text, slots_of
from app.web.table.keys import keys_of
from app.words.speaker import Speaker
from app.words.table import ruling_text

#: The line of a split without its parts, which are fields of the form.
SPLIT_LINE = write_action(Action(SPLIT))
_FIELD = "part-"

#: The only steps that may be left when hands are turned up early: no player decides or gets a card any more.
_ON_THE_BOARD = (Common, Bet, Showdown)


def show_pad(context: PadContext) -> Pad | None:
    """Return the armed player's down cards, to tap one by one, or the ruling under way.

    None if that player has something else to answer first.
    """
    state, seat, focus = context.state, context.armed, context.focus
    if focus.ruling or seat is None:
        return rule_pad(context, focus.ruling or Ruling(context.shares_to_rule[0]))
    if not any(ask.action.verb == SHOW for ask in context.asks_of(seat)):
        return None
    held = _tapped(context, seat)
    cards = with_unseen_named(state, seat, held)
    left = cards.count(UNSEEN)
    shows = [] if left else [Button("Show", write_action(Action(SHOW, seat, cards=cards)))]
    discards = [] if held else _discards(context, seat)
    mucks = [Button("Muck", write_ask(ask)) for ask in context.asks_of(seat) if ask.manner == "mucks"]
    everyone = () if held or discards else _all_muck(state)
    # A second tap on the check or call that ended the betting may only hit what enters nothing.
    ways = (*shows, *context.rule_button, *mucks, *discards, *everyone)
    # Until a card is tapped, these buttons need the room.
    slots = () if left and (discards or everyone) else slots_of(state, seat, cards)
    if left:
        return _keys_pad(context, seat, left, focus=str(seat), modes=ways, slots=slots, armable=context.others(seat))
    # With nothing left to tap, these buttons are the only choices.
    return context.pad(
        "show",
        seat,
        text=f"{state.name(seat)} shows{', or mucks' if mucks else ''}",
        choices=ways,
        slots=slots,
        armable=context.others(seat),
        focus=str(seat),
        held=cards_text(held),
    )


def _all_muck(state: State) -> tuple[Button, ...]:
    """Return the button that mucks for all players still to show, once every share has an open hand; empty if not."""
    shown = [seat for seat in state.live if has_shown(state.players[seat])]
    for share in state.game.shares:
        if unranked_pots(state, share, (frozenset(playing_for(state, share, shown)),), least=1):
            return ()
    return for_everyone(state, lambda ask: ask.manner == "mucks")


def early_pad(context: PadContext) -> Pad | None:
    """Return the down cards of a player who turns up their hand before the showdown; None if no player can."""
    seats = _may_turn_up(context.state)
    if not seats:
        return None
    seat = context.focus.arm if context.focus.arm in seats else seats[0]
    cards = with_unseen_named(context.state, seat, _tapped(context, seat))
    return _keys_pad(
        context,
        seat,
        cards.count(UNSEEN),
        focus=focus_text(seat, EARLY),
        label="Turned up before the showdown",
        modes=(Button("Go on", arm="" if context.prompt.seat is None else str(context.prompt.seat)),),
        slots=slots_of(context.state, seat, cards),
        armable={other: focus_text(other, EARLY) for other in seats if other != seat},
    )


def with_early(context: PadContext, pad: Pad) -> Pad:
    """Return the pad for a board card, with the hands that can be turned up once all betting is over."""
    seats = _may_turn_up(context.state)
    if not seats or not any(ask.action.verb == TURN for ask in context.prompt.asks):
        return pad
    armable = {seat: focus_text(seat, EARLY) for seat in seats}
    early = Button("Turn up hands", arm=armable[seats[0]])
    return replace(pad, modes=(*pad.modes, early), armable={**armable, **pad.armable})


def _may_turn_up(state: State) -> list[int]:
    """Return the seats whose hands can be turned up now, since only the board is still to come."""
    if not all(isinstance(spec, _ON_THE_BOARD) for spec in state.game.script[state.next_step :]):
        return []
    return [seat for seat in may_show_early(state) if count_unseen(state, seat)]


def _tapped(context: PadContext, seat: int) -> tuple[Card, ...]:
    tapped = tuple(card for card in context.focus.held if card != UNSEEN)
    return tapped[: count_unseen(context.state, seat)] if seat == context.focus.arm else ()


def _keys_pad(context: PadContext, seat: int, left: int, **parts: Any) -> Pad:
    """Return the keys for the down cards of a player who shows, ``left`` of which are still to be tapped."""
    held, player = _tapped(context, seat), context.state.players[seat]
    keys, jokers = keys_of(context.state, held, (), seat)
    return context.pad(
        "show",
        seat,
        text=f"{context.name(seat)}: {left} down card{'s' if left != 1 else ''} to tap",
        action=write_ask(Ask(Action(SHOW, seat), TakesCards("whole hand", 1, len(player.cards) + 1))),
        keys=keys,
        jokers=jokers,
        held=cards_text(held),
        **parts,
    )


def _discards(context: PadContext, seat: int) -> list[Button]:
    """Return the buttons that discard the surplus down cards of a player, or of everyone."""
    asks = {ask.seat: ask.action for ask in context.prompt.asks if ask.action.verb == DISCARD and not ask.takes}
    if seat not in asks:
        return []
    own = Button(f"Discards {len(asks[seat].cards)}", write_action(asks[seat]))
    everyone = Button("All discard", run_text(asks.values()))
    return [own, everyone] if len(asks) > 1 else [own]


def with_unseen_named(state: State, seat: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all of a player's cards in the order dealt, with ``cards`` in place of unseen ones."""
    named = iter(cards)
    return tuple(next(named, UNSEEN) if dealt.card == UNSEEN else dealt.card for dealt in state.players[seat].cards)


def why_not_shown(state: State, seat: int, held: tuple[Card, ...], card: Card) -> str:
    """Return why a player who is showing cannot show this card; empty if they can."""
    if card in held:
        return f"the {Speaker(state.setup.names).card(card)} is entered already"
    return why_elsewhere(state, seat, card)


def rule_pad(context: PadContext, ruling: Ruling) -> Pad:
    """Return the players to rank for a share, pot by pot. Tapping a ranked player unranks them.

    A share with a qualifier may have no winner, and neither may a pot that a hand on the table has won.
    """
    state, shares = context.state, context.shares_to_rule
    name = ruling.share if ruling.share in shares or not shares else shares[0]
    share = next((share for share in state.game.shares if share.name == name), state.game.shares[0])
    takes = context.takes_order(name)
    contests = [pot.seats for pot in pots_of(state)] if not takes.pots else list(takes.pots)
    among = frozenset().union(*contests) if takes.pots else frozenset(state.live)
    seats = [seat for seat in state.live if seat in among and not state.players[seat].mucked]
    order = tuple(tied for tied in ruling.order if tied <= frozenset(seats))
    tie = ruling.tie and bool(order)
    only = bool(takes.pots) or len(state.game.shares) == 1
    may_lack = needs_cards(share) and not only
    # If nothing else is left to decide, tapping a name awards the pot.
    tie_first = ruling.tie and not order
    at_once = context.armed is None and len(contests) == len(shares) == 1 and not (order or tie_first)
    asked_pots = unranked_pots(state, share, order, least=1 if may_lack else 2)
    if takes.pots:
        asked_pots = [n for n, pot in enumerate(contests) if len(pot) > 1 and not first_ranked(order, pot)]
    in_question = {seat for number in asked_pots[:1] for seat in contests[number]}
    if tie:
        in_question = {seat for pot in contests if pot & order[-1] for seat in pot}
    ranks = {seat: rank for rank, tied in enumerate(order, 1) for seat in tied}
    names = [
        Button(f"{ranks[seat]}. {state.name(seat)}", rule=str(Ruling(name, _without(order, seat))), pressed=True)
        if seat in ranks
        else Button(state.name(seat), write_action(Action(RANK_PLAYERS, word=name, order=(frozenset({seat}),))))
        if at_once
        else Button(
            state.name(seat),
            rule=str(Ruling(name, _with(order, seat, tie), tie_first)),
            disabled=seat not in in_question,
        )
        for seat in seats
    ]
    ruled = write_action(Action(RANK_PLAYERS, word=name, order=order))
    ties = Button("Tie", rule=str(Ruling(name, order, not ruling.tie)), pressed=ruling.tie)
    ways = [replace(ties, disabled=not (order or at_once or tie_first))]
    if may_lack or share.you_judge or takes.may_be_empty:
        ways.append(Button("Nobody", ruled, disabled=tie or not asked_pots or (only and bool(order))))
    pays = {"the best": "They pay", "the others": "The others pay"}.get(takes.pays)
    label = pays or ("Award the pot" if only else f"Award the {name}")
    open_yet = tie or bool(asked_pots)
    ways.append(Button(label, "" if open_yet else ruled, tone="go", disabled=open_yet))
    modes = [Button(f"The {other}", rule=other, pressed=other == name) for other in shares if len(shares) > 1]
    showing = (context.prompt.seat, *(ask.seat for ask in context.prompt.asks if ask.action.verb == SHOW))
    if cards := [str(seat) for seat in showing if seat is not None][:1]:
        modes.append(Button("Cards", arm=cards[0]))
    begun = Ruling(name, order, tie or tie_first)
    winners = [first_ranked(order, pot) or playing_for(state, share, pot) for pot in contests]
    question = context.text
    if takes.pays != "the best":
        question = ruling_text(
            "hand" if takes.pays else "" if only else name,
            winners,
            asked_pots[0] if asked_pots else None,
            sorted(order[-1]) if tie else (),
            context.speaker,
        )
    return Pad(
        "rule",
        "Pick the winner" if context.prompt.seat is not None else context.label,
        question,
        modes=tuple(modes),
        choices=(*names, *ways),
        places=tuple(seats),
        # Undo cannot take back a ruling that has not begun.
        ruling="" if context.armed is None and begun in map(Ruling, shares[:1]) else str(begun),
    )


def taken_back(ruling: Ruling) -> Ruling | None:
    """Return a ruling without its last tap; None if it has none."""
    if ruling.tie:
        return replace(ruling, tie=False)
    return replace(ruling, order=ruling.order[:-1]) if ruling.order else None


def _with(order: tuple[frozenset[int], ...], seat: int, tie: bool) -> tuple[frozenset[int], ...]:
    """Return the order with one more player, after the last or tied with them."""
    return (*order[:-1], order[-1] | {seat}) if tie and order else (*order, frozenset({seat}))


def _without(order: tuple[frozenset[int], ...], seat: int) -> tuple[frozenset[int], ...]:
    return tuple(left for tied in order if (left := tied - {seat}))


def split_pad(state: State, typed: str) -> Pad:
    """Return the form for an agreed split: the parts as typed, or an even split at first."""
    words, sharing = typed.split(), sharers(state)
    parts = dict(zip(words[::2], words[1::2], strict=False))
    if typed == EVEN:
        parts = {seat_text(seat): str(chips) for seat, chips in even_parts(state).items()}
    return Pad(
        "split",
        "Agreed split",
        f"Who gets how much of {state.pot}?",
        modes=(Button("Play on", arm=""),),
        choices=(Button("Split the pot", SPLIT_LINE, tone="go"),),
        places=sharing,
        parts=tuple(
            (state.name(seat), f"{_FIELD}{seat_text(seat)}", parts.get(seat_text(seat), "")) for seat in sharing
        ),
    )


def typed_parts(fields: Iterable[tuple[str, str]]) -> str:
    """Return the parts typed into a form, in the notation of ``d split``."""
    parts = {name.removeprefix(_FIELD): "".join(chips.split()) for name, chips in fields if name.startswith(_FIELD)}
    return " ".join(f"{seat} {chips}" for seat, chips in parts.items() if chips)
