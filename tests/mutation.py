"""Pytest plug-in for `make mutants`: run only the tests of a mutant's own package."""

import os

import pytest

from app.ranking import order

#: The tests that should catch a change, by changed package.
TESTS_OF = {
    "app.ranking.": ("tests/ranking/",),
    "app.hand.": ("tests/hand/", "tests/record/"),
    "app.night.": ("tests/night/",),
}


WANTED = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Select the tests for the mutant under test, if any, and collect each of their files once."""
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    for package, folders in TESTS_OF.items():
        if mutant.startswith(package):
            config.args = [test for test in config.args if test.startswith(folders)]
    if mutant.startswith("app.ranking.order."):
        # The tables are cached: rebuild them with the mutant, and run every ranking test.
        order.order_of.cache_clear()
        order._straights.cache_clear()
        order._flushes.cache_clear()
        config.args = ["tests/ranking"]
    if config.args and all("::" in test for test in config.args):
        # Hundreds of tests named one by one would each collect their file again.
        config.stash[WANTED] = config.args
        config.args = list(dict.fromkeys(test.partition("::")[0] for test in config.args))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the selected tests in their order, fastest first."""
    places = {test: place for place, test in enumerate(config.stash.get(WANTED, []))}
    if places:
        items[:] = sorted((item for item in items if item.nodeid in places), key=lambda item: places[item.nodeid])
