"""The timeout for events that must happen: longer than they take on the slowest, busiest machine."""

SECONDS = 300
