"""The words of the questions and events of each kind of step."""
