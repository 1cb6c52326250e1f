"""Serve the files of the built page from memory, and index.html for every path of the page.

If JavaScript is off, index.html shows the linked puzzle, or today's puzzle.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pandoku.draw.styles import styles
from pandoku.web.jobs import Pool
from pandoku.web.responses import ServingError, takes_gzip

__all__ = ["PAGES", "STATIC", "Boards", "Pages", "board_html"]

STATIC = Path(str(files("pandoku.web") / "static"))  # the built page, made from the folder web
PAGES = ("", "play", "explain", "learn", "make", "race", "you")
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_SMALLER_IF_ZIPPED = (".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest")
_HASHED = re.compile(r"assets/.+-[\w-]{8,}\.\w+$")  # names with a hash of the content
_FOREVER, _ASK = "public, max-age=31536000, immutable", "no-cache"
_BASE = re.compile(r"<base\b[^>]*>")
_BOARD = "<!--board-->"
_NO_SCRIPT = """<noscript><link rel="stylesheet" href="board.css"><main class="no-script">
<h1>pandoku</h1>
<p>This page needs JavaScript to play, and it is off. Here is the puzzle, to print or to copy.</p>
{board}
</main></noscript>"""
_NOT_BUILT = (
    "the page is not built: expected static/index.html, found none; "
    "`npm ci && npm run build` in the folder web makes it"
)

# A function that returns the board for a link as HTML. The link "" means today's puzzle.
DrawBoard = Callable[[str], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    zipped: bytes | None
    media_type: str
    etag: str
    cache: str


class Pages:
    """The handler of all paths outside the API.

    Attributes:
        problem: Error message if the page has not been built, or "".
    """

    def __init__(
        self,
        root_path: str,
        draw_board: DrawBoard,
        static: Path | None = None,
        stores: Sequence[str] = (),
    ) -> None:
        static = static or STATIC
        self.draw_board = draw_board
        self.files: dict[str, _File] = {}
        if (static / "index.html").is_file():
            for each in static.rglob("*"):
                if each.is_file() and each.suffix in _TYPES:
                    name = each.relative_to(static).as_posix()
                    self.files[name] = _file(name, each.read_bytes())
        self.problem = "" if self.files else _NOT_BUILT
        self.index = self._index(root_path, stores)
        self.files["board.css"] = _file("board.css", styles().encode())

    def _index(self, root_path: str, stores: Sequence[str]) -> str:
        if self.problem:
            return ""
        text = self.files.pop("index.html").content.decode()
        # The page asks the player before it fetches from a store.
        allowed = "".join(
            f'<meta name="pandoku-store" content="{escape(each)}">' for each in stores
        )
        return _BASE.sub(f'<base href="{escape(root_path)}/">{allowed}', text, count=1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        response = await self.answer(Request(scope))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """Return a file, or index.html."""
        if request.method not in ("GET", "HEAD"):
            raise ServingError(
                405, "WrongMethod", f"expected GET, found {request.method}", {"Allow": "GET, HEAD"}
            )
        path: str = request.path_params["path"]
        if file := self.files.get(path):
            return _served(request, file)
        if self.problem:
            raise ServingError(503, "NotBuilt", self.problem)
        name, _, rest = path.strip("/").partition("/")
        is_page = name in PAGES and (not rest or name == "learn")
        if not is_page and ("." in path or "text/html" not in request.headers.get("accept", "")):
            raise ServingError(404, "NotFound", "there is no such page or file")
        board = await self.draw_board(request.query_params.get("p", "")) if is_page else ""
        html = self.index.replace(_BOARD, _NO_SCRIPT.format(board=board), 1)
        return _served(request, _file("index.html", html.encode()), 200 if is_page else 404)


def _file(name: str, content: bytes) -> _File:
    suffix = Path(name).suffix
    zipped = gzip.compress(content, mtime=0) if suffix in _SMALLER_IF_ZIPPED else None
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    cache = _FOREVER if _HASHED.match(name) else _ASK
    return _File(content, zipped, _TYPES[suffix], etag, cache)


def _served(request: Request, file: _File, status: int = 200) -> Response:
    is_zipped = file.zipped is not None and takes_gzip(request.headers)
    etag = f'{file.etag[:-1]}-gz"' if is_zipped else file.etag
    headers = {"ETag": etag, "Cache-Control": file.cache, "Vary": "Accept-Encoding"}
    known = [
        each.strip().removeprefix("W/")
        for each in request.headers.get("if-none-match", "").split(",")
    ]
    if status == 200 and (etag in known or "*" in known):
        return Response(status_code=304, headers=headers)
    if is_zipped:
        headers["Content-Encoding"] = "gzip"
    content = file.zipped if is_zipped else file.content
    return Response(content, status, headers, media_type=file.media_type)


# ---- boards

_KEPT = 64
# Maximum wait for a board, in seconds. Every page waits for its board, although pages with
# JavaScript do not show this board. So the wait must be short.
_WAIT_S = 1.0
_CLIENT = "pages"


class Boards:
    """Draws boards as HTML in a pool, and caches the most recent boards."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._kept: OrderedDict[tuple[str, str], asyncio.Task[str]] = OrderedDict()

    async def html(self, link: str) -> str:
        """Return the board of a link ("" means today's puzzle), or "" if drawing takes too long."""
        board = self.begin(link)
        await asyncio.wait({board}, timeout=_WAIT_S)
        return board.result() if board.done() else ""

    def begin(self, link: str) -> asyncio.Task[str]:
        """Return the task that draws a board. Start the task if it does not exist."""
        today = date.today().isoformat()
        key = (link, "" if link else today)
        board = self._kept.get(key)
        if board is None or (board.done() and not board.result()):
            board = self._kept[key] = asyncio.create_task(self._draw(link, today))
        self._kept.move_to_end(key)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return board

    async def _draw(self, link: str, today: str) -> str:
        """Return a board. After an error, return "", so that the page is served anyway."""
        try:
            with self.pool.seat(_CLIENT) as seat:
                html: str = await seat.run(board_html, link, today)
        except Exception:
            return ""
        return html


def board_html(link: str, today: str) -> str:
    """Return a board as HTML, or a paragraph with the error. This runs in a worker."""
    from pandoku.calls.links import puzzle_in
    from pandoku.draw import svg
    from pandoku.errors import PandokuError
    from pandoku.play import first_sight
    from pandoku.play.daily import daily

    try:
        puzzle = puzzle_in(link) if link else daily(date.fromisoformat(today))
        picture = svg(first_sight(puzzle), style=False, caption=False)
    except PandokuError as error:
        return f"<p>This link has no puzzle: {escape(str(error))}.</p>"
    title = f"<h2>{escape(puzzle.title)}</h2>\n" if puzzle.title else ""
    return title + picture
