"""The reference pages of the manual, printed from the code: what a game file and a hand record may hold."""
