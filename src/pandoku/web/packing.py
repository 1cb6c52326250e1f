"""Compression of responses."""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers

from pandoku.web.answering import Reply

__all__ = ["takes_gzip", "zipped"]

_LEAST_BYTES = 1000  # compressing a smaller body would not save a packet
_LEVEL = 5


def zipped(reply: Reply, may_zip: bool) -> tuple[Reply, bool]:
    """Compress a reply if possible and worthwhile. Return it, and whether it is compressed."""
    if not may_zip or len(reply.body) < _LEAST_BYTES:
        return reply, False
    return reply._replace(body=gzip.compress(reply.body, _LEVEL, mtime=0)), True


def takes_gzip(headers: Headers) -> bool:
    """Return whether a client accepts gzip."""
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
