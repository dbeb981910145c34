"""Writing values as TOML the way game files have it: tables of one line, and lists that break where they are long."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_WIDTH = 100


def written(value: Any) -> str:
    """Write a value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {written(item)}' for key, item in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return str(value)


def line(key: str, value: Any) -> str:
    """Write a key with its value, a long list with one item a line."""
    text = f"{key} = {written(value)}"
    if len(text) <= _WIDTH or not isinstance(value, list):
        return text
    return "\n".join([f"{key} = [", *(f"  {written(item)}," for item in value), "]"])


def section(heading: str, table: Mapping[str, Any]) -> str:
    """Write a table under its heading, one key a line."""
    return "\n".join([f"[{heading}]", *(line(key, value) for key, value in table.items())])
