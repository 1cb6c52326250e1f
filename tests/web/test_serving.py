"""The server on a real port: what is no HTTP, and clients that are too slow."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pandoku.web import calls, serving
from pandoku.web.app import App
from pandoku.web.security import HEADERS
from pandoku.web.settings import Settings
from tests.web.live import connect, exchange, posted, served

GET = "GET / HTTP/1.1\r\nHost: localhost\r\n"
ENOUGH_S = 60.0
HUGE = b"x" * 50_000_000


async def _short(request: Request) -> Response:
    return PlainTextResponse("short")


async def _huge(request: Request) -> Response:
    return Response(HUGE)


SIMPLE = Starlette(routes=[Route("/", _short), Route("/huge", _huge)])


def run(work: Callable[[int], Awaitable[Any]], app: Any = SIMPLE) -> Any:
    async def main() -> Any:
        async with asyncio.timeout(ENOUGH_S), served(app) as port:
            return await work(port)

    return asyncio.run(main())


def test_an_answer_does_not_wait_for_its_head_to_be_confirmed() -> None:
    with serving.listen("127.0.0.1", 0) as listening:
        address = listening.getsockname()
        with socket.create_connection(address), listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_what_is_no_http_is_refused_like_everything_else() -> None:
    got = run(lambda port: exchange(port, "\x16\x03\x01 hello\r\n\r\n"))
    assert (got.status, got.json["error"]["kind"]) == (400, "NoHttp")
    assert HEADERS.items() <= {name.title(): value for name, value in got.headers.items()}.items()


def test_a_head_without_end_is_refused() -> None:
    head = GET + "".join(f"X-{n}: {'y' * 1000}\r\n" for n in range(100))
    assert run(lambda port: exchange(port, head)).status == 400


@pytest.mark.parametrize("start", ["", "G", GET])
def test_a_head_that_does_not_come_ends_the_connection_and_blocks_nobody(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dawdle(port: int) -> bytes:
        reader, writer = await connect(port, start)
        assert (await exchange(port, GET + "Connection: close\r\n\r\n")).body == b"short"
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()

    monkeypatch.setattr(serving, "_HEAD_S", 0.1)
    assert run(dawdle) == b""


def test_a_second_request_has_to_come_in_time_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def dawdle(port: int) -> bytes:
        reader, writer = await connect(port, GET + "\r\n")
        await reader.readuntil(b"short")
        writer.write(b"G")
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()

    monkeypatch.setattr(serving, "_HEAD_S", 0.1)
    assert run(dawdle) == b""


def test_a_client_that_does_not_read_its_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    async def dawdle(port: int) -> int:
        reader, writer = await connect(port, "GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.sleep(0.5)  # more than it may stall
        size = 0
        try:
            while data := await reader.read(1 << 20):
                size += len(data)
        except ConnectionResetError:
            pass
        writer.close()
        return size

    monkeypatch.setattr(serving, "_STALL_S", 0.1)
    assert run(dawdle) < len(HUGE)


def test_a_body_that_comes_too_slowly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    request = posted("hint", {"puzzle": "1.....2..3.....4"})
    monkeypatch.setattr(calls, "BODY_S", 0.1)
    got = run(lambda port: exchange(port, request[:-5]), App(Settings(workers=1)))
    assert (got.status, got.json["error"]["kind"]) == (408, "SlowRequest")
    assert got.headers["connection"] == "close"


@pytest.mark.parametrize("said", ["Content-Length: 2000000", "Transfer-Encoding: chunked"])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(said: str) -> None:
    lines = ("Host: localhost", "Content-Type: application/json", said, "", "")
    head = "\r\n".join(("POST /api/v1/hint HTTP/1.1", *lines))
    body = ("f4240\r\n" + "x" * 1_000_000 + "\r\n") * 2 if "chunked" in said else "x" * 10

    async def send(port: int) -> bytes:
        reader, writer = await connect(port, head + body)
        line = await reader.readline()
        writer.close()
        return line

    assert b" 413 " in run(send, App(Settings(workers=1)))


def test_more_connections_than_it_can_hold_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd(port: int) -> bytes:
        sockets = [await connect(port, "") for _ in range(3)]
        reader, _ = sockets[-1]
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            for _, writer in sockets:
                writer.close()

    monkeypatch.setattr(serving, "_CONNECTIONS", 2)
    assert run(crowd) == b""
