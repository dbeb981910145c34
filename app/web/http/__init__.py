"""What every screen shares about requests: files, compression, errors, redirects, look-ups."""
