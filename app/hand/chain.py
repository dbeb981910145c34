"""An append-only sequence whose versions share their items, so that each state of a hand can keep one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class _Link(Generic[T]):
    __slots__ = ("before", "item", "length")

    def __init__(self, before: _Link[T] | None, item: T) -> None:
        self.before, self.item = before, item
        self.length: int = 1 if before is None else before.length + 1


class Chain(Sequence[T]):
    """An immutable sequence, equal to another chain of the same items."""

    __slots__ = ("_end",)

    def __init__(self, end: _Link[T] | None = None) -> None:
        self._end = end

    def plus(self, items: Iterable[T]) -> Chain[T]:
        """Return the chain with these items appended."""
        end = self._end
        for item in items:
            end = _Link(end, item)
        return Chain(end)

    def last(self, count: int) -> tuple[T, ...]:
        """Return the last ``count`` items, or all if there are fewer, in order."""
        items: list[T] = []
        link = self._end
        while link is not None and len(items) < count:
            items.append(link.item)
            link = link.before
        return tuple(reversed(items))

    def __len__(self) -> int:
        return 0 if self._end is None else self._end.length

    def __iter__(self) -> Iterator[T]:
        return iter(self.last(len(self)))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if index == -1 and self._end is not None:
            return self._end.item
        return self.last(len(self))[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and (self._end is other._end or tuple(self) == tuple(other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
