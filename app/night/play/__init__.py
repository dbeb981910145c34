"""A hand during play: calls, taps, settlement. Read `taps` first, then `settle`."""
