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
    parser.add_argument(
        "--https-port",
        type=port_number,
        default=os.environ.get("UPCARD_HTTPS_PORT") or None,
        help="port for https, 0 for any free one (default: UPCARD_HTTPS_PORT, or 8443 beside 8000)",
    )
    parser.add_argument(
        "--no-https",
        dest="https",
        action="store_false",
        default=not _is_off("UPCARD_HTTPS"),
        help="serve plain http alone, such as behind a proxy (or UPCARD_HTTPS=off)",
    )
    parser.add_argument(
        "--no-local-name",
        dest="local_name",
        action="store_false",
        default=not _is_off("UPCARD_LOCAL_NAME"),
        help="do not announce upcard.local in the network (or UPCARD_LOCAL_NAME=off)",
    )
    parser.add_argument("--no-qr", dest="qr", action="store_false", help="show the address without a QR code")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from app.server.secure import Wishes
    from app.server.start import serve

    beside = Wishes(arguments.https, arguments.https_port, arguments.local_name)
    return serve(arguments.host, arguments.port, qr=arguments.qr, beside=beside)


def _is_off(setting: str) -> bool:
    return os.environ.get(setting, "").strip().casefold() in ("off", "no", "0", "false")


def port_number(text: str) -> int:
    """Return the port that an option names."""
    port = whole_number(text, 5)
    if port is None or port > 65535:
        raise argparse.ArgumentTypeError(f"must be a port from 0 to 65535, not {text!r}")
    return port
