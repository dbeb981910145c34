"""What programs ask that look after the server: whether it can serve, and what it has counted."""
