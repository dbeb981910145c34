"""Devices and their rights. Read ``grants`` first, then ``rights``."""
