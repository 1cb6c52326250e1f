"""The application: the page and the API as one ASGI app."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from time import perf_counter
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from pandoku.calls import ENDPOINTS
from pandoku.calls.answering import load_endpoints, warm
from pandoku.web.api import Api
from pandoku.web.jobs import Pool
from pandoku.web.limits import LONG, QUICK, ServerSettings, client_key
from pandoku.web.monitoring import Log, LogEntry, Metrics
from pandoku.web.pages import Boards, Pages
from pandoku.web.responses import ServingError
from pandoku.web.security import STORES, Guard

__all__ = ["App", "create_app", "handlers"]

_GONE = 499
_STOP_S = 0.5  # time that quick calls have to end when the server stops


def create_app(settings: ServerSettings | None = None) -> App:
    """Return the application, whose worker processes start when its ASGI lifespan begins.

    Args:
        settings: Settings of the server. None means the defaults.
    """
    return App(settings or ServerSettings())


class App:
    """The application as an ASGI callable. It checks, counts and routes requests.

    Attributes:
        pages: The handler of the built page. If the page is missing, the handler's `problem` gives
            the reason.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self.quick = Pool(QUICK, settings.workers, warm)
        self.long = Pool(LONG, settings.workers, load_endpoints)
        self.pools = (self.quick, self.long)
        self.metrics, self.log = Metrics(self.pools), Log(settings.log)
        for pool in self.pools:
            pool.complain = self.log.error
        self.boards = Boards(self.quick)
        stores = [STORES[name] for name in settings.allowed_fetches]
        self.pages = Pages(settings.root_path, self.boards.html, stores=stores)
        routes = [
            Route("/api/v1/openapi.json", self.schema, methods=["GET"]),
            Route("/api/v1/{name}", Api(self.quick, self.long)),
            Route("/health", self.health, methods=["GET"]),
            Route("/metrics", self.counts, methods=["GET"]),
            Route("/{path:path}", self.pages),
        ]
        inside = Starlette(routes=routes, exception_handlers=handlers(), lifespan=self.lifespan)
        inside.router.redirect_slashes = False
        self.guarded = Guard(
            inside,
            host=settings.host,
            allowed_hosts=settings.allowed_hosts,
            root_path=settings.root_path,
            allowed_fetches=settings.allowed_fetches,
        )

    @asynccontextmanager
    async def lifespan(self, _: Starlette | None = None) -> AsyncIterator[None]:
        """Run the worker processes while the server runs."""
        self.log.start()
        for pool in self.pools:
            pool.start()
        self.boards.begin("")
        try:
            yield
        finally:
            for pool in self.pools:
                await pool.stop()
            self.log.stop()

    def refuse(self) -> None:
        """Refuse new calls, end long calls at once, and end quick calls after half a second."""
        self.quick.refuse()
        self.long.abandon()
        asyncio.get_running_loop().call_later(_STOP_S, self.quick.abandon)

    async def health(self, request: Request) -> Response:
        """Report whether the server is ready to answer calls."""
        is_ready = self.quick.ready > 0
        state = "ok" if is_ready else "starting"
        return JSONResponse({"status": state}, 200 if is_ready else 503, headers=_NEVER_KEPT)

    async def counts(self, request: Request) -> Response:
        """Return the metrics."""
        media_type = "text/plain; version=0.0.4; charset=utf-8"
        return Response(self.metrics.text(), headers=_NEVER_KEPT, media_type=media_type)

    async def schema(self, request: Request) -> Response:
        """Return the OpenAPI document of the API."""
        body = await asyncio.to_thread(_schema)
        headers = {"Cache-Control": "no-cache"}
        return Response(body, headers=headers, media_type="application/json")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and turn unexpected exceptions into error responses."""
        if scope["type"] != "http":
            await self.guarded(scope, receive, send)
            return
        watched = _Watched(send)
        begun = perf_counter()
        try:
            await self.guarded(scope, receive, watched.send)
        except Exception:
            self.log.error(traceback.format_exc())
            if not watched.status:
                await _fault().response()(scope, receive, watched.send)
        finally:
            self.note(scope, watched, perf_counter() - begun)

    def note(self, scope: Scope, watched: _Watched, seconds: float) -> None:
        """Count a request and log it."""
        status = watched.status or _GONE
        self.metrics.count(_endpoint_of(scope["path"]), status, seconds)
        address = client_key(scope["client"][0]) if scope.get("client") else ""
        entry = LogEntry(address, scope["method"], scope["path"], status, seconds, watched.size)
        self.log.request(entry)


_NEVER_KEPT = {"Cache-Control": "no-store"}


class _Watched:
    """Wraps `send`, and records the status and the size of a response."""

    def __init__(self, send: Send) -> None:
        self.pass_on, self.status, self.size = send, 0, 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.size += len(message.get("body", b""))
        await self.pass_on(message)


def _endpoint_of(path: str) -> str:
    """Return the name that the metrics use for a request, out of a small fixed set of names."""
    _, slash, name = path.rpartition("/api/v1/")
    if slash:
        return name if name in ENDPOINTS else "unknown"
    last = path.rsplit("/", 1)[-1]
    if last in ("health", "metrics"):
        return last
    return "file" if "." in last else "page"


@cache
def _schema() -> bytes:
    from pandoku.web.openapi import openapi_document

    return msgspec.json.encode(openapi_document())


def handlers() -> dict[Any, Any]:
    """Return the exception handlers for Starlette, by exception or status."""
    missing = ServingError(404, "NotFound", "there is no such page or file")
    return {
        ServingError: lambda _request, error: error.response(),
        404: lambda _request, _error: missing.response(),
        405: _wrong_method,
        500: lambda _request, _error: _fault().response(),
    }


def _wrong_method(request: Request, error: Exception) -> Response:
    allowed = getattr(error, "headers", None) or {}
    return ServingError(
        405,
        "WrongMethod",
        f"expected {allowed.get('Allow', 'GET')}, found {request.method}",
        allowed,
    ).response()


def _fault() -> ServingError:
    return ServingError(500, "InternalError", "pandoku failed at this request; its log says why")
