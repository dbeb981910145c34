"""Answers for programs that watch the server: /health and /metrics."""
