"""The board that the page shows without JavaScript: the linked puzzle, or today's."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from datetime import date
from html import escape

from pandoku.web.jobs import Pool

__all__ = ["Boards", "board_html"]

_KEPT = 64
_WAIT_S = 1.0  # few people see the picture, so the page must not wait for it
_CLIENT = "pages"


class Boards:
    """Boards as HTML, drawn by a pool. The most recent ones are cached."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._kept: OrderedDict[tuple[str, str], asyncio.Task[str]] = OrderedDict()

    async def html(self, link: str) -> str:
        """Return the board of a link, or of today's puzzle for ""; "" if drawing takes too long."""
        board = self.begin(link)
        await asyncio.wait({board}, timeout=_WAIT_S)
        return board.result() if board.done() else ""

    def begin(self, link: str) -> asyncio.Task[str]:
        """Return the task that draws a board, and start it if necessary."""
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
        """Return a board, or "" after an error, because the page is served in any case."""
        try:
            with self.pool.seat(_CLIENT) as seat:
                html: str = await seat.run(board_html, link, today)
        except Exception:
            return ""
        return html


def board_html(link: str, today: str) -> str:
    """Return a board as HTML, or a paragraph with the error. This runs in a worker."""
    from pandoku.draw import svg
    from pandoku.errors import PandokuError
    from pandoku.play import first_sight
    from pandoku.play.daily import daily
    from pandoku.web.links import puzzle_in

    try:
        puzzle = puzzle_in(link) if link else daily(date.fromisoformat(today))
        picture = svg(first_sight(puzzle), style=False, caption=False)
    except PandokuError as error:
        return f"<p>This link has no puzzle: {escape(str(error))}.</p>"
    title = f"<h2>{escape(puzzle.title)}</h2>\n" if puzzle.title else ""
    return title + picture
