"""The reference pages of the manual, printed from the code. Start with page and game_files."""
