"""What `make mutants` ends with, and for each survivor that no test can notice, the reason why."""
