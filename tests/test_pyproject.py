"""What pyproject.toml names exists, so that a module that moves takes its checks along."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MUTMUT = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]


@pytest.mark.parametrize(
    "pattern",
    [*MUTMUT["only_mutate"], *MUTMUT["also_copy"], *MUTMUT["pytest_add_cli_args_test_selection"]],
)
def test_what_mutants_are_made_of_exists(pattern: str) -> None:
    assert list(ROOT.glob(pattern))
