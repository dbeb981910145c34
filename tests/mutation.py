"""What `make mutants` adds to pytest: a mutant is tried on the tests of its own package alone."""

import os

import pytest

from app.ranking import order

#: The tests that should notice a change, by the package that is changed.
TESTS_OF = {
    "app.ranking.": ("tests/ranking/",),
    "app.hand.": ("tests/hand/", "tests/record/"),
    "app.night.": ("tests/night/",),
}


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tests for the mutant under test, if there is one."""
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    for package, folders in TESTS_OF.items():
        if mutant.startswith(package):
            config.args = [test for test in config.args if test.startswith(folders)]
    if mutant.startswith("app.ranking.order."):
        # The tables are made once and kept: made again by the mutant, for every test of the ranking.
        order.order_of.cache_clear()
        order._straights.cache_clear()
        order._flushes.cache_clear()
        config.args = ["tests/ranking"]
