"""Live screens: telling every screen of a night that it has changed, by a version and without any content."""
