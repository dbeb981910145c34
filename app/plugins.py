"""Finding plug-ins: rules, steps, words and screens are modules that register themselves when they are imported."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from threading import RLock
from types import ModuleType

#: Held by the thread that imports, whatever it imports: modules of one kind may import those of another.
_IMPORTING = RLock()


def load_modules(package: str) -> tuple[ModuleType, ...]:
    """Import every module of a package, those of its subpackages too, and return them in order of their names.

    A package is walked once; a second request that asks at the same moment waits for the first.
    """
    with _IMPORTING:
        return _load(package)


@cache
def _load(package: str) -> tuple[ModuleType, ...]:
    root = importlib.import_module(package)
    names = sorted(module.name for module in pkgutil.walk_packages(root.__path__, f"{package}."))
    return tuple(map(importlib.import_module, names))
