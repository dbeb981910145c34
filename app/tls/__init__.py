"""Certificates for https at home: a local authority, and the certificates that it signs and renews."""
