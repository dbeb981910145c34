"""The players page: seats, chips, stakes and house rules of a night."""
