"""Hand records: one hand as a text, in the Poker Hand History format and what Upcard adds to it.

Text goes in and comes out; files are opened elsewhere.
"""

from app.record.check import Replayed, run
from app.record.export import record_of
from app.record.hand import Expect, Record, RecordError
from app.record.read import read, read_all
from app.record.report import as_json, as_text
from app.record.setup import setup_of
from app.record.write import write, write_all

__all__ = [
    "Expect",
    "Record",
    "RecordError",
    "Replayed",
    "as_json",
    "as_text",
    "read",
    "read_all",
    "record_of",
    "run",
    "setup_of",
    "write",
    "write_all",
]
