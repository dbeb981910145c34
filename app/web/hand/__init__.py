"""One hand, looked at again."""
