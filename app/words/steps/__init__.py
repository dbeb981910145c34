"""Questions and announcements of each kind of step, in a module named as the step's."""
