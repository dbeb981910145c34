"""Serving the app: start-up, the event loop, and the bridge to the app. Start with start, then bridge."""
