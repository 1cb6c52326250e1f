"""Responses to clients: errors, complete answers, and streams of server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Send

from pandoku.calls.answering import Reply

__all__ = ["ServingError", "response_of", "send_events", "takes_gzip"]


class ServingError(Exception):
    """Raised if the server refuses a request.

    Attributes:
        status: HTTP status, 400..599.
        name: Name for programs, such as "TooManyCalls".
        message: A message with the expected request, the actual request, and advice.
        headers: Additional headers of the response, such as "Retry-After".
        plain: The message for players, or "" if the page never shows the error.
    """

    def __init__(
        self,
        status: int,
        name: str,
        message: str,
        headers: dict[str, str] | None = None,
        plain: str = "",
    ) -> None:
        super().__init__(message)
        self.status, self.name, self.message = status, name, message
        self.headers = headers or {}
        self.plain = plain

    @property
    def json(self) -> bytes:
        """The body of the response."""
        content = {"name": self.name, "message": self.message}
        if self.plain:
            content["plain"] = self.plain
        return msgspec.json.encode({"error": content})

    def response(self) -> Response:
        """Return the response to send."""
        return Response(self.json, self.status, self.headers, media_type="application/json")


# The stream begins at the latest after this time. Before, an error gets an ordinary response.
_PROMPT_S = 1.0
_HEARTBEAT_S = 10.0  # an event is sent after this silence, because proxies close silent connections
_HEARTBEAT = b": working\n\n"
_EVENT_HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # tells nginx not to buffer the progress
)


def response_of(reply: Reply, is_zipped: bool) -> Response:
    """Return the response for a complete answer."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if is_zipped:
        headers["Content-Encoding"] = "gzip"
    return Response(reply.body, reply.status, headers, media_type=reply.content_type)


async def send_events(
    request: Request, stages: AsyncGenerator[tuple[str, Reply]], send: Send
) -> None:
    """A response of server-sent events, or an ordinary response if the first event is an error."""
    is_open = False
    async for event, reply in _with_heartbeat(stages):
        if not is_open:
            if event == "error":
                await response_of(reply, False)(request.scope, request.receive, send)
                return
            await send({"type": "http.response.start", "status": 200, "headers": _EVENT_HEADERS})
            is_open = True
        text = b"event: %s\ndata: %s\n\n" % (event.encode(), reply.body) if event else _HEARTBEAT
        await send({"type": "http.response.body", "body": text, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _with_heartbeat(
    stages: AsyncGenerator[tuple[str, Reply]],
) -> AsyncGenerator[tuple[str, Reply]]:
    """Yield the items of *stages*, and an item ("", ...) after each long silence.

    If a ServingError is raised, yield an "error" item.
    """
    wait_s, silence = _PROMPT_S, ("", Reply(200, b""))
    following = asyncio.ensure_future(anext(stages))
    try:
        while True:
            if not (await asyncio.wait({following}, timeout=wait_s))[0]:
                wait_s = _HEARTBEAT_S
                yield silence
                continue
            try:
                item = following.result()
            except StopAsyncIteration:
                return
            except ServingError as refusal:
                yield "error", Reply(refusal.status, refusal.json)
                return
            yield item
            wait_s = _HEARTBEAT_S
            following = asyncio.ensure_future(anext(stages))
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


def takes_gzip(headers: Headers) -> bool:
    """Return whether a client accepts gzip."""
    for part in headers.get("accept-encoding", "").lower().split(","):
        name, _, quality = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
