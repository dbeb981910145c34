"""The stream of events that keeps screens up to date."""
