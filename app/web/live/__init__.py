"""The event stream that keeps screens up to date."""
