"""Certificates for https at home: an authority of one's own, what it certifies, and when that is made anew."""
