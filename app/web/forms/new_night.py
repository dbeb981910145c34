"""What a new night is called and played for unless the table says otherwise."""

from __future__ import annotations

from datetime import datetime

from app.games.house import Stakes

#: The bring-in is for the games that insist on one.
USUAL_STAKES = Stakes(bring_in=1)


def usual_name() -> str:
    """Return the name of a night that nobody has named: ``Friday``."""
    return f"{datetime.now():%A}"
