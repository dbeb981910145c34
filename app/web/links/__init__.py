"""The links of a night, with QR codes."""
