"""Questions and announcements of each kind of step, in modules named like those of the steps."""
