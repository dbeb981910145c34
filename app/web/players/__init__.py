"""The players page: the seats and chips of a night."""
