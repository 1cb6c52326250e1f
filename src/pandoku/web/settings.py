"""What a server is asked to be, as one value."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve.

    Attributes:
        host: The address to listen on; loopback unless somebody asks for more.
        port: 0..65535; 0 takes a free one.
        workers: Processes that solve, explain and make, at least 1.
        root_path: The path under which a reverse proxy shows the server: "" or "/puzzles".
        allowed_hosts: Further names by which the server may be called, besides *host* and loopback.
    """

    host: str = "127.0.0.1"
    port: int = 8273
    workers: int = 2
    root_path: str = ""
    allowed_hosts: tuple[str, ...] = ()
