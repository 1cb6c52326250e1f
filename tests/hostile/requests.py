"""What the server of `server.py` is asked for, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Ended", "Request"]


@dataclass(frozen=True)
class Request:
    """A run of the command.

    Attributes:
        words: Its arguments.
        folder: Where it starts.
        env: Its environment, the whole.
        streams: Which standard streams it has, of 0, 1 and 2; the others are closed.
        ending: "whole": the interpreter takes itself apart. "quick": it does what may be noticed of
            that (threads, atexit, the streams). "fresh": a new interpreter, started for this run.
        longest_s: It is ended after so long.
    """

    words: list[str]
    folder: str
    env: dict[str, str]
    streams: list[int]
    ending: str
    longest_s: float


@dataclass(frozen=True)
class Ended:
    """How a run ended.

    Attributes:
        status: As of `subprocess`: negative if a signal ended it.
        has_child: Whether a process that it started was left.
        seconds: Of processor time.
        megabytes: The most memory that it had at a time.
    """

    status: int
    has_child: bool
    seconds: float
    megabytes: int
