"""Devices and what they may do here. Read ``grants`` first, then ``rights``."""
