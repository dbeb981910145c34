"""Plug-ins: rules, steps, words and screens are modules that register themselves on import."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from threading import RLock
from types import ModuleType

#: One lock for plug-ins of all kinds, since they may import each other.
_IMPORTING = RLock()


def load_modules(package: str) -> tuple[ModuleType, ...]:
    """Import every module of a package and its subpackages once, and return them sorted by name. Thread-safe."""
    with _IMPORTING:
        return _load(package)


@cache
def _load(package: str) -> tuple[ModuleType, ...]:
    root = importlib.import_module(package)
    names = sorted(module.name for module in pkgutil.walk_packages(root.__path__, f"{package}."))
    return tuple(map(importlib.import_module, names))
