"""``upcard doctor``: what is wrong, and what to do about it."""

from __future__ import annotations

import argparse
import os

from app.commands import Subparsers
from app.commands.serve import port_number

SIGNS = {"good": "ok   ", "look": "look ", "wrong": "WRONG"}


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "doctor",
        help="look at everything that can be wrong",
        description="Look at the data directory, the database, its copies, the clock, the port, names, settings, "
        "certificates and packages. Nothing is changed. The exit status is 1 if something is wrong.",
    )
    parser.add_argument(
        "--port",
        type=port_number,
        default=os.environ.get("UPCARD_PORT") or "8000",
        help="port that Upcard is served on (default: UPCARD_PORT, or 8000)",
    )
    parser.add_argument("--json", action="store_true", help="print one object of JSON, for programs")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    import json
    from dataclasses import asdict

    from app.doctor.visit import visit

    findings = []
    for finding in visit(arguments.port):
        findings.append(finding)
        if not arguments.json:
            print(f"{SIGNS[finding.level]} {finding.text}", flush=True)
            if finding.do:
                print(f"      → {finding.do}", flush=True)
    status = int(any(finding.level == "wrong" for finding in findings))
    if arguments.json:
        print(json.dumps({"ok": not status, "findings": [asdict(finding) for finding in findings]}, indent=2))
    return status
