"""A hand while it is played: calls, taps, settlement. Read `taps` first, then `settle`."""
