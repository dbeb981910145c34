"""Run the fuzzers for as long as you like: ``make fuzz ARGS="routes --seed 7 --minutes 120"``."""

from __future__ import annotations

import sys

from tests.checks.__main__ import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], "fuzz", "fuzz"))
