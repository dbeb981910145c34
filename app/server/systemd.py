"""The unit by which systemd runs Upcard: from the start of the machine on, in a sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

#: Where the data lie if the unit has a user of its own.
STATE = Path("/var/lib/upcard")

_HOMES = (Path("/home"), Path("/root"), Path("/run/user"))

_UNIT = """\
# Put this into /etc/systemd/system/upcard.service, then: systemctl enable --now upcard
# Settings go into a file beside it: systemctl edit upcard
[Unit]
Description=Upcard, a dealer's assistant for home poker
Wants=network-online.target
After=network-online.target postgresql.service
StartLimitIntervalSec=120
StartLimitBurst=10

[Service]
Type=notify
ExecStart={program} serve --no-qr
{owner}
UMask=0077
LimitNOFILE=65536
Restart=on-failure
RestartSec=5
TimeoutStopSec=15

# It may write into its data directory, talk to the network, and nothing else.
ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
PrivateDevices=yes
PrivateMounts=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=pid
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
MemoryDenyWriteExecute=yes
NoNewPrivileges=yes
KeyringMode=private
RemoveIPC=yes
CapabilityBoundingSet=
AmbientCapabilities=
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
"""


def unit(program: Sequence[str], user: str, data: Path) -> str:
    """Return the unit that runs a program as a user; as one that systemd makes for it where ``user`` is empty."""
    if user:
        owner = (
            f"User={_quoted(user)}\nEnvironment={_quoted(f'UPCARD_DATA={data}')}\nReadWritePaths={_quoted(str(data))}"
        )
    else:
        owner = (
            f"DynamicUser=yes\nStateDirectory={STATE.name}\nStateDirectoryMode=0700\nEnvironment=UPCARD_DATA={STATE}"
        )
    home = "read-only" if is_in_a_home(Path(program[0])) or (user and is_in_a_home(data)) else "yes"
    return _UNIT.format(program=" ".join(map(_quoted, program)), owner=owner, home=home)


def is_in_a_home(path: Path) -> bool:
    """Return whether a path, or what it leads to, lies in somebody's home directory."""
    return any(place.is_relative_to(home) for place in (path, path.resolve()) for home in _HOMES)


def _quoted(word: str) -> str:
    """Return a word as systemd reads it back."""
    text = word.replace("%", "%%").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"' if set(text) & set(" '\"") else text
