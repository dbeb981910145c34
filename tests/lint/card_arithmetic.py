"""A lint rule: only the cards and the ranking do arithmetic on a card's number.

``card % 13`` is the rank of fifty-two cards and nonsense for a joker or an unseen card, so everyone else asks
``rank_of`` and ``suit_of``, which refuse those. ``make check`` runs this: ``python -m tests.lint.card_arithmetic``.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CHECKED = ("app", "tests")
ALLOWED = tuple(ROOT / folder / part for folder in CHECKED for part in ("cards", "ranking"))
RANKS = 13


def card_arithmetic(source: str) -> Iterator[int]:
    """Yield the line of each remainder or floor division by thirteen, or by the number of ranks."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(op=ast.Mod() | ast.FloorDiv(), right=divisor):
                pass
            case ast.AugAssign(op=ast.Mod() | ast.FloorDiv(), value=divisor):
                pass
            case ast.Call(func=ast.Name("divmod"), args=[_, divisor]):
                pass
            case _:
                continue
        if _is_thirteen(divisor):
            yield node.lineno


def _is_thirteen(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value):
            return value == RANKS
        case ast.Call(func=ast.Name("len"), args=[ast.Name("RANKS") | ast.Attribute(attr="RANKS")]):
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            return name == "RANK_BITS"
        case _:
            return False


def main() -> int:
    """Print every violation of the rule; return 1 if there is one."""
    files = [path for folder in CHECKED for path in sorted((ROOT / folder).rglob("*.py"))]
    places = [
        f"{path.relative_to(ROOT)}:{line}: a card's number is taken apart; ask rank_of or suit_of"
        for path in files
        if not any(path.is_relative_to(folder) for folder in ALLOWED)
        for line in card_arithmetic(path.read_text("utf-8"))
    ]
    print("\n".join(places) or f"{len(files)} files: no card's number is taken apart")
    return 1 if places else 0


if __name__ == "__main__":
    sys.exit(main())
