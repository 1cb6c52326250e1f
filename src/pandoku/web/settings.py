"""The settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = ["ServerSettings", "usual_workers"]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server.

    Attributes:
        host: Address to listen on; loopback by default.
        port: Port 0..65535; 0 for any free port.
        workers: Number of processes for quick calls, and again for long calls; at least 1.
        root_path: Path of pandoku on a reverse proxy: "" or "/puzzles".
        allowed_hosts: Host names that requests may use in addition to *host* and the names of
            loopback; "*" allows all. IP addresses are always allowed.
        log: Form of the request log on standard error: "text", "json" or "none".
    """

    host: str = "127.0.0.1"
    port: int = 8273
    workers: int = 2
    root_path: str = ""
    allowed_hosts: tuple[str, ...] = ()
    log: str = "none"


def usual_workers() -> int:
    """Return the number of cores that this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
