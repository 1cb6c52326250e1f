"""The functions that a server runs in its workers."""

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
    """Load the modules that every request needs."""
    assert ENDPOINTS.entries


def warm() -> None:
    """Answer the examples of quick endpoints, so that the first request need not wait for imports.

    GET endpoints are left out. Their answers take longer to make, and the server caches them.
    """
    for name, endpoint in ENDPOINTS.items():
        if endpoint.method == "POST" and not endpoint.is_long and endpoint.example is not None:
            answer_call(name, msgspec.json.encode(endpoint.example))
