"""Live screens: every screen of a night learns of a change at once. Read `feed` first."""
