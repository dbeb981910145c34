"""All paths in pyproject.toml exist, and the documentation names its version."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MUTMUT = PROJECT["tool"]["mutmut"]
VERSION = PROJECT["project"]["version"]


@pytest.mark.parametrize(
    "pattern",
    [*MUTMUT["only_mutate"], *MUTMUT["also_copy"], *MUTMUT["pytest_add_cli_args_test_selection"]],
)
def test_paths_for_mutation_tests_exist(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


def test_the_version_equals_the_changelogs_and_the_installed_one() -> None:
    assert re.findall(r"^## \[(\d.*?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == VERSION
    assert version("upcard") == VERSION


def test_the_documentation_names_the_current_version() -> None:
    text = "".join((ROOT / "docs" / page).read_text() for page in ("installing.md", "odds.md", "serving.md"))
    assert {*re.findall(r"upcard-([\d.]+)-py3", text), *re.findall(r'"version":"([\d.]+)"', text)} == {VERSION}
