"""The application: the page and the API as one Starlette app."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from pandoku.errors import PandokuError
from pandoku.web.api import registry
from pandoku.web.settings import Settings

__all__ = ["create_app"]


def create_app(settings: Settings | None = None) -> Starlette:
    """Return the application.

    Args:
        settings: How to serve; None means the usual.
    """
    del settings
    return Starlette(
        routes=[
            Route("/api/v1/{name}", _call, methods=["POST"]),
            Route("/{path:path}", _page),
        ]
    )


async def _call(request: Request) -> Response:
    endpoint = registry()[request.path_params["name"]]
    try:
        asked = msgspec.json.decode(await request.body(), type=endpoint.request)
        answer: Any = endpoint.work(asked) if endpoint.work else None
    except (msgspec.MsgspecError, PandokuError) as error:
        body = msgspec.json.encode({"error": {"message": str(error)}})
        return Response(body, 422, media_type="application/json")
    return Response(msgspec.json.encode(answer), media_type="application/json")


async def _page(request: Request) -> Response:
    static = Path(str(files("pandoku.web") / "static"))
    wanted = static / request.path_params["path"]
    return FileResponse(wanted if wanted.is_file() else static / "index.html")
