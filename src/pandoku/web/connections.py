"""Limits on connections: the number that the process can open, and the share of each address."""

from __future__ import annotations

import logging
from collections import Counter
from time import monotonic

from pandoku.web.limits import client_key

__all__ = ["Connections", "SeldomFilter", "TooFewFilesError", "room_for"]

_MOST, _BACKLOG = 1000, 256
# Other open files: sockets, the log, files that are read, modules that are imported.
_OTHERS = 64
# Three pipes to a process of each of two pools, and to the process that replaces it.
_FOR_WORKER = 2 * 2 * 3
_SELDOM_S = 10.0


class TooFewFilesError(OSError):
    """The system allows this process too few open files to serve."""


def room_for(workers: int) -> tuple[int, int]:
    """Return the number of connections this process can have, and the size of its backlog.

    The soft limit on open files is raised as needed. In a shell it is often 1024 or 256.

    Args:
        workers: Number of processes in each pool.

    Raises:
        TooFewFilesError: The limit on open files is too low to serve at all.
    """
    others = _OTHERS + _FOR_WORKER * workers
    files = _raised(others + _MOST + _BACKLOG)
    if files is None:
        return _MOST, _BACKLOG
    # The whole backlog is accepted at once, before surplus connections are closed.
    left = files - others
    backlog = min(_BACKLOG, left // 4)
    if backlog < 1:
        raise TooFewFilesError(
            f"expected a limit of at least {others + 4} open files, found {files}; "
            "raise the limit (ulimit -n), or use fewer --workers"
        )
    return min(_MOST, left - backlog), backlog


def _raised(wanted: int) -> int | None:
    """Raise the limit on open files to *wanted* if possible. Return it, or None if unlimited."""
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
        except (OSError, ValueError):  # the system has a lower limit
            return soft
    return max(soft, wanted)


class Connections:
    """The open connections by address.

    One address may have a quarter of all connections. A reverse proxy may have three quarters,
    because all its clients share its address.

    Args:
        most: Limit on all connections together.
        proxies: Addresses of reverse proxies.
    """

    def __init__(self, most: int, proxies: frozenset[str]) -> None:
        self.most, self.proxies = most, proxies
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count a connection from *address*; return whether it is within the limits."""
        quarter = max(1, self.most // 4)
        share = self.most - quarter if address in self.proxies else quarter
        key = client_key(address)
        self._open[key] += 1
        return self._open[key] <= share and self._open.total() <= self.most

    def leave(self, address: str) -> None:
        """Count the end of a connection that `take` counted, even if that returned False."""
        key = client_key(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


class SeldomFilter(logging.Filter):
    """A filter that passes one record every ten seconds, without its traceback.

    asyncio logs a traceback for each connection that it cannot accept, thousands per second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        now = monotonic()
        if now < self._next:
            return False
        self._next = now + _SELDOM_S
        if record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{record.getMessage()}: {record.exc_info[1]}"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True
