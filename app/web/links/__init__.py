"""The links of a night and their QR codes."""
