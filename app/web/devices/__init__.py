"""The list of devices, for hosts."""
