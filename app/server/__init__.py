"""Serving the app: startup, the event loop, and the bridge to the app. Read `start` first, then `bridge`."""
