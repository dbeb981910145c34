"""How long a test waits for what is bound to come: longer than it takes on the slowest machine that does much else."""

SECONDS = 300
