"""Missing programs are installed, and tests that cannot run are reported at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import provide

pytest_plugins = ["pytester"]


def test_ways_are_tried_until_one_works(capsys: pytest.CaptureFixture[str]) -> None:
    tried: list[str] = []

    def way(name: str, works: bool) -> bool:
        tried.append(name)
        return works

    ways = [lambda: way("refused", False), lambda: way("not enough", True), lambda: way("good", True)]
    provide._get("a browser", lambda: tried[-1:] == ["good"], [*ways, lambda: way("never", True)])
    assert tried == ["refused", "not enough", "good"]
    assert capsys.readouterr().err == ""


def test_a_program_that_cannot_be_installed_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    provide._get("a browser", lambda: False, [lambda: False])
    assert "Cannot install a browser here" in capsys.readouterr().err


def test_a_missing_command_is_shown_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert not provide._run(["/nonexistent/apt-get", "update"])
    assert "+ /nonexistent/apt-get update" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["0", "1"])
def test_tests_that_did_not_run_are_listed_last(pytester: pytest.Pytester, processes: str) -> None:
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text("utf-8"))
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture(scope="module")
        def browser():
            pytest.skip("no browser found")

        def test_one(browser): pass
        def test_two(browser): pass
        def test_three(): pass
        """
    )
    result = pytester.runpytest_subprocess("-n", processes)
    result.stdout.fnmatch_lines(["*NOT RUN*", "2 TESTS: no browser found", "*1 passed, 2 skipped*"])
    assert result.stdout.lines[-2] == "2 TESTS: no browser found"
