"""The players page: seats and chips of a night."""
