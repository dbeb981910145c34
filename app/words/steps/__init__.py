"""What each kind of step asks and announces, in a module named as the step's."""
