"""Print what is asked at the table whenever that changes: python follow.py http://upcard.local:8000 TOKEN."""

import json
import sys
from urllib.request import Request, urlopen

server, token = sys.argv[1:]


def get(path):
    """Return an answer of the API, to be read."""
    return urlopen(Request(f"{server}/api/v1{path}", headers={"Authorization": f"Bearer {token}"}), timeout=60)


last = ""
for line in get("/stream"):
    if line.startswith(b"data:"):
        hand = json.load(get("/table"))["hand"]
        words = f"{hand['game']}, pot {hand['pot']}: {hand['prompt']}" if hand else "Between hands"
        if words != last:
            print(words, flush=True)
        last = words
