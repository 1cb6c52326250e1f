"""Settings of a server, limits for connections, clients and calls, and queues of calls."""

from __future__ import annotations

import os
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

from pandoku.calls import LONGEST_S

__all__ = [
    "BODY_BYTES",
    "BODY_S",
    "HEAD_BYTES",
    "LONG",
    "QUICK",
    "Bounds",
    "Connections",
    "Seats",
    "ServerSettings",
    "TooFewFilesError",
    "Turns",
    "client_key",
    "room_for",
    "usual_workers",
]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Settings of a server.

    Attributes:
        host: Address to listen on. The default is loopback.
        port: Port 0..65535. 0 means any free port.
        workers: Number of processes in each pool (for quick and for long calls), at least 1.
        root_path: Path of pandoku in the URLs of a reverse proxy, such as "/puzzles", or "".
        allowed_hosts: Host names that requests may use in addition to *host* and the names of
            loopback. "*" allows all names. IP addresses are always allowed.
        allowed_fetches: Keys of `pandoku.web.security.STORES`. The page may fetch the puzzles of
            short links from these stores if the player agrees. The server itself fetches nothing.
        log: Form of the request log on standard error: "text", "json" or "none".
    """

    host: str = "127.0.0.1"
    port: int = 8273
    workers: int = 2
    root_path: str = ""
    allowed_hosts: tuple[str, ...] = ()
    allowed_fetches: tuple[str, ...] = ()
    log: str = "none"


def usual_workers() -> int:
    """Return the number of cores that this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# ---- calls

BODY_BYTES = 1_000_000  # maximum size of the body of a request
BODY_S = 20.0  # time limit for receiving the body (a slow phone sends a puzzle in one second)
# maximum size of the request line and headers (a link may have 60,000 characters)
HEAD_BYTES = 65_536

_MIB = 1 << 20

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a pool.

    Attributes:
        name: Name of the pool in metrics and messages.
        calls: Maximum number of calls that wait or run at the same time.
        calls_of_client: Maximum number of calls of one client that wait or run at the same time.
        time_s: Time limit of a call. It begins when the call is admitted.
        retry_after_s: Time after which a refused client should try again.
        niceness: Niceness of the processes. Processes for long calls have a higher niceness.
        memory_bytes: Memory limit of each process.
    """

    name: str
    calls: int
    calls_of_client: int
    time_s: float
    retry_after_s: int
    niceness: int = 0
    memory_bytes: int = 1024 * _MIB


# A school behind one router counts as one client, and may need a hundred hints at once.
QUICK = Bounds("quick", calls=400, calls_of_client=200, time_s=10.0, retry_after_s=1)
LONG = Bounds("long", calls=32, calls_of_client=8, time_s=LONGEST_S, retry_after_s=10, niceness=10)


class Turns(Generic[_T]):
    """Waiting items, with a queue for each client. The clients take turns.

    So a client waits for at most one item of each other client, even if another client has a
    hundred waiting items.

    Args:
        most: A client has at most this number of items that were taken and not given back, at least
            1.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._queues: OrderedDict[str, deque[_T]] = OrderedDict()
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    def __iter__(self) -> Iterator[_T]:
        for queue in self._queues.values():
            yield from queue

    def add(self, client: str, item: _T) -> None:
        """Add *item* to the queue of its client."""
        self._queues.setdefault(client, deque()).append(item)

    def take(self) -> tuple[str, _T] | None:
        """Take the next item, and move its client to the end of the line.

        Returns:
            The client, to pass to `give_back`, and the item. None if no items wait, or if every
            client with waiting items has reached the limit.
        """
        client = next((each for each in self._queues if self._taken[each] < self.most), None)
        if client is None:
            return None
        queue = self._queues.pop(client)
        item = queue.popleft()
        if queue:
            self._queues[client] = queue
        self._taken[client] += 1
        return client, item

    def give_back(self, client: str) -> None:
        """Record that an item of *client* is finished."""
        self._taken[client] -= 1
        if self._taken[client] <= 0:
            del self._taken[client]

    def clear(self) -> list[_T]:
        """Remove all waiting items and return them."""
        waiting = list(self)
        self._queues.clear()
        return waiting

    def drop(self, client: str, item: _T) -> None:
        """Remove an item if it is still waiting."""
        queue = self._queues.get(client)
        if queue and item in queue:
            queue.remove(item)
            if not queue:
                del self._queues[client]


class Seats:
    """The number of calls in a pool, in total and for each client."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._taken.total()

    def take(self, client: str) -> bool:
        """If a seat is free, take it for *client*. Return whether a seat was free."""
        if len(self) >= self.bounds.calls or self._taken[client] >= self.bounds.calls_of_client:
            return False
        self._taken[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Free a seat that *client* has taken."""
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]


def client_key(address: str) -> str:
    """Return the part of an address that identifies a client: for IPv6, its first 64 bits.

    >>> client_key("2001:db8:1:2:a:b:c:d")
    '2001:db8:1:2::'
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


# ---- connections

_MOST, _BACKLOG = 1000, 256
# Number of open files apart from connections and workers: the log, modules, files being read.
_OTHERS = 64
# Number of open files for each worker. Each of the two pools has a process and sometimes its
# replacement, with three pipes each.
_FOR_WORKER = 2 * 2 * 3


class TooFewFilesError(OSError):
    """Raised if the system allows this process too few open files to run a server."""


def room_for(workers: int) -> tuple[int, int]:
    """Return the number of connections that this process can have, and its backlog size.

    The soft limit on open files, which is often 256 or 1024 in a shell, is raised as needed.

    Args:
        workers: Number of processes in each pool.

    Raises:
        TooFewFilesError: The limit on open files is too low to run a server.
    """
    others = _OTHERS + _FOR_WORKER * workers
    files = _raised(others + _MOST + _BACKLOG)
    if files is None:
        return _MOST, _BACKLOG
    # Each connection in the backlog needs an open file, because all of them may be accepted before
    # surplus connections are closed.
    left = files - others
    backlog = min(_BACKLOG, left // 4)
    if backlog < 1:
        raise TooFewFilesError(
            f"expected a limit of at least {others + 4} open files, found {files}; "
            "raise the limit (ulimit -n), or use fewer --workers"
        )
    return min(_MOST, left - backlog), backlog


def _raised(wanted: int) -> int | None:
    """Raise the limit on open files to *wanted* if possible, and return the resulting limit.

    The result is None if the number of open files is unlimited.
    """
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
        except (OSError, ValueError):  # the system does not allow this limit
            return soft
    return max(soft, wanted)


class Connections:
    """The number of open connections for each address.

    One address may have a quarter of all connections. A reverse proxy may have three quarters,
    because all its clients share its address.

    Args:
        most: Maximum number of connections in total.
        proxies: Addresses of reverse proxies.
    """

    def __init__(self, most: int, proxies: frozenset[str]) -> None:
        self.most, self.proxies = most, proxies
        self._open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Count a connection from *address*. Return whether the connection is within the limits."""
        quarter = max(1, self.most // 4)
        share = self.most - quarter if address in self.proxies else quarter
        key = client_key(address)
        self._open[key] += 1
        return self._open[key] <= share and self._open.total() <= self.most

    def leave(self, address: str) -> None:
        """Record the end of a connection that `take` counted, even if `take` returned False."""
        key = client_key(address)
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]
