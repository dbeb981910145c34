"""A chain behaves like a tuple of its items, and shares them with the chains it was made from."""

import sys

from hypothesis import given
from hypothesis import strategies as st

from app.hand.chain import Chain

ITEMS = st.lists(st.integers(), max_size=8)


@given(st.lists(ITEMS, max_size=6), st.integers(-9, 9), st.integers(0, 9))
def test_a_chain_is_the_tuple_of_its_items(parts: list[list[int]], index: int, count: int) -> None:
    chain: Chain[int] = Chain()
    for part in parts:
        chain = chain.plus(part)
    items = tuple(item for part in parts for item in part)
    assert (tuple(chain), len(chain), bool(chain)) == (items, len(items), bool(items))
    assert chain == Chain[int]().plus(items)
    assert hash(chain) == hash(Chain[int]().plus(items))
    assert chain != items
    assert chain[index:] == items[index:]
    assert chain.last(count) == items[len(items) - count if count < len(items) else 0 :]
    if -len(items) <= index < len(items):
        assert chain[index] == items[index]


@given(ITEMS, ITEMS, ITEMS)
def test_what_is_added_to_one_is_in_no_other(first: list[int], one: list[int], other: list[int]) -> None:
    chain = Chain[int]().plus(first)
    grown = chain.plus(one), chain.plus(other)
    assert [tuple(each) for each in (chain, *grown)] == [(*first,), (*first, *one), (*first, *other)]


def test_a_long_chain_is_dropped_without_a_stack_of_calls() -> None:
    chain = Chain[int]().plus(range(20 * sys.getrecursionlimit()))
    assert chain[-1] == len(chain) - 1
    del chain
