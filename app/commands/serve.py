"""``upcard serve``: the app for the tablets around the table."""

from __future__ import annotations

import argparse
import os

from app.commands import Subparsers
from app.text import whole_number


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    parser = subparsers.add_parser(
        "serve",
        help="serve the app to the tablets",
        description="Bring the database up to date and serve the app.",
    )
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: %(default)s, all)")
    parser.add_argument(
        "--port",
        type=port_number,
        default=os.environ.get("UPCARD_PORT") or "8000",
        help="port to listen on, 0 for any free one (default: UPCARD_PORT, or 8000)",
    )
    parser.add_argument("--no-qr", dest="qr", action="store_false", help="show the address without a QR code")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from app.server.start import serve

    return serve(arguments.host, arguments.port, qr=arguments.qr)


def port_number(text: str) -> int:
    """Return the port that an option names."""
    port = whole_number(text, 5)
    if port is None or port > 65535:
        raise argparse.ArgumentTypeError(f"must be a port from 0 to 65535, not {text!r}")
    return port
