"""The rules that a game file can name, by kind: wild, trigger, share."""
