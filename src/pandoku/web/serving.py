"""The server that runs the application: its socket, timeouts for slow clients, and shutdown."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from functools import partial
from time import monotonic
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from pandoku.web.app import App
from pandoku.web.limits import HEAD_BYTES, Connections
from pandoku.web.responses import ServingError
from pandoku.web.security import HEADERS

__all__ = ["SeldomFilter", "listen", "serve_until_stopped", "server_of"]

_HEAD_S = 10.0  # time limit for receiving the head of a request
_STALL_S = 20.0  # time limit for a client that does not read its response
_IDLE_S = 10  # a connection is closed if the next request does not come within this time
_STOP_S = 3  # when the server stops, responses have this time to end
_SELDOM_S = 10.0  # minimum time between two log records of asyncio


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Args:
        host: Address or name, for IPv4 or IPv6.
        port: Port 0..65535. 0 means any free port.

    Raises:
        OSError: The port is in use, or the address does not belong to this machine.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = found[0]
    listening = socket.create_server(address[:2], family=family, backlog=256)
    # Connections inherit this option. Without it, the body of a response would wait 40 ms until the
    # client acknowledges the head.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def serve_until_stopped(app: App, listening: socket.socket, room: tuple[int, int]) -> None:
    """Serve until a signal arrives. After the shutdown, raise the signal again.

    Args:
        app: The application.
        listening: The socket that `listen` returned.
        room: The number of connections and the size of the backlog, as returned by `room_for`.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    logging.getLogger("asyncio").addFilter(SeldomFilter())
    server_of(app, app.refuse, room).run(sockets=[listening])


def server_of(
    app: ASGIApp, refuse: Callable[[], None], room: tuple[int, int] = (1000, 256)
) -> uvicorn.Server:
    """Return a server that has not been started.

    Args:
        app: The application.
        refuse: A function to call when the server begins to stop. It ends the calls.
        room: The limits on connections, as returned by `room_for`.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # the application logs errors
    most, backlog = room
    config = uvicorn.Config(
        app,
        backlog=backlog,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=HEAD_BYTES,
        timeout_keep_alive=_IDLE_S,
        timeout_graceful_shutdown=_STOP_S,
    )
    allowed = config.forwarded_allow_ips  # the proxies whose X-Forwarded-For header is trusted
    listed = allowed.split(",") if isinstance(allowed, str) else allowed
    open_ones = Connections(most, frozenset(each.strip() for each in listed))
    config.http = partial(_Protocol, open_ones)  # type: ignore[assignment]
    return _Server(config, refuse)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, refuse: Callable[[], None]) -> None:
        super().__init__(config)
        self.refuse = refuse

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop. After a second signal, stop immediately."""
        if self.should_exit:
            self.force_exit = True
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the calls, then the connections."""
        self.refuse()
        await super().shutdown(sockets)


class _Protocol(H11Protocol):
    """A connection. It is closed if the client is too slow or has too many connections."""

    def __init__(self, open_ones: Connections, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.open_ones, self.address = open_ones, ""
        self.head_timer: asyncio.TimerHandle | None = None
        self.stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not self.open_ones.take(self.address):
            transport.abort()
        self.expect_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.expect_head()

    def expect_head(self) -> None:
        """Start the timer for the head of the next request. During a response, stop the timer."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.stop_head_timer()
        elif self.head_timer is None:
            self.head_timer = self.loop.call_later(_HEAD_S, self.transport.close)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.open_ones.leave(self.address)
        self.stop_head_timer()
        self.stop_stall_timer()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stall_timer = self.loop.call_later(_STALL_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_stall_timer()

    def send_400_response(self, msg: str) -> None:
        """Send an error in the usual form if the client sent bytes that are not HTTP."""
        refusal = ServingError(400, "NoHttp", "expected an HTTP/1.1 request, found something else")
        response = refusal.response()
        lines = [f"{name}: {value}" for name, value in {**HEADERS, "Connection": "close"}.items()]
        lines += [f"{name.decode()}: {value.decode()}" for name, value in response.raw_headers]
        head = "\r\n".join(("HTTP/1.1 400 Bad Request", *lines, "", ""))
        self.transport.write(head.encode("latin-1") + bytes(response.body))
        self.transport.close()

    def stop_head_timer(self) -> None:
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def stop_stall_timer(self) -> None:
        if self.stall_timer is not None:
            self.stall_timer.cancel()
            self.stall_timer = None


class SeldomFilter(logging.Filter):
    """A filter that passes one record every ten seconds, without its traceback.

    Without this filter, asyncio logs a traceback for each connection that it cannot accept, which
    may be thousands per second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._next = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log *record*."""
        now = monotonic()
        if now < self._next:
            return False
        self._next = now + _SELDOM_S
        if record.exc_info and record.exc_info[1] is not None:
            record.msg = f"{record.getMessage()}: {record.exc_info[1]}"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True
