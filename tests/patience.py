"""The timeout for things that must happen: longer than they take on the slowest, busiest machine."""

SECONDS = 300
