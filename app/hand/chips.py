"""Moving chips between stacks and the pot, and the pots that payments other than bets make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from app.dataclass import dataclass, replace
from app.games.reasons import Reason
from app.hand.settlement.pots import Pot, layers, pots_of
from app.hand.state import DeadMoney, State, is_uncontested


def behind(state: State, seat: int) -> int | None:
    """Return the chips a seat has behind: 0 when all in, None where its stack is not tracked."""
    player = state.players[seat]
    # Version 0.2 still asked all-in players whose chips nobody had counted.
    return 0 if player.all_in and not state.setup.from_0_2 else player.stack


def can_pay(state: State, seat: int, amount: int) -> bool:
    """Return whether a seat can pay the whole amount."""
    return payable(state, seat, amount) == amount


def payable(state: State, seat: int, amount: int) -> int:
    """Return the part of an amount that a seat can pay."""
    chips = behind(state, seat)
    return amount if chips is None else min(amount, chips)


def put_in(state: State, seat: int, amount: int) -> State:
    """Put in the chips of a bet, call or raise."""
    player = state.players[seat]
    return take(state, seat, amount).with_player(seat, bet=player.bet + amount, committed=player.committed + amount)


def take(state: State, seat: int, amount: int) -> State:
    """Take chips off a stack; a tracked stack at 0 is all in."""
    player = state.players[seat]
    left = None if player.stack is None else player.stack - amount
    return state.with_player(seat, stack=left, all_in=player.all_in or left == 0)


def pay_dead(state: State, seat: int, amount: int) -> State:
    """Pay dead money into the pot, for the players who were not all in when the step began."""
    paid, net = state.frame.paid, state.players[seat].from_pot
    state = take(state, seat, amount).with_player(seat, from_pot=net - amount)
    state = state.with_frame(paid={**paid, seat: paid.get(seat, 0) + amount})
    return _as_dead_money(state, _payments(state))


def take_back_payment(state: State, seat: int, amount: int) -> State:
    """Refund a payment of this step for a card that can no longer be dealt."""
    return pay_dead(state, seat, -amount).with_player(seat, all_in=False)


def ante_again(state: State, times: int = 1, why: Reason | None = None) -> State:
    """Post ``times`` antes each, and announce the pot, or else ``why``, and who is all in for the ante.

    Without a ``why`` of its own, a game without antes has none again.
    """
    after = _post_antes(state, times) if state.game.ante or why else state
    posted = [seat for seat in after.live if after.players[seat].committed > state.players[seat].committed]
    if not posted:
        return state
    broke = tuple(seat for seat in posted if after.players[seat].all_in)
    if len(posted) == 1 and len(set(state.setup.antes)) > 1 and state.setup.antes[posted[0]]:
        why = Reason("posts", posted[0], amount=after.pot - state.pot, word="the ante for everyone")
    after = after.say(why or Reason("everyone antes", amount=after.pot))
    return after.say(Reason("all in for the ante", seats=broke)) if broke else after


def _post_antes(state: State, times: int) -> State:
    """Post ``times`` more antes for each player still in, or what a short stack has left."""
    antes = list(state.antes)
    for seat, each in _antes_due(state).items():
        ante = payable(state, seat, times * each)
        state = put_in(state, seat, ante).with_player(seat, bet=0)
        # Players match each other's antes, but not one that the dealer posts for all.
        antes[seat] += ante if state.setup.antes[seat] else 0
    return replace(state, antes=tuple(antes))


def _antes_due(state: State) -> dict[int, int]:
    """Return the next ante of the players still in, by seat.

    A dealer who antes for everyone does so for those still in; they post their own once the dealer is out. In hands of
    version 0.3 the dealer anted for everyone dealt in, and nobody did once the dealer was out.
    """
    *others, last = state.setup.antes
    each, odd = divmod(last, len(state.players))
    if any(others) or odd or state.setup.from_0_3:
        return {seat: state.setup.antes[seat] for seat in state.live}
    dealer = len(others)
    return {dealer: each * len(state.live)} if dealer in state.live else dict.fromkeys(state.live, each)


def freeze_pots(state: State, pots: Iterable[Pot]) -> State:
    """Return the state with just these pots in the middle, each as dead money for its seats.

    Chips that a player then gets before the end of the hand give no claim to a pot that the player had not matched.
    """
    for seat, player in enumerate(state.players):
        state = state.with_player(seat, bet=0, committed=0, from_pot=player.from_pot - player.committed)
    dead = tuple(DeadMoney(pot.amount, pot.seats) for pot in pots)
    return replace(state, carried=0, antes=(0,) * len(state.players), dead_money=dead)


def freeze_earlier_bets(state: State) -> State:
    """Return the state with the bets of earlier rounds as dead money, each for the seats that have matched it."""
    bets = [player.bet for player in state.players]
    earlier = replace(state, dead_money=())
    for seat, player in enumerate(state.players):
        earlier = earlier.with_player(seat, bet=0, committed=player.committed - player.bet)
    frozen = freeze_pots(earlier, pots_of(earlier))
    for seat, bet in enumerate(bets):
        frozen = frozen.with_player(seat, bet=bet, committed=bet)
    return replace(frozen, dead_money=(*state.dead_money, *frozen.dead_money))


def give_chips(state: State, seat: int, amount: int) -> State:
    """Give a seat chips to bet before the end of the hand."""
    return _add_to_stack(state, seat, amount).with_player(seat, from_pot=state.players[seat].from_pot + amount)


def return_uncalled(state: State, seat: int, amount: int) -> State:
    """Return an uncalled bet."""
    bet, committed = state.players[seat].bet - amount, state.players[seat].committed - amount
    return _add_to_stack(state, seat, amount).with_player(seat, bet=bet, committed=committed)


def _add_to_stack(state: State, seat: int, amount: int) -> State:
    """Add chips to a stack; if the player was all in, they are the whole stack."""
    chips = behind(state, seat)
    return state.with_player(seat, stack=None if chips is None else chips + amount, all_in=False)


def cut_payments(paid: Mapping[int, int], reach: Mapping[int, int | None]) -> list[Pot]:
    """Return payments split into layers like bets, with the seats that could match each layer.

    ``paid`` and ``reach`` are by seat; ``reach`` is how much of a payment the seat could match, None for any amount.
    """
    return [
        Pot(layer.amount, frozenset(seat for seat, chips in reach.items() if chips is None or chips >= layer.top))
        for layer in layers(paid.values(), (chips for chips in reach.values() if chips is not None))
    ]


def close_payments(state: State) -> State:
    """Close the payments of the step under way, and announce what a house rule decides about them."""
    if not state.frame.paid:
        return state
    payments = _payments(state)
    state = _as_dead_money(state, payments)
    for paid in payments:
        if paid.ruling:
            matched = tuple(sorted(paid.able.intersection(state.live)))
            some, ruling = paid.seats == paid.able, paid.ruling
            why = Reason("paid for some" if some else "paid for all", seats=matched, amount=paid.amount, ruling=ruling)
            state = state.say(why)
    return state


@dataclass(frozen=True, slots=True)
class _Payment:
    """One layer of a step's payments, the seats ``able`` to match it, and the ``seats`` that can win it.

    The ``ruling`` decides who can win it if players still in could not match it; otherwise it is empty.
    """

    amount: int
    able: frozenset[int]
    seats: frozenset[int]
    ruling: str = ""


def _payments(state: State) -> list[_Payment]:
    """Return the payments of the step under way, layer by layer."""
    paid = state.frame.paid
    # A seat that paid its last chips can win as much of each payment as it paid itself.
    seats = {*state.frame.bettors, *paid}
    reach = {seat: paid.get(seat, 0) if state.players[seat].all_in else None for seat in seats}
    return [_payment(state, pot.amount, pot.seats) for pot in cut_payments(paid, reach)]


def _payment(state: State, amount: int, able: frozenset[int]) -> _Payment:
    house, live = state.setup.house, frozenset(state.live)
    if not able & live or live <= able:
        return _Payment(amount, able, able)
    if house.payments_won_by == "everyone in":
        return _Payment(amount, able, live, "payments_won_by")
    if is_uncontested(state, able & live):
        return _Payment(amount, able, live if house.free_redraw == "main pot" else able, "free_redraw")
    return _Payment(amount, able, able, "payments_won_by")


def _as_dead_money(state: State, payments: list[_Payment]) -> State:
    """Turn the payments of the step under way into dead money."""
    step = state.frame.step
    before = (dead for dead in state.dead_money if dead.step != step)
    return replace(state, dead_money=(*before, *(DeadMoney(paid.amount, paid.seats, step) for paid in payments)))
