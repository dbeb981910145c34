"""The report at the end of `make mutants`, and explanations for the survivors that no test can notice."""
