"""What runs in a worker for a call of the API."""

from __future__ import annotations

import msgspec

from pandoku.web.answering import Reply, answer_call
from pandoku.web.api import ENDPOINTS
from pandoku.web.packing import zipped

__all__ = ["answered", "warm"]


def answered(name: str, body: bytes, may_zip: bool) -> tuple[Reply, bool]:
    """Return the answer of a quick endpoint, and whether its body is compressed."""
    return zipped(answer_call(name, body), may_zip)


def load_endpoints() -> None:
    """Load what every request needs."""
    assert ENDPOINTS.entries


def warm() -> None:
    """Load what the first request would wait for, by answering the examples of quick endpoints.

    What GET lists takes longer; the server keeps it, so that one worker makes it once.
    """
    for name, endpoint in ENDPOINTS.items():
        if endpoint.method == "POST" and not endpoint.is_long and endpoint.example is not None:
            answer_call(name, msgspec.json.encode(endpoint.example))
