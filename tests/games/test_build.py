"""The registries of rules, loaded at the first lookup in any thread."""

import importlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier

import pytest

from app.games.build import Registry

RULE = """
import time
from dataclasses import dataclass
from rules_of_a_test import registry
time.sleep(0.05)

@registry.add({name!r})
@dataclass(frozen=True)
class Rule:
    cards: int = 1
"""


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Return a registry over a package with two modules that are slow to import."""
    package = tmp_path / "rules_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text(
        "from app.games.build import Registry\nregistry = Registry('rule', 'rules_of_a_test')\n"
    )
    for name in ("first", "second"):
        (package / f"{name}.py").write_text(RULE.format(name=name))
    monkeypatch.syspath_prepend(tmp_path)
    registry: Registry = importlib.import_module("rules_of_a_test").registry
    return registry


def test_threads_that_look_up_a_rule_at_the_same_time_all_find_it(registry: Registry) -> None:
    together = Barrier(8)

    def look(_: int) -> tuple[str, ...]:
        together.wait()
        return registry.names()

    with ThreadPoolExecutor(8) as threads:
        assert set(threads.map(look, range(8))) == {("first", "second")}


def test_a_name_cannot_be_registered_twice(registry: Registry) -> None:
    @dataclass(frozen=True)
    class Another:
        pass

    assert registry.names() == ("first", "second")
    with pytest.raises(ValueError, match="Another: there is a rule called 'first' already"):
        registry.add("first")(Another)


def test_a_class_without_its_decorator_is_refused(registry: Registry) -> None:
    class Plain:
        pass

    with pytest.raises(TypeError, match="Plain is not a dataclass"):
        registry.add("third")(Plain)
