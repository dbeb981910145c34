"""Serving the app: starting the server, its event loop, and the bridge from there to the app."""
