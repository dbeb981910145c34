"""The rules that a game's file can name, one small module a rule, by kind: wild, trigger, share."""
