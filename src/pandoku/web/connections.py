"""Bounds on connections: as many as the process may open, and a share for each address."""

from __future__ import annotations

import logging
from collections import Counter
from time import monotonic

from pandoku.web.limits import client_key

__all__ = ["Connections", "SeldomFilter", "TooFewFilesError", "room_for"]

_MOST, _BACKLOG = 1000, 256
# What else is open: sockets, the log, files that are read, modules that are imported.
_OTHERS = 64
# Pipes to a process of each pool, and to the one that replaces it while both are there.
_FOR_WORKER = 2 * 2 * 3
_SELDOM_S = 10.0


class TooFewFilesError(OSError):
    """This process may open too few files to serve."""


def room_for(workers: int) -> tuple[int, int]:
    """Return how many connections this process can have, and how many may wait to be accepted.

    The soft limit of open files is raised as far as it helps: a shell's is often 1024 or 256.

    Args:
        workers: Processes of each pool.

    Raises:
        TooFewFilesError: This process may open too few files to serve at all.
    """
    others = _OTHERS + _FOR_WORKER * workers
    files = _raised(others + _MOST + _BACKLOG)
    if files is None:
        return _MOST, _BACKLOG
    # All that wait are accepted at once, before those that are too many are closed again.
    left = files - others
    backlog = min(_BACKLOG, left // 4)
    if backlog < 1:
        raise TooFewFilesError(
            f"expected at least {others + 4} files that this process may open, found {files}; "
            "raise the limit (ulimit -n), or ask for fewer --workers"
        )
    return min(_MOST, left - backlog), backlog


def _raised(wanted: int) -> int | None:
    """Return how many files this process may open, after asking for *wanted*; None if unbounded."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # the system has a limit of its own
            return soft
    return max(soft, wanted)


class Connections:
    """The connections that are open, by address.

    An address may have a quarter of all. A reverse proxy, from whose address everybody comes, may
    have three quarters.

    Args:
        most: In all.
        proxies: Addresses of reverse proxies.
    """

    def __init__(self, most: int, proxies: frozenset[str]) -> None:
        self.most, self.proxies = most, proxies
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Note a connection from *address*; return whether there was room for it."""
        quarter = max(1, self.most // 4)
        share = self.most - quarter if address in self.proxies else quarter
        key = client_key(address)
        self._open[key] += 1
        return self._open[key] <= share and self._open.total() <= self.most

    def leave(self, address: str) -> None:
        """Note the end of a connection that `take` noted, whatever that returned."""
        key = client_key(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


class SeldomFilter(logging.Filter):
    """Lets a record of a logger pass once in ten seconds, without its traceback.

    asyncio writes a traceback for each connection that it cannot accept, thousands in a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        now = monotonic()
        if now < self._next:
            return False
        self._next = now + _SELDOM_S
        if record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{record.getMessage()}: {record.exc_info[1]}"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True
