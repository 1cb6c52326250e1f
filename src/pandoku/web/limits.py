"""Bounds: how much one server, one client and one call may take, and whose turn it is."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

__all__ = [
    "BODY_BYTES",
    "BODY_S",
    "HEAD_BYTES",
    "LONG",
    "QUICK",
    "Bounds",
    "Seats",
    "Turns",
    "client_key",
]

BODY_BYTES = 1_000_000  # of a request
BODY_S = 20.0  # for a body to arrive; a slow phone sends a puzzle in one second
HEAD_BYTES = 65_536  # of request line and headers; a link may have 60 000

_MIB = 1 << 20

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a pool gives.

    Attributes:
        name: In metrics and messages.
        calls: Calls that may wait or run at once.
        calls_of_client: Those of one client's address.
        time_s: For a call from the moment that it is admitted.
        retry_after_s: When a refused client may ask again.
        niceness: Of its processes; those of long calls give way to the quick ones.
        memory_bytes: Of each process.
    """

    name: str
    calls: int
    calls_of_client: int
    time_s: float
    retry_after_s: int
    niceness: int = 0
    memory_bytes: int = 1024 * _MIB


# A school behind one router is one client: a hundred hints at once must be fine.
QUICK = Bounds("quick", calls=400, calls_of_client=200, time_s=10.0, retry_after_s=1)
LONG = Bounds("long", calls=32, calls_of_client=8, time_s=120.0, retry_after_s=10, niceness=10)


class Turns(Generic[_T]):
    """Who waits, in turn: each client has a queue, and the clients take turns.

    So a client with a hundred calls makes another one wait for one of them, not for all.

    Args:
        most: How many items of one client may be taken and not yet given back, at least 1.
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
        """Let *item* wait behind the others of its client."""
        self._queues.setdefault(client, deque()).append(item)

    def take(self) -> tuple[str, _T] | None:
        """Take what is next, and put its client behind the others; None if nobody may go.

        The client, which is returned with it, has to give it back.
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
        """Note that a client has done with an item that it took."""
        self._taken[client] -= 1
        if self._taken[client] <= 0:
            del self._taken[client]

    def clear(self) -> list[_T]:
        """Return all that wait, and forget them."""
        waiting = list(self)
        self._queues.clear()
        return waiting

    def drop(self, client: str, item: _T) -> None:
        """Forget an item, if it still waits."""
        queue = self._queues.get(client)
        if queue and item in queue:
            queue.remove(item)
            if not queue:
                del self._queues[client]


class Seats:
    """How many calls are in a pool, in all and by client."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._taken.total()

    def take(self, client: str) -> bool:
        """Take a seat; return whether there was one."""
        if len(self) >= self.bounds.calls or self._taken[client] >= self.bounds.calls_of_client:
            return False
        self._taken[client] += 1
        return True

    def leave(self, client: str) -> None:
        """Free a seat that was taken."""
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]


def client_key(address: str) -> str:
    """Return what one client's addresses have in common: of IPv6, the first 64 bits.

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
