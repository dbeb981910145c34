"""Trusting this server, once for each device."""
