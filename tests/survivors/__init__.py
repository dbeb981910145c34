"""The report at the end of `make mutants`, and explanations of the survivors that no test can detect."""
