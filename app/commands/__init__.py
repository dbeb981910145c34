"""The commands of ``upcard``, one module each.

A module has ``add(subparsers)``, which adds a parser and sets its default ``run``: a function of the parsed
arguments that gives the exit status. All modules are imported at every start, so they import what they need
inside ``run``.
"""

from __future__ import annotations

import argparse
from typing import TypeAlias

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
