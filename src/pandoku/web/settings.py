"""What a server is asked to be, as one value."""

from __future__ import annotations

import os
from dataclasses import dataclass

__all__ = ["ServerSettings", "usual_workers"]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How to serve.

    Attributes:
        host: The address to listen on; loopback unless somebody asks for more.
        port: 0..65535; 0 takes a free one.
        workers: Processes for quick calls, and as many again for long ones; at least 1.
        root_path: The path under which a reverse proxy shows the server: "" or "/puzzles".
        allowed_hosts: Further names by which the server may be called, besides *host* and those of
            loopback; "*" allows all. Addresses of numbers are always allowed.
        log: What is written about each request to standard error: "text", "json" or "none".
    """

    host: str = "127.0.0.1"
    port: int = 8273
    workers: int = 2
    root_path: str = ""
    allowed_hosts: tuple[str, ...] = ()
    log: str = "none"


def usual_workers() -> int:
    """Return how many cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
