"""The same examples at every run, unless others are asked for; at the end, what was checked and what could not be run.

With ``UPCARD_EXAMPLES=new`` in the environment every run makes examples of its own.
"""

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A slow machine finds no fault: how long things take is measured by the benchmarks.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("new", deadline=None)
settings.load_profile(os.environ.get("UPCARD_EXAMPLES", "same"))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    yield
    passed = terminalreporter.stats.get("passed", [])
    checked = sorted(told for report in passed for name, told in report.user_properties if name == "checked")
    if checked:
        terminalreporter.section("checked")
        terminalreporter.write_line("\n".join(checked))
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2] if isinstance(report.longrepr, tuple) else "" for report in reports)
    if not reasons:
        return
    terminalreporter.section("NOT RUN", sep="!", red=True, bold=True)
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count} TESTS: {reason.removeprefix('Skipped: ')}", red=True, bold=True)
