"""Responses to clients: complete answers, and streams of server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Send

from pandoku.web.answering import Reply
from pandoku.web.refusals import ServingError

__all__ = ["response_of", "send_events"]

_PROMPT_S = 1.0  # before the stream begins. Errors until then are ordinary responses.
_HEARTBEAT_S = 10.0  # proxies close connections that are silent for longer
_HEARTBEAT = b": working\n\n"


def response_of(reply: Reply, is_zipped: bool) -> Response:
    """Return the response for a complete answer."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if is_zipped:
        headers["Content-Encoding"] = "gzip"
    return Response(reply.body, reply.status, headers, media_type=reply.content_type)


async def send_events(
    request: Request, stages: AsyncGenerator[tuple[str, Reply]], send: Send
) -> None:
    """Send server-sent events, or an ordinary response if the first event is an error."""
    is_open = False
    async for event, reply in _with_heartbeat(stages):
        if not is_open:
            if event == "error":
                await response_of(reply, False)(request.scope, request.receive, send)
                return
            await _open_stream(send)
            is_open = True
        text = _HEARTBEAT if event == "" else _event(event, reply.body)
        await send({"type": "http.response.body", "body": text, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _open_stream(send: Send) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),  # keeps nginx from buffering the progress
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def _with_heartbeat(
    stages: AsyncGenerator[tuple[str, Reply]],
) -> AsyncGenerator[tuple[str, Reply]]:
    """Yield the items of *stages*, and ("", ...) after a long silence.

    A ServingError becomes an "error" item.
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


def _event(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)
