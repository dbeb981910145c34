"""Correcting an earlier action."""
