"""The API as an ASGI app, which runs requests in pools and sends answers or streams."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Generator
from contextlib import aclosing
from typing import Any, NoReturn, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pandoku.calls import ENDPOINTS, Call, Endpoint
from pandoku.calls.answering import Reply, answered, encoded, refusal_of, request_of, zipped
from pandoku.registry import nearest
from pandoku.web.jobs import Pool, Seat
from pandoku.web.limits import BODY_BYTES, BODY_S, client_key
from pandoku.web.responses import ServingError, response_of, send_events, takes_gzip

__all__ = ["Api"]

_MOST_KEPT = 256  # maximum number of cached answers, each of at most 60 kB
_LONGEST_SIZE = 19  # maximum number of digits in a content length

_T = TypeVar("_T")


class Api:
    """The ASGI app that calls an endpoint by its name (the path parameter `name`)."""

    def __init__(self, quick: Pool, long: Pool) -> None:
        self.quick, self.long = quick, long
        self._kept: OrderedDict[tuple[str, bytes, bool], tuple[Reply, bool]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request.

        Raises:
            ServingError: The request is refused before the answer begins.
        """
        request = Request(scope, receive)
        endpoint = _endpoint(request)
        try:
            body = await _body(request, endpoint)
            if not endpoint.is_long:
                response = await self.answer_quickly(request, endpoint, body)
            elif "text/event-stream" in request.headers.get("accept", ""):
                await self.stream(request, endpoint, body, send)
                return
            else:
                response = await self.answer_at_the_end(request, endpoint, body)
        except ClientDisconnect:  # the client has disconnected, so nobody reads the answer
            return
        await response(scope, receive, send)

    async def answer_quickly(self, request: Request, endpoint: Endpoint, body: bytes) -> Response:
        """Return the answer of a quick endpoint."""
        asked = endpoint.name, body, takes_gzip(request.headers)
        if asked in self._kept:
            return response_of(*self._kept[asked])
        with self.quick.seat(_client(request)) as seat:
            reply, is_zipped = await _until_gone(request, seat.run(answered, *asked))
        if endpoint.method == "GET" and reply.status == 200:
            self._keep(asked, (reply, is_zipped))
        return response_of(reply, is_zipped)

    def _keep(self, asked: tuple[str, bytes, bool], answer: tuple[Reply, bool]) -> None:
        """Cache the answer of a GET endpoint.

        Only the query and the version of pandoku determine the answer.
        """
        self._kept[asked] = answer
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    async def answer_at_the_end(
        self, request: Request, endpoint: Endpoint, body: bytes
    ) -> Response:
        """Return the answer of a long endpoint, without reporting progress."""
        with self.long.seat(_client(request)) as seat:

            async def last() -> Reply:
                stages = _staged(seat, endpoint, body)
                return [reply async for event, reply in stages if event != "progress"][-1]

            reply = await _until_gone(request, last())
        may_zip = takes_gzip(request.headers)
        return response_of(*await asyncio.to_thread(zipped, reply, may_zip))

    async def stream(self, request: Request, endpoint: Endpoint, body: bytes, send: Send) -> None:
        """Stream the progress and the answer of a long endpoint."""
        with self.long.seat(_client(request)) as seat:
            async with aclosing(_staged(seat, endpoint, body)) as stages:
                await _until_gone(request, send_events(request, stages, send))


def _endpoint(request: Request) -> Endpoint:
    """Return the endpoint that a request calls.

    Raises:
        ServingError: There is no such endpoint, or it does not allow the method.
    """
    name = request.path_params["name"]
    endpoint = ENDPOINTS.get(name)
    if endpoint is None:
        near = nearest(name, ENDPOINTS) if len(name) < 100 else []
        hint = f"did you mean {' or '.join(near)}?" if near else "/api/v1/openapi.json lists them"
        raise ServingError(404, "NoSuchEndpoint", f"there is no such endpoint; {hint}")
    allowed = ("GET", "HEAD") if endpoint.method == "GET" else ("POST",)
    if request.method not in allowed:
        raise ServingError(
            405,
            "WrongMethod",
            f"expected {allowed[0]} for {name}, found {request.method}",
            {"Allow": ", ".join(allowed)},
        )
    return endpoint


async def _body(request: Request, endpoint: Endpoint) -> bytes:
    """Return the body of a request, or the query as JSON if the request is a GET."""
    if endpoint.method == "GET":
        query: dict[str, str] = {}
        for key, value in request.query_params.multi_items():
            if key in query:
                message = f"expected {key[:80]!r} once in the query, found it twice"
                raise ServingError(400, "TwiceInQuery", message)
            query[key] = value
        return msgspec.json.encode(query)
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        raise ServingError(
            415,
            "WrongType",
            f"expected the content type application/json, found {content_type[:80]!r}",
        )
    said = request.headers.get("content-length", "")
    if said.isdecimal() and (len(said) > _LONGEST_SIZE or int(said) > BODY_BYTES):
        _refuse_size()
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for part in request.stream():
                body += part
                if len(body) > BODY_BYTES:
                    _refuse_size()
    except TimeoutError:
        raise ServingError(
            408,
            "SlowRequest",
            f"expected the whole request within {BODY_S:g} s, found a part of it",
            {"Connection": "close"},
        ) from None
    return bytes(body)


def _refuse_size() -> NoReturn:
    raise ServingError(
        413,
        "BodyTooLarge",
        f"expected at most {BODY_BYTES} bytes, found more; send fewer puzzles at once",
        {"Connection": "close"},
    )


def _client(request: Request) -> str:
    return client_key(request.client.host if request.client else "")


async def _until_gone(request: Request, work: Awaitable[_T]) -> _T:
    """Return the result of *work*. If the client disconnects, cancel *work*.

    Raises:
        ClientDisconnect: The client disconnected.
    """

    async def wait_for_end() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(wait_for_end())
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        gone.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _staged(seat: Seat, endpoint: Endpoint, body: bytes) -> AsyncGenerator[tuple[str, Reply]]:
    """Yield the "progress" replies of a long endpoint, and finally its "answer" or "error".

    The endpoint's generator runs in a thread, so that it does not block the event loop.

    Raises:
        ServingError: The time is up, a worker died, or the server is stopping.
    """
    result: Any = None
    error: Exception | None = None
    try:
        start = endpoint.stages
        assert start is not None
        stages = await asyncio.to_thread(lambda: start(request_of(endpoint.name, body)[1]))
        while True:
            is_last, item = await asyncio.to_thread(_advance, stages, result, error)
            if not isinstance(item, Call):
                yield "answer" if is_last else "progress", item
                if is_last:
                    return
                result = error = None
                continue
            result, error = await _tried(seat, item)
    except ServingError:
        raise
    except Exception as failure:
        yield "error", refusal_of(failure)


def _advance(
    stages: Generator[Any, Any, Any], result: Any, error: Exception | None
) -> tuple[bool, Call | Reply]:
    """Resume *stages*. Return whether *stages* has ended, and its next item.

    The item is a Call, or a Reply that contains progress or the answer.
    """
    try:
        item = stages.send(result) if error is None else stages.throw(error)
    except StopIteration as end:
        return True, Reply(200, encoded(end.value))
    return False, item if isinstance(item, Call) else Reply(200, encoded(item))


async def _tried(seat: Seat, call: Call) -> tuple[Any, Exception | None]:
    """Run a call. Return (result, None), or (None, exception) if the call failed."""
    try:
        return await seat.run(call.function, *call.arguments), None
    except ServingError:
        raise
    except Exception as error:
        return None, error
