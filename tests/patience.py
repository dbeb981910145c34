"""How long a test waits for something that must happen: longer than it takes on the slowest, busiest machine."""

SECONDS = 300
