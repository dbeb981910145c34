"""Devices and their rights: hosts, dealers, phones. Read `devices` first."""
