"""Hand records: one hand as text, in the Poker Hand History format with Upcard's additions.

Text goes in and comes out; files are opened elsewhere.
"""

from app.record.check import Replayed, run
from app.record.hand import Expect, Record, RecordError
from app.record.report import as_json, as_text
from app.record.setup import End, end_of, record_of, setup_of
from app.record.text import read, read_all, write, write_all

__all__ = [
    "End",
    "Expect",
    "Record",
    "RecordError",
    "Replayed",
    "as_json",
    "as_text",
    "end_of",
    "read",
    "read_all",
    "record_of",
    "run",
    "setup_of",
    "write",
    "write_all",
]
