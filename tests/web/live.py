"""Requests to an application, with and without a network, that no client library would send."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import msgspec
from starlette.types import ASGIApp, Message

from pandoku.web.serving import listen, server_of


class Got(NamedTuple):
    """An answer: its status, its headers with names in lower case, and its body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def message(self) -> str:
        """What a refusal says."""
        text: str = self.json["error"]["message"]
        return text


async def ask(
    app: ASGIApp,
    path: str = "/",
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    query: str = "",
    body: bytes = b"",
    address: str = "127.0.0.1",
) -> Got:
    """Return what an application answers to a client that stays until the end."""
    sent: list[Message] = []
    is_over = asyncio.Event()
    parts = [{"type": "http.request", "body": body}]

    async def receive() -> Message:
        if parts:
            return parts.pop()
        await is_over.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    asked = {"host": "localhost:8273", **(headers or {})}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in asked.items()],
        "client": (address, 50_000),
    }
    await app(scope, receive, send)
    is_over.set()
    return Got(
        sent[0]["status"],
        {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]},
        b"".join(part.get("body", b"") for part in sent[1:]),
    )


@asynccontextmanager
async def served(app: ASGIApp, refuse: Callable[[], None] = lambda: None) -> AsyncIterator[int]:
    """Serve an application whose lifespan has begun on a free port, which is the value."""
    listening = listen("127.0.0.1", 0)
    server = server_of(app, refuse)
    server.config.lifespan = "off"
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await serving
        listening.close()


async def connect(
    port: int, text: str | bytes
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection and send something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text.encode() if isinstance(text, str) else text)
    await writer.drain()
    return reader, writer


async def exchange(port: int, text: str | bytes) -> Got:
    """Send something and return the answer, up to the end of the connection."""
    reader, writer = await connect(port, text)
    data = await reader.read()
    writer.close()
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return Got(int(first.split()[1]), {name.lower(): headers[name] for name in headers}, body)


def posted(name: str, content: object, *headers: str) -> str:
    """Return a request to the API, after which the connection ends."""
    body = msgspec.json.encode(content).decode()
    lines = [
        f"POST /api/v1/{name} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {len(body.encode())}",
        "Connection: close",
        *headers,
    ]
    return "\r\n".join((*lines, "", body))
