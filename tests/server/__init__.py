"""The server: its event loop, the bridge to the app, and what clients may do to it."""
