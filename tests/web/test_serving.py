"""The server on a real port: bytes that are not HTTP, and slow clients."""

import asyncio
import logging
import re
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pandoku.web import api, serving
from pandoku.web.app import App
from pandoku.web.limits import Connections, ServerSettings
from pandoku.web.security import HEADERS, Guard
from pandoku.web.serving import SeldomFilter
from tests.data import IS_FULL
from tests.web.live import connect, exchange, posted, served

GET = "GET / HTTP/1.1\r\nHost: localhost\r\n"
ENOUGH_S = 60.0
HUGE = 50_000_000


async def _short(request: Request) -> Response:
    return PlainTextResponse("short")


async def _huge(request: Request) -> Response:
    return Response(b"x" * HUGE)


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
    assert (got.status, got.json["error"]["name"]) == (400, "NoHttp")
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
    assert run(dawdle) < HUGE


def test_a_body_that_comes_too_slowly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    request = posted("hint", {"puzzle": "1.....2..3.....4"})
    monkeypatch.setattr(api, "BODY_S", 0.1)
    got = run(lambda port: exchange(port, request[:-5]), App(ServerSettings(workers=1)))
    assert (got.status, got.json["error"]["name"]) == (408, "SlowRequest")
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

    assert b" 413 " in run(send, App(ServerSettings(workers=1)))


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

    monkeypatch.setattr(serving, "Connections", lambda most, proxies: Connections(2, proxies))
    assert run(crowd) == b""


@pytest.mark.turns(3)
@pytest.mark.parametrize("files", [128, 256] if IS_FULL else [128])
def test_idle_connections_neither_fill_the_log_nor_keep_others_out(files: int) -> None:
    # One after the other, many more than the process may have open.
    with limited(files) as (process, port):
        idle = []
        for _ in range(2 * files):
            with suppress(OSError):
                idle.append(socket.create_connection(("127.0.0.1", port), timeout=5))
        assert healthy(port, "127.0.0.2")
        for each in idle:
            each.close()
        assert healthy(port, "127.0.0.1")
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert len(err) < 1000, err[:2000]


@pytest.mark.turns(3)
def test_a_process_that_may_open_too_few_files_does_not_begin() -> None:
    with limited(64) as (process, port):
        _, err = process.communicate(timeout=60)
        assert (process.returncode, port) == (2, 0)
    assert "found 64; " in err
    assert "Traceback" not in err


@contextmanager
def limited(files: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server with a limit on open files. The port is 0 if it does not start."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}))"
    code = f"{limit}; from pandoku.__main__ import main; main()"
    words = [sys.executable, "-c", code, "serve", "--port", "0", "--workers", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        try:
            found = re.search(r":(\d+)/", process.stdout.readline())
            yield process, int(found[1]) if found else 0
        finally:
            process.kill()


def healthy(port: int, address: str) -> bool:
    """Return whether the server answers a health check from *address* within a minute."""
    ends = monotonic() + ENOUGH_S
    while monotonic() < ends:
        with suppress(OSError):
            source = socket.create_connection(("127.0.0.1", port), 5, (address, 0))
            with source:
                source.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                if source.recv(4096).startswith(b"HTTP/1.1 200"):
                    return True
        sleep(0.05)
    return False


def test_a_share_of_the_connections_is_left_for_other_addresses() -> None:
    open_ones = Connections(8, frozenset({"127.0.0.1"}))
    assert [open_ones.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [open_ones.take("127.0.0.1") for _ in range(5)] == [True] * 5
    assert not open_ones.take("192.0.2.2")  # there are eight
    open_ones.leave("192.0.2.1")
    open_ones.leave("192.0.2.2")
    assert open_ones.take("192.0.2.2")


def test_addresses_of_one_network_share_their_part() -> None:
    open_ones = Connections(4, frozenset())
    assert [open_ones.take(f"2001:db8:1:2::{n}") for n in (1, 2)] == [True, False]
    assert open_ones.take("2001:db8:1:3::1")


def test_a_logger_that_repeats_itself_is_heard_seldom() -> None:
    heard: list[logging.LogRecord] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record)

    logger = logging.getLogger("pandoku.tests.seldom")
    logger.addHandler(Ear())
    logger.addFilter(SeldomFilter())
    for _ in range(1000):
        try:
            raise OSError("too many open files")
        except OSError:
            logger.exception("cannot accept")
    assert [(each.getMessage(), each.exc_info) for each in heard] == [
        ("cannot accept: too many open files", None)
    ]


def test_a_request_with_two_lengths_is_refused() -> None:
    head = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 5"
    guarded = Guard(SIMPLE, host="127.0.0.1", allowed_hosts=(), root_path="")
    got = run(lambda port: exchange(port, f"{head}\r\n\r\n0\r\n\r\n"), guarded)
    assert (got.status, got.json["error"]["name"]) == (400, "TwoLengths")
