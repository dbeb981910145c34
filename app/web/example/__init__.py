"""The example night."""
