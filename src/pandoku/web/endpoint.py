"""What an endpoint of the API is: a value that says what it takes, what it answers, and its work.

The work never sees the network. It runs in a process of its own, from a request to an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

__all__ = ["Call", "Endpoint", "Stages"]


class Call(NamedTuple):
    """A piece of long work: a function of a module, and what it is called with; both are pickled.

    It takes a second at most, so that a client who goes away is noticed.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


# Yields a Call and gets its result, or yields a Struct, which the client gets as progress; what it
# returns is the answer.
Stages = Generator[Call | msgspec.Struct, Any, msgspec.Struct]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint: POST /api/v1/NAME, or GET if it takes nothing from the body.

    Attributes:
        name: The last part of its path.
        summary: One line, for the list of all endpoints.
        description: What it does and its bounds, in Markdown.
        request: What it takes: a Struct whose fields have bounds and descriptions (`msgspec.Meta`).
        answer: What it returns.
        work: Answers a request, in a worker; None if it is long.
        stages: Answers a request in pieces; None if it is quick.
        progress: What a long one reports while it works; None if it is quick.
        method: "POST", or "GET" for what changes nothing and takes at most a query.
        example: A request that works, for the documentation and its tests.
    """

    name: str
    summary: str
    request: type[msgspec.Struct]
    answer: Any
    work: Callable[[Any], Any] | None = None
    stages: Callable[[Any], Stages] | None = None
    progress: type[msgspec.Struct] | None = None
    description: str = ""
    method: str = "POST"
    example: dict[str, Any] | None = None

    @property
    def is_long(self) -> bool:
        """Whether it reports progress and waits among the long calls."""
        return self.stages is not None
