"""An endpoint of the API as a value: the types of its request and answer, and its function.

The function does not use the network. It runs in a worker process and turns a request into an
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

__all__ = ["Call", "Endpoint", "Stages"]


class Call(NamedTuple):
    """A part of a long call: a module-level function and its arguments. Both are pickled.

    It takes a second at most, so that the server can stop soon after a client disconnects.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


# A generator that yields a Call and receives its result, or yields a Struct, which is sent to the
# client as progress. It returns the answer.
Stages = Generator[Call | msgspec.Struct, Any, msgspec.Struct]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint: POST /api/v1/NAME, or GET if it does not need a body.

    Attributes:
        name: Last part of its path.
        summary: One line for the list of all endpoints.
        description: Its behavior and limits, in Markdown.
        request: Type of the request: a Struct whose fields have limits and descriptions
            (`msgspec.Meta`).
        answer: Type of the answer.
        work: Function that answers a request in a worker; None for a long endpoint.
        stages: Function that answers a request in parts; None for a quick endpoint.
        progress: Type of the progress reports of a long endpoint; None for a quick one.
        method: "POST", or "GET" for an endpoint that takes at most a query.
        example: A valid request, for the documentation and its tests.
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
        """True if it reports progress and runs in the pool for long calls."""
        return self.stages is not None
